#include "core/text/json_writer.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "core/text/visible_text.h"

namespace tp {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

// ASCII that stands for itself in a JSON string.
constexpr auto kPlain = [] {
  std::array<bool, 256> plain{};
  for (size_t c = 0x20; c < 0x7f; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

void appendEscape(std::string& out, unsigned char c) {
  static constexpr char kHex[] = "0123456789abcdef";
  if (c == '"' || c == '\\') {
    out += '\\';
    out += static_cast<char>(c);
  } else if (c == '\n') {
    out += "\\n";
  } else if (c == '\t') {
    out += "\\t";
  } else {
    out += "\\u00";
    out += kHex[c >> 4];
    out += kHex[c & 15];
  }
}

}  // namespace

void appendJsonString(std::string& out, std::string_view text) {
  out += '"';
  size_t kept = 0;  // the beginning of what can be appended as it is
  for (size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (kPlain[c]) {
      ++i;
      continue;
    }
    size_t bad = 1;
    const size_t length = c < 0x80 ? 0 : utf8Length(text, i, bad);
    if (length > 0 && !isHidden(text.substr(i, length))) {
      i += length;
      continue;
    }
    out += text.substr(kept, i - kept);
    if (c < 0x80) {
      appendEscape(out, c);
    } else if (length > 0) {
      appendHidden(out, text.substr(i, length));
    } else {
      out += kReplacement;
    }
    i += length > 0 ? length : bad;
    kept = i;
  }
  out += text.substr(kept);
  out += '"';
}

void JsonWriter::value(double number) {
  if (!std::isfinite(number)) return value(nullptr);
  std::array<char, 40> text;
  const int length = std::snprintf(text.data(), text.size(), "%.17g", number);
  raw({text.data(), static_cast<size_t>(length)});
}

}  // namespace tp
