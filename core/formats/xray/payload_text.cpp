#include "core/formats/xray/payload_text.h"

#include "core/text/number_text.h"
#include "core/text/visible_text.h"

namespace tp::xray {
namespace {

// Returns the size in bytes of the first parameter if it is a signed number, as in "f(long, int)"; else 0.
int signedBytes(std::string_view function) {
  const size_t close = function.rfind(')');
  if (close == std::string_view::npos) return 0;
  size_t open = close;
  int depth = 0;
  for (; open > 0; --open) {
    depth += (function[open] == ')') - (function[open] == '(');
    if (depth == 0) break;
  }
  std::string_view type = function.substr(open + 1, close - open - 1);
  type = type.substr(0, type.find(','));
  if (type == "long" || type == "long long") return 8;
  if (type == "int") return 4;
  if (type == "short") return 2;
  return type == "char" || type == "signed char" ? 1 : 0;
}

bool isText(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    size_t bad = 1;
    const size_t length = c < 0x80 ? 1 : utf8Length(text, i, bad);
    const bool control = (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f;
    if (length == 0 || control) return false;
    i += length;
  }
  return !text.empty();
}

}  // namespace

void appendArgument(EventRow& row, std::string_view function, bool first, uint64_t bits) {
  const int bytes = first ? signedBytes(function) : 0;
  // For a member function, the first argument is the object's address, which never has its highest bit set.
  const bool ofClass = function.find("::") != std::string_view::npos;
  const bool isSigned = bytes > 0 && (!ofClass || bits >> 63 != 0);
  // If the type is shorter, the rest of the register is undefined.
  const int unused = !isSigned || ofClass ? 0 : 64 - 8 * bytes;
  ShownValue value;
  value.number.kind = isSigned ? RowValue::Kind::Signed : RowValue::Kind::Unsigned;
  value.number.size = sizeof bits;
  value.number.number = isSigned ? static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >> unused) : bits;
  if (!row.args.empty()) row.args += ", ";
  value.begin = static_cast<uint32_t>(row.args.size());
  appendValue(row.args, value.number);
  value.end = static_cast<uint32_t>(row.args.size());
  row.values.push_back(value);
}

void appendPayload(std::string& out, std::string_view payload) {
  std::string_view text = payload;
  while (!text.empty() && text.back() == '\0') text.remove_suffix(1);
  if (isText(text)) {
    out += text;
    return;
  }
  for (char byte : payload) appendHex(out, static_cast<unsigned char>(byte), 2);
}

}  // namespace tp::xray
