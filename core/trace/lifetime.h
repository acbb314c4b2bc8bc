// When a thread was made and when it ended, as records say, and who made it.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "core/trace/trace_info.h"

namespace tp {

// Records may be reported in any order, and again and again: the result is the same.
//
// A track has all threads of an id, one after the other. What records say of one of them must not be taken for the
// others: if there are several, nothing is told.
class Lifetime {
 public:
  // What tells that a thread was made. The kernel's record of the fork is what counts. The other one may tell of the
  // same fork some time before or after it: trace-cmd's task_newtask, the line FORK of uftrace's task.txt.
  enum class Source : uint8_t { Fork, Other };

  static Lifetime madeAt(Time time, Source source, int64_t maker = kNobody) {
    Lifetime told;
    told.made_[static_cast<size_t>(source)] = time;
    told.maker_ = maker;
    return told;
  }
  static Lifetime endedAt(Time time) {
    Lifetime told;
    told.ended_ = time;
    return told;
  }
  // Who made a process, if it is not known when.
  static Lifetime madeBy(int64_t maker) {
    Lifetime told;
    told.maker_ = maker;
    return told;
  }
  // The id was given to a further thread.
  static Lifetime another() {
    Lifetime told;
    told.several_ = true;
    return told;
  }

  // In clock units; nullopt if no record says it.
  std::optional<Time> made() const {
    if (several()) return std::nullopt;
    const Time time = made_[0] != kNotTold ? made_[0] : made_[1];
    return time != kNotTold ? std::optional(time) : std::nullopt;
  }
  std::optional<Time> ended() const { return several() || ended_ == kNotTold ? std::nullopt : std::optional(ended_); }
  // Of a thread, the id of the thread that made it; of a process, the id of the process.
  std::optional<int64_t> maker() const { return several() || maker_ == kNobody ? std::nullopt : std::optional(maker_); }
  // Whether the id is known to have been that of several threads.
  bool several() const { return several_ || (ended_ != kNotTold && std::max(made_[0], made_[1]) > ended_); }

  // Adds what another one says. Returns whether anything has changed.
  bool add(const Lifetime& more) {
    const Lifetime before = *this;
    several_ = several_ || more.several_;
    for (size_t i = 0; i < made_.size(); ++i) addOne(made_[i], more.made_[i], kNotTold);
    addOne(ended_, more.ended_, kNotTold);
    addOne(maker_, more.maker_, kNobody);
    return !(*this == before);
  }
  // Returns the same on another clock: `at` translates a time.
  template <class At>
  Lifetime translated(const At& at) const {
    Lifetime there = *this;
    for (Time* time : {&there.made_[0], &there.made_[1], &there.ended_})
      if (*time != kNotTold) *time = at(*time);
    return there;
  }

  bool operator==(const Lifetime&) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.made_, self.ended_, self.maker_, self.several_);
  }

 private:
  static constexpr Time kNotTold = std::numeric_limits<Time>::min();
  static constexpr int64_t kNobody = -1;

  // Two records that say different things are of two threads.
  void addOne(int64_t& mine, int64_t theirs, int64_t none) {
    if (theirs == none || theirs == mine) return;
    several_ = several_ || mine != none;
    mine = mine == none ? theirs : std::min(mine, theirs);
  }

  std::array<Time, 2> made_{kNotTold, kNotTold};  // by Source
  Time ended_ = kNotTold;
  int64_t maker_ = kNobody;
  bool several_ = false;
};

}  // namespace tp
