#include "core/formats/uftrace/extern_line.h"

#include <charconv>

namespace tp::uftrace {

bool takeTime(std::string_view& line, Time& time) {
  uint64_t seconds = 0, fraction = 0;
  auto [dot, error] = std::from_chars(line.data(), line.data() + line.size(), seconds);
  const char* end = line.data() + line.size();
  if (error != std::errc()) return false;
  int digits = 0;
  if (dot != end && *dot == '.')
    for (++dot; dot != end && *dot >= '0' && *dot <= '9'; ++dot, ++digits)
      if (digits < 9) fraction = fraction * 10 + static_cast<uint64_t>(*dot - '0');
  for (; digits < 9; ++digits) fraction *= 10;
  time = clampTime(static_cast<int64_t>(seconds * 1000000000u + fraction));
  line.remove_prefix(static_cast<size_t>(dot - line.data()));
  return true;
}

std::string_view trim(std::string_view text) {
  size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace tp::uftrace
