#include "core/analysis/waits/times_of_joined.h"

#include <algorithm>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

namespace tp {
namespace {

class Builder {
 public:
  Builder(const WaitGraph& graph, const NameTable& names, const CallScope& scope, JoinedTimes& out, StateSums& sums)
      : graph_(graph), names_(names), scope_(scope), out_(out), sums_(sums) {}

  void add(const ThreadPair& pair) {
    out_.left.push_back(pair.kernel);
    out_.left.push_back(pair.program);
    JoinedTimes::Thread& thread = out_.threads.emplace_back();
    thread.thread = pair.program;
    Time until = 0;    // of the segment before
    bool off = false;  // the thread has had no CPU since it left it with `stack`
    uint32_t stack = 0;
    LaneItem time;  // goes on, if it has a length
    const auto end = [&] {
      if (time.end > time.begin) thread.times.add(time);
      time = {};
    };
    graph_.eachSegment(pair.kernel, [&](const WaitSegment& one) {
      const ThreadState state = one.kind.state;
      const bool follows = until == one.begin;
      if (!isOffCpu(state)) {
        off = false;
        stack = 0;
      } else if (!off || !follows) {
        off = true;
        stack = stackOf(one.kind.call, one.kind.stack);
      }
      until = one.end;
      const Time begin = scope_.clamp(one.begin), to = scope_.clamp(one.end);
      if (state == ThreadState::Unknown) sums_.unknown = plus(sums_.unknown, to - begin);
      if (to <= begin || !weighs(scope_.states, state)) return;
      const Time silent = std::min(one.silent, to - begin);
      sums_.assumed = plus(sums_.assumed, silent);
      // States that follow each other without the CPU are one time.
      if (time.end != begin || time.code != stack || time.end == time.begin) {
        end();
        time.begin = begin;
        time.code = stack;
      }
      time.end = to;
      time.silent = plus(time.silent, silent);
    });
    end();
  }

 private:
  // Returns the code of a system call and a stack below it; 0: neither is known.
  uint32_t stackOf(NameId call, uint32_t stack) {
    const std::span<const NameId> frames = graph_.stack(stack);
    if (call == kNoName && frames.empty()) return 0;
    const auto [known, fresh] = codes_.try_emplace({call, stack}, static_cast<uint32_t>(codes_.size() + 1));
    if (!fresh) return known->second;
    std::vector<uint32_t>& positions = out_.stacks.emplace_back();
    if (call != kNoName) positions.push_back(positionOf(call));
    for (const NameId frame : frames) positions.push_back(positionOf(frame));
    return known->second;
  }
  uint32_t positionOf(NameId name) {
    const auto [known, fresh] = positions_.try_emplace(name, static_cast<uint32_t>(out_.names.size()));
    if (fresh) out_.names.emplace_back(names_.view(name));
    return known->second;
  }

  const WaitGraph& graph_;
  const NameTable& names_;
  const CallScope& scope_;
  JoinedTimes& out_;
  StateSums& sums_;
  std::map<std::pair<NameId, uint32_t>, uint32_t> codes_;
  std::unordered_map<NameId, uint32_t> positions_;
};

}  // namespace

JoinedTimes timesOfJoined(const WaitGraph& graph, const TraceIndex& index, const CallScope& scope, StateSums& sums) {
  JoinedTimes out;
  Builder builder(graph, index.names(), scope, out, sums);
  for (const ThreadPair& pair : graph.paired)
    if (scope.means(pair.program, index.tracks()[pair.program].key.tid)) builder.add(pair);
  return out;
}

}  // namespace tp
