#include "core/joint/join_options.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace tp {
namespace {

constexpr std::string_view kOnly = "only ";

template <class Number>
bool takeNumber(std::string_view& text, Number& out) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return error == std::errc();
}

}  // namespace

Time JoinOptions::shiftOf(uint32_t number) const {
  for (const auto& [trace, shift] : shifts)
    if (trace == number) return shift;
  return 0;
}

void JoinOptions::setShift(uint32_t number, Time shift) {
  for (size_t i = 0; i < shifts.size(); ++i) {
    if (shifts[i].first != number) continue;
    shifts.erase(shifts.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  if (shift != 0) shifts.emplace_back(number, shift);
}

// The folder comes last, because its name may have any character.
std::string JoinOptions::text() const {
  std::string out;
  if (together) out += "together ";
  if (lastIsTrace) out += "last-is-trace ";
  for (uint32_t number : keep) out += "keep " + std::to_string(number) + " ";
  for (const auto& [number, shift] : shifts)
    out += "shift " + std::to_string(number) + " " + std::to_string(shift) + " ";
  if (!machine.empty()) out += "machine " + machine + " ";
  if (!only.empty()) (out += kOnly) += only;
  return out;
}

JoinOptions JoinOptions::of(std::string_view text) {
  JoinOptions out;
  while (!text.empty()) {
    if (text.substr(0, kOnly.size()) == kOnly) {
      out.only = text.substr(kOnly.size());
      break;
    }
    std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    uint32_t number = 0;
    Time shift = 0;
    if (word == "together") out.together = true;
    if (word == "last-is-trace") out.lastIsTrace = true;
    if (word == "keep" && takeNumber(text, number)) out.keep.push_back(number);
    if (word == "machine") {
      out.machine = text.substr(0, text.find(' '));
      text.remove_prefix(std::min(text.size(), out.machine.size() + 1));
    }
    if (word == "shift" && takeNumber(text, number) && takeNumber(text, shift)) out.setShift(number, clampTime(shift));
  }
  return out;
}

}  // namespace tp
