// Of the streams that are merged into the threads of a kernel trace: when each recorded its latest event, and which of
// them tells of the switches of a CPU, so that what it lost makes unknown who runs there.
#pragma once

#include <algorithm>
#include <vector>

#include "core/index/record.h"
#include "core/io/wire.h"
#include "core/kernel/cpu_limit.h"

namespace tp::kernel {

class RecordedInputs {
 public:
  explicit RecordedInputs(size_t inputs) : latest_(inputs, kNotWoken), goesOn_(inputs, kNotWoken) {}

  void saw(size_t input, Time time) { latest_[input] = std::max(latest_[input], time); }
  // Records were lost up to the next one, at this time. What comes before the first is no loss.
  void lost(size_t input, Time time) {
    if (latest_[input] != kNotWoken) goesOn_[input] = std::max(goesOn_[input], time);
  }
  // Whether some were lost after this time, at which it recorded something.
  bool lostSince(size_t input, Time time) const { return input < goesOn_.size() && goesOn_[input] > time; }
  // kNotWoken: it has recorded nothing yet.
  Time latest(size_t input) const { return latest_[input]; }
  void sawSwitch(size_t input, uint32_t cpu) {
    if (cpu >= kMostCpus) return;
    if (cpu >= switches_.size()) switches_.resize(cpu + size_t{1}, kNone);
    if (switches_[cpu] == kNone) switches_[cpu] = static_cast<uint32_t>(input);
  }
  // Whether who runs on the CPU is known by this input, as far as has been seen.
  bool tellsWhoRuns(size_t input, uint32_t cpu) const {
    return cpu >= switches_.size() || switches_[cpu] == kNone || switches_[cpu] == input;
  }
  // Whether that one is known, and has recorded something.
  bool toldWhoRuns(uint32_t cpu) const {
    return cpu < switches_.size() && switches_[cpu] != kNone && latest_[switches_[cpu]] != kNotWoken;
  }

  void save(WireWriter& out) const {
    out.putArray(latest_);
    out.putArray(goesOn_);
    out.putArray(switches_);
  }
  // False where it is not what save() wrote.
  bool restore(WireReader& in) {
    const size_t inputs = latest_.size();
    latest_.clear();
    goesOn_.clear();
    switches_.clear();
    in.getArray(latest_);
    in.getArray(goesOn_);
    in.getArray(switches_);
    const bool fits = !in.failed() && latest_.size() == inputs && goesOn_.size() == inputs;
    latest_.resize(inputs, kNotWoken);
    goesOn_.resize(inputs, kNotWoken);
    return fits;
  }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};

  std::vector<Time> latest_;
  std::vector<Time> goesOn_;        // when the first record behind the latest loss came
  std::vector<uint32_t> switches_;  // by CPU: the first input that told of a switch there
};

}  // namespace tp::kernel
