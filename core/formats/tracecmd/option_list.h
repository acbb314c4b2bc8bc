// The options of a file, past damaged ones.
#pragma once

#include <vector>

#include "core/io/cursor.h"

namespace tp::tracecmd {

struct Option {
  uint16_t id = 0;
  size_t at = 0;  // within the data
  Bytes value;
};

struct OptionList {
  std::vector<Option> options;  // in their order, the one that ends them included
  bool whole = false;           // up to the one that ends them
  size_t damagedAt = 0;         // where one is not what it says; 0 with `sound`
  bool sound = true;
};

// `data` ends with the option that ends them; in version 6 that is an id only. The size of a damaged one is that up to
// where the next seems to begin.
OptionList listOptions(Bytes data, Endian endian, bool endHasSize);

}  // namespace tp::tracecmd
