#include "core/formats/tracecmd/task_states.h"

#include <charconv>

namespace tp::tracecmd {
namespace {

using kernel::ThreadState;

ThreadState stateOfLetter(char letter) {
  switch (letter) {
    case 'S':
      return ThreadState::Sleeping;
    case 'D':
    case 'K':
      return ThreadState::Uninterruptible;
    case 'T':
      return ThreadState::Stopped;
    case 't':
      return ThreadState::Traced;
    case 'X':
    case 'x':
    case 'Z':
      return ThreadState::Dead;
    case 'P':
      return ThreadState::Parked;
    case 'I':
      return ThreadState::Idle;
    default:
      return ThreadState::Runnable;
  }
}

}  // namespace

// The letters are in the print format, in the table of a __print_flags(): { 0x0001, "S" }, { 0x0002, "D" }, ...
TaskStates::TaskStates(const Events& events) {
  byBit_.fill(ThreadState::Sleeping);
  const Event* event = events.first(Meaning::SchedSwitch);
  if (event == nullptr) return;
  field_ = event->format.find("prev_state");
  std::string_view text = event->format.print;
  for (size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
    size_t digits = text.find_first_not_of(" ", at + 1);
    size_t quote = text.find('"', at);
    if (digits == std::string_view::npos || quote == std::string_view::npos || quote + 1 >= text.size()) return;
    bool hex = text.substr(digits, 2) == "0x";
    uint64_t bits = 0;
    const char* from = text.data() + digits + (hex ? 2 : 0);
    if (std::from_chars(from, text.data() + quote, bits, hex ? 16 : 10).ec != std::errc()) continue;
    if (bits == 0 || (bits & (bits - 1)) != 0 || bits >> byBit_.size() != 0) continue;
    byBit_[static_cast<size_t>(__builtin_ctzll(bits))] = stateOfLetter(text[quote + 1]);
  }
}

// The lowest bit decides; other bits only add detail. If there is none, or only bits above the table ("R+"), the thread
// was preempted.
ThreadState TaskStates::of(int64_t prevState) const {
  constexpr uint64_t kReported = 0xff;
  uint64_t bits = static_cast<uint64_t>(prevState) & kReported;
  return bits == 0 ? ThreadState::Runnable : byBit_[static_cast<size_t>(__builtin_ctzll(bits))];
}

}  // namespace tp::tracecmd
