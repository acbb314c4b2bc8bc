// Splits the options of a file, and skips damaged ones.
#pragma once

#include <vector>

#include "core/io/cursor.h"

namespace tp::tracecmd {

struct Option {
  uint16_t id = 0;
  size_t at = 0;  // Position in the data.
  Bytes value;
};

struct OptionList {
  std::vector<Option> options;  // In the order of the data, including the one that ends them.
  bool whole = false;           // The option that ends them is there.
  size_t damagedAt = 0;         // Position of a damaged option; 0 if `sound`.
  bool sound = true;
};

// `data` ends with the option that ends the list. In version 6 that is an id without a size: `endHasSize` is false. A
// damaged option is taken to reach to where the next one seems to begin. The values are views into `data`.
OptionList listOptions(Bytes data, Endian endian, bool endHasSize);

}  // namespace tp::tracecmd
