// Of the streams that are merged into the threads of a kernel trace: when each recorded its latest event, and which of
// them tells of the switches of a CPU, so that what it lost makes unknown who runs there.
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
  // Records were lost up to the next one, at this time. What comes before the first is no loss.
  void lost(size_t input, Time time) {
    if (latest_[input] == kNotWoken) return;
    goesOn_[input] = std::max(goesOn_[input], time);
    losing_[input] = 1;
  }
  // Whether the record at hand is the first after a loss; once for each.
  bool goesOn(size_t input) { return std::exchange(losing_[input], uint8_t{0}) != 0; }
  // Whether some were lost after this time, at which it recorded something.
  bool lostSince(size_t input, Time time) const { return input < goesOn_.size() && goesOn_[input] > time; }
  // kNotWoken: it has recorded nothing yet.
  Time first(size_t input) const { return first_[input]; }
  Time latest(size_t input) const { return latest_[input]; }
  // Of all of them; begin > end: none has recorded anything yet.
  Time begin() const { return begin_; }
  Time end() const { return end_; }
  // Of CPUs that several inputs record: the one that will tell of the CPU's first switch, or kNone where none is known
  // to. Until that switch no other tells who runs.
  static constexpr uint32_t kNone = ~uint32_t{0};
  void expectSwitches(uint32_t cpu, uint32_t input) {
    if (cpu >= kMaxCpus) return;
    if (cpu >= expected_.size()) expected_.resize(cpu + size_t{1}, kAnyone);
    expected_[cpu] = input;
  }
  // Returns whether that is the first one of the CPU.
  bool sawSwitch(size_t input, uint32_t cpu) {
    if (cpu >= kMaxCpus) return false;
    if (cpu >= switches_.size()) switches_.resize(cpu + size_t{1}, kNone);
    if (switches_[cpu] != kNone) return false;
    switches_[cpu] = static_cast<uint32_t>(input);
    return true;
  }
  // Whether it is the one that has told of the CPU's switches.
  bool hasSwitches(size_t input, uint32_t cpu) const { return cpu < switches_.size() && switches_[cpu] == input; }
  // Whether who runs on the CPU is known by this input, as far as has been seen.
  bool tellsWhoRuns(size_t input, uint32_t cpu) const {
    if (cpu < switches_.size() && switches_[cpu] != kNone) return switches_[cpu] == input;
    return cpu >= expected_.size() || expected_[cpu] == kAnyone || expected_[cpu] == input;
  }
  // Whether that one is known, and has recorded something.
  bool toldWhoRuns(uint32_t cpu) const {
    return cpu < switches_.size() && switches_[cpu] != kNone && latest_[switches_[cpu]] != kNotWoken;
  }

  // Of a CPU whose inputs have all ended: until when it is known who runs there. `last`: the CPU's latest record.
  Time knownUntil(uint32_t cpu, Time last) const {
    if (cpu >= switches_.size() || switches_[cpu] == kNone || losing_[switches_[cpu]] == 0) return last;
    return std::min(last, latest_[switches_[cpu]]);
  }

  void save(WireWriter& out) const {
    out.put(begin_);
    out.put(end_);
    out.putArray(first_);
    out.putArray(latest_);
    out.putArray(goesOn_);
    out.putArray(losing_);
    out.putArray(switches_);
  }
  // False where it is not what save() wrote.
  bool restore(WireReader& in) {
    const size_t inputs = latest_.size();
    begin_ = in.get<Time>();
    end_ = in.get<Time>();
    first_.clear();
    latest_.clear();
    goesOn_.clear();
    losing_.clear();
    switches_.clear();
    in.getArray(first_);
    in.getArray(latest_);
    in.getArray(goesOn_);
    in.getArray(losing_);
    in.getArray(switches_);
    const bool fits = !in.failed() && first_.size() == inputs && latest_.size() == inputs && goesOn_.size() == inputs &&
                      losing_.size() == inputs;
    losing_.resize(inputs);
    first_.resize(inputs, kNotWoken);
    latest_.resize(inputs, kNotWoken);
    goesOn_.resize(inputs, kNotWoken);
    return fits;
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
  std::vector<Time> goesOn_;        // when the first record behind the latest loss came
  std::vector<uint8_t> losing_;     // that one is yet to come
  std::vector<uint32_t> switches_;  // by CPU: the first input that told of a switch there
  std::vector<uint32_t> expected_;  // by CPU: which one will be that
};

}  // namespace tp::kernel
