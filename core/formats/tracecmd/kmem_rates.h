// The memory that the kernel allocates, as rates: bytes per second over windows of about a millisecond.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/io/wire.h"
#include "core/trace/trace_info.h"

namespace tp::tracecmd {

class KmemRates {
 public:
  enum class Kind : uint8_t { Objects, Pages };
  static constexpr int kWindowBits = 20;  // A window takes 2^kWindowBits nanoseconds.

  // Returns true if the record begins a new window. `rate` is then that of the window before, in bytes per second.
  bool add(Kind kind, Time time, uint64_t bytes, int64_t& rate) {
    State& state = states_[static_cast<size_t>(kind)];
    Time window = time >> kWindowBits;
    bool over = state.window != window && state.started;
    // A damaged record may claim any number of bytes.
    constexpr double kMaxRate = 9e18;
    rate = static_cast<int64_t>(std::min(state.bytes * (1e9 / static_cast<double>(1 << kWindowBits)), kMaxRate));
    if (over || !state.started) state.bytes = 0;
    state.started = true;
    state.window = window;
    state.bytes += static_cast<double>(bytes);
    return over;
  }

  // Forgets the current windows, after a gap in the records.
  void restart() {
    for (State& state : states_) state = {};
  }

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.states_);
  }

 private:
  struct State {
    Time window = 0;
    double bytes = 0;
    bool started = false;

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.window, self.bytes, self.started);
    }
  };
  std::array<State, 2> states_;
};

}  // namespace tp::tracecmd
