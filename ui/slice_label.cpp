#include "ui/slice_label.h"

namespace tp::ui {
namespace {

constexpr const char* kEllipsis = "\u2026";
constexpr size_t kLeast = 3;

// Characters of UTF-8 text.
size_t lengthOf(std::string_view text) {
  size_t count = 0;
  for (char c : text) count += (c & 0xc0) != 0x80;
  return count;
}

// Arguments of templates become an ellipsis, outermost first.
std::string withoutArguments(std::string_view name) {
  std::string out;
  int depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    // The signs of operator<, operator<< and operator-> are no brackets.
    bool sign = name.substr(0, i).ends_with("operator") || name.substr(0, i).ends_with("operator<");
    bool opens = name[i] == '<' && i > 0 && !sign;
    bool closes = name[i] == '>' && depth > 0 && name[i - 1] != '-';
    if (opens && depth++ == 0) out += std::string("<") + kEllipsis;
    if (depth == 0) out += name[i];
    if (closes && --depth == 0) out += '>';
  }
  return out;
}

}  // namespace

std::string fitName(std::string_view name, size_t most) {
  if (most < kLeast) return {};
  if (lengthOf(name) <= most) return std::string(name);
  if (name.find('<') != std::string_view::npos) {
    std::string plain = withoutArguments(name);
    if (lengthOf(plain) <= most) return plain;
  }
  // The beginning tells most; the rest is cut by the slice's edge.
  size_t end = 0;
  for (size_t left = most; end < name.size() && left > 0; ++end) left -= (name[end] & 0xc0) != 0x80;
  while (end < name.size() && (name[end] & 0xc0) == 0x80) ++end;
  return std::string(name.substr(0, end));
}

}  // namespace tp::ui
