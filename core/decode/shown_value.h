// The values that a record's text shows, as the record itself has them: the text may round a number or name it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/decode/row_value.h"

namespace tp {

struct ShownValue {
  RowValue number;        // its `text` is not set; of kind None if the value is no number, or is not known as one
  std::string_view name;  // empty: an argument, by its position, or a result
  uint32_t begin = 0;     // where the text shows the value
  uint32_t end = 0;
};

// A record's text and all values that it shows, in their order. There may be none although the text has some, if they
// are known by their text alone.
struct ShownText {
  std::string_view text;
  std::span<const ShownValue> values;
};

}  // namespace tp
