#include "core/decode/row_value.h"

#include <array>
#include <cstdio>

#include "core/text/number_text.h"

namespace tp {

void appendValue(std::string& out, const RowValue& value) {
  switch (value.kind) {
    case RowValue::Kind::None:
      return;
    case RowValue::Kind::Signed:
      return appendDecimal(out, static_cast<int64_t>(value.number));
    case RowValue::Kind::Unsigned:
      return appendDecimal(out, value.number);
    case RowValue::Kind::Address:
      out += "0x";
      return appendHex(out, value.number);
    case RowValue::Kind::Real: {
      std::array<char, 40> text;
      int length = std::snprintf(text.data(), text.size(), "%.17g", value.real);
      if (length > 0) out.append(text.data(), static_cast<size_t>(length));
      return;
    }
    case RowValue::Kind::Text:
    case RowValue::Kind::List:
    case RowValue::Kind::Words:
      out += value.text;
  }
}

void appendNamed(std::string& out, const RowValue& value) {
  if (value.isNumber() && value.named) {
    out += value.text;
  } else {
    appendValue(out, value);
  }
}

}  // namespace tp
