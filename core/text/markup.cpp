#include "core/text/markup.h"

#include "core/text/visible_text.h"

namespace tp {

std::string markupText(std::string_view text) {
  std::string out;
  // XML has no U+FFFE and U+FFFF, not even escaped.
  auto isNone = [](std::string_view sequence) { return sequence == "\xef\xbf\xbe" || sequence == "\xef\xbf\xbf"; };
  const std::string visible = visibleText(text);
  for (size_t i = 0; i < visible.size(); ++i) {
    if (isNone(std::string_view(visible).substr(i, 3))) {
      out += "\xef\xbf\xbd";
      i += 2;
      continue;
    }
    const char c = visible[i];
    const char* entity = c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : nullptr;
    if (entity != nullptr) {
      out += entity;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace tp
