// For the streams that are merged into the threads of a kernel trace: when each recorded its latest event, and which of
// them reports the switches of a CPU, so that a loss there makes unknown who runs on it.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/decode/record.h"
#include "core/io/wire.h"
#include "core/kernel/cpu_limit.h"

namespace tp::kernel {

class RecordedInputs {
 public:
  explicit RecordedInputs(size_t inputs)
      : first_(inputs, kNotWoken), latest_(inputs, kNotWoken), goesOn_(inputs, kNotWoken), losing_(inputs) {}

  void saw(size_t input, Time time) {
    if (latest_[input] == kNotWoken) sawFirst(input, time);
    latest_[input] = std::max(latest_[input], time);
    end_ = std::max(end_, time);
  }
  // Records were lost before the input's next record, which is at `time`. Ignored before the input's first record.
  void lost(size_t input, Time time) {
    if (latest_[input] == kNotWoken) return;
    goesOn_[input] = std::max(goesOn_[input], time);
    losing_[input] = 1;
  }
  // Whether the current record is the first after a loss; true once for each loss.
  bool goesOn(size_t input) { return std::exchange(losing_[input], uint8_t{0}) != 0; }
  // Whether records were lost after `time`, at which the input recorded something.
  bool lostSince(size_t input, Time time) const { return input < goesOn_.size() && goesOn_[input] > time; }
  // Whether any input lost records after `time`.
  bool anyLostSince(Time time) const {
    return std::any_of(goesOn_.begin(), goesOn_.end(), [time](Time at) { return at > time; });
  }
  // kNotWoken if it has recorded nothing yet.
  Time first(size_t input) const { return first_[input]; }
  Time latest(size_t input) const { return latest_[input]; }
  // Over all inputs; begin > end if none has recorded anything yet.
  Time begin() const { return begin_; }
  Time end() const { return end_; }
  // If several inputs record a CPU: sets the input that will report the CPU's first switch, or kNone if none is known
  // to. Until that switch, no other input determines who runs there.
  static constexpr uint32_t kNone = ~uint32_t{0};
  void expectSwitches(uint32_t cpu, uint32_t input) {
    if (cpu >= kMaxCpus) return;
    if (cpu >= expected_.size()) expected_.resize(cpu + size_t{1}, kAnyone);
    expected_[cpu] = input;
  }
  // Whether it is known that none of the CPU's inputs will report a switch, and none has.
  bool neverTold(uint32_t cpu) const {
    return cpu < expected_.size() && expected_[cpu] == kNone && (cpu >= switches_.size() || switches_[cpu] == kNone);
  }
  // Returns whether this is the CPU's first switch.
  bool sawSwitch(size_t input, uint32_t cpu) {
    if (cpu >= kMaxCpus) return false;
    if (cpu >= switches_.size()) switches_.resize(cpu + size_t{1}, kNone);
    if (switches_[cpu] != kNone) return false;
    switches_[cpu] = static_cast<uint32_t>(input);
    return true;
  }
  // Whether a switch has been reported of any CPU.
  bool anySwitch() const {
    return std::any_of(switches_.begin(), switches_.end(), [](uint32_t input) { return input != kNone; });
  }
  // Whether this input has reported the CPU's first switch.
  bool hasSwitches(size_t input, uint32_t cpu) const { return cpu < switches_.size() && switches_[cpu] == input; }
  // Whether this input determines who runs on the CPU, as far as is known.
  bool tellsWhoRuns(size_t input, uint32_t cpu) const {
    if (cpu < switches_.size() && switches_[cpu] != kNone) return switches_[cpu] == input;
    return cpu >= expected_.size() || expected_[cpu] == kAnyone || expected_[cpu] == input;
  }
  // Whether an input has reported the CPU's first switch and has recorded something.
  bool toldWhoRuns(uint32_t cpu) const {
    return cpu < switches_.size() && switches_[cpu] != kNone && latest_[switches_[cpu]] != kNotWoken;
  }

  // For a CPU whose inputs have all ended: returns until when it is known who runs there. `last` is the time of the
  // CPU's latest record.
  Time knownUntil(uint32_t cpu, Time last) const {
    if (cpu >= switches_.size() || switches_[cpu] == kNone || losing_[switches_[cpu]] == 0) return last;
    return std::min(last, latest_[switches_[cpu]]);
  }

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.begin_, self.end_, sameSize(self.first_), sameSize(self.latest_), sameSize(self.goesOn_));
    wire(sameSize(self.losing_), self.switches_);
    for (uint32_t input : self.switches_) wire.require(input == kNone || input < self.first_.size());
  }

 private:
  static constexpr uint32_t kAnyone = kNone - 1;

  [[gnu::noinline]] void sawFirst(size_t input, Time time) {
    first_[input] = time;
    begin_ = std::min(begin_, time);
  }

  Time begin_ = std::numeric_limits<Time>::max();
  Time end_ = kNotWoken;
  std::vector<Time> first_;
  std::vector<Time> latest_;
  std::vector<Time> goesOn_;        // time of the first record after the latest loss
  std::vector<uint8_t> losing_;     // whether that record is yet to come
  std::vector<uint32_t> switches_;  // by CPU: the input that reported its first switch
  std::vector<uint32_t> expected_;  // by CPU: the input that will do so
};

}  // namespace tp::kernel
