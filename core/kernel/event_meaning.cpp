#include "core/kernel/event_meaning.h"

namespace tp::kernel {

int8_t EventMeaning::fieldOf(std::string_view name) const {
  for (size_t i = 0; i < kFields; ++i) {
    std::string_view wanted = fields[i];
    size_t bar = wanted.find('|');
    if (wanted.empty() || name.empty()) continue;
    if (name == wanted ||
        (bar != std::string_view::npos && (name == wanted.substr(0, bar) || name == wanted.substr(bar + 1))))
      return static_cast<int8_t>(i);
  }
  return -1;
}

}  // namespace tp::kernel
