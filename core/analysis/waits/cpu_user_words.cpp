#include "core/analysis/waits/cpu_user_words.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/analysis/waits/cpu_use.h"
#include "core/kernel/softirqs.h"
#include "core/trace/priority.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

constexpr size_t kShownUsers = 4;

// What is known of the turns of a thread: " (priority 120)". `uncertain`: when they began or ended was not recorded.
std::string turnsText(const std::vector<int32_t>& priorities, bool uncertain) {
  std::string text;
  for (const int32_t priority : priorities) text += (text.empty() ? "" : ", ") + priorityText(priority);
  if (!text.empty()) text.insert(0, priorities.size() == 1 ? "priority " : "priorities ");
  if (uncertain) text += std::string(text.empty() ? "" : "; ") + "a switch is missing";
  return text.empty() ? text : " (" + text + ")";
}

// Appends who had the CPU that a thread waited for.
class Users {
 public:
  Users(const WaitContext& context, const PathSegment& segment) : context_(context), segment_(segment) {}

  // Who had it the longest comes first, be it nobody. `brief`: as a list tells it that has little room.
  WaitWords words(const CpuWork* work, bool brief = false) {
    brief_ = brief;
    if (work != nullptr)
      add(*work);
    else
      add();
    const WaitWords users = std::exchange(out_, {});
    const Time left = std::max<Time>(0, rest_);
    const CpuRest rests = work != nullptr ? restOf(*work, segment_.length()) : CpuRest{0, 0, left};
    if (rests.idle > 0) addUse("idle ", rests.idle, kNoTrack, "");
    if (rests.notRecorded > 0) addUse("not recorded ", rests.notRecorded, kNoTrack, "");
    if (rests.other > 0)
      addUse(work != nullptr ? "idle or not recorded " : "idle, interrupts or not recorded ", rests.other, kNoTrack,
             "");
    const WaitWords rest = std::exchange(out_, {});
    const bool restFirst = left > longest_;
    const WaitWords& first = restFirst ? rest : users;
    const WaitWords& second = restFirst ? users : rest;
    out_.add(first);
    if (!first.empty() && !second.empty()) out_.add(", ");
    out_.add(second);
    if (more_ > 0) addUse(std::to_string(more_) + (more_ == 1 ? " other " : " others "), moreTime_, kNoTrack, "");
    return std::move(out_);
  }

 private:
  void addUse(const std::string& who, Time time, TrackId track, const std::string& behind) {
    if (!out_.empty()) out_.add(", ");
    const std::string text = brief_
                                 ? durationText(time, context_.index.info().clock) + " " + who.substr(0, who.size() - 1)
                                 : who + durationText(time, context_.index.info().clock) + behind;
    if (track == kNoTrack)
      out_.add(text);
    else
      out_.add(text, track, segment_.begin);
  }
  bool shown(Time time) {
    rest_ -= time;
    longest_ = std::max(longest_, time);
    if (count_++ < kShownUsers) return true;
    ++more_;
    moreTime_ += time;
    return false;
  }
  void add(const CpuWork& work) {
    const TraceIndex& index = context_.index;
    for (const CpuWork::Row& row : work.rows) {
      if (row.time <= 0 || !shown(row.time)) continue;
      const NameId name = row.names.empty() ? kNoName : row.names.front();
      const TrackId thread = threadOfRow(index.tracks(), segment_.thread, row);
      std::string who =
          thread != kNoTrack ? threadAndId(context_.index.tracks(), thread) : std::string(index.names().view(name));
      if (thread == kNoTrack && row.tid >= 0) who += " " + std::to_string(row.tid);
      if (row.interrupt) who = interruptOnCpu(who);
      addUse(who + (row.interrupt || brief_ ? " " : " ran "), row.time, thread,
             turnsText(row.priorities, row.uncertain));
    }
  }
  void add() {
    CpuUse use;
    use.add(context_.graph, context_.index.tracks(), segment_.thread, segment_.cpu, segment_.begin, segment_.end);
    use.finish(context_.index.tracks());
    for (const CpuUser& user : use.users)
      if (shown(user.time))
        addUse(threadAndId(context_.index.tracks(), user.thread) + (brief_ ? " " : " ran "), user.time, user.thread,
               turnsText(user.priorities, user.uncertain));
  }

  const WaitContext& context_;
  const PathSegment& segment_;
  WaitWords out_;
  Time rest_ = segment_.length(), moreTime_ = 0, longest_ = 0;
  bool brief_ = false;
  size_t count_ = 0, more_ = 0;
};

// The thread that ran on a CPU at a time; kNoTrack if none is known to have.
TrackId runnerAt(const WaitContext& context, const TrackKey& cpu, Time at) {
  std::vector<CpuTurn> turns;
  context.graph.turns({cpu.trace, cpu.label, cpu.cpu}, at, at + 1, turns);
  return turns.empty() || turns.front().kind.thread >= context.index.tracks().size() ? kNoTrack
                                                                                     : turns.front().kind.thread;
}

}  // namespace

std::string interruptOnCpu(std::string_view handler) {
  return interruptName(kernel::isSoftirq(handler) ? WakeContext::Softirq : WakeContext::Irq, handler);
}

TrackId threadOfRow(const TrackTable& tracks, TrackId other, const CpuWork::Row& row) {
  if (row.tid < 0) return kNoTrack;
  TrackKey key = tracks[other].key;
  key.kind = TrackKind::Thread;
  key.cpu = -1;
  key.tid = row.tid;
  return tracks.find(key);
}

CpuRest restOf(const CpuWork& work, Time length) {
  CpuRest rest;
  const Time left = std::max<Time>(0, length - work.sum());
  rest.idle = std::min(work.idle, left);
  rest.notRecorded = std::min(work.notRecorded, left - rest.idle);
  rest.other = left - rest.idle - rest.notRecorded;
  return rest;
}

WaitWords cpuUsersWords(const WaitContext& context, const PathSegment& segment, const CpuWork* work, bool brief) {
  return Users(context, segment).words(work, brief);
}

WaitWords pendingWords(const WaitContext& context, const PendingSoftirq& one, const CpuWork* work,
                       const CpuWork* raising) {
  const TrackTable& tracks = context.index.tracks();
  PathSegment segment;
  segment.begin = one.raised;
  segment.end = one.entered;
  segment.thread = one.cpu;
  segment.kind = PathKind::CpuWait;
  segment.cpu = tracks[one.cpu].key.cpu;
  WaitWords out;
  out.add(std::string(one.name) + " was pending " + durationText(segment.length(), context.index.info().clock) +
          " on ");
  out.add(tracks[one.cpu].name, one.cpu, one.raised);
  const TrackId by = runnerAt(context, tracks[one.cpu].key, one.raised);
  out.add(": raised ");
  for (const CpuWork::Row& row : raising != nullptr ? raising->rows : std::vector<CpuWork::Row>())
    if (row.interrupt && row.time > 0 && !row.names.empty())
      out.add("in " + interruptOnCpu(context.index.names().view(row.names.front())) + " ");
  out.add("while ");
  if (by != kNoTrack) {
    out.add(threadAndId(tracks, by), by, one.raised);
    out.add(" ran there");
  } else {
    out.add(raising != nullptr && raising->idleWithInterrupts > 0 ? "the CPU was idle"
                                                                  : "no thread is known to have run there");
  }
  const WaitWords users = cpuUsersWords(context, segment, work);
  if (users.empty()) return out;
  out.add("; meanwhile ");
  out.add(users);
  return out;
}

}  // namespace tp
