// Texts in quotes, as the language of filters takes them.
#pragma once

#include <string>
#include <string_view>

namespace tp {

// Returns the text in quotes, with a backslash before each quote and backslash in it.
inline std::string quotedText(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

}  // namespace tp
