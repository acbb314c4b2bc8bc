#include "core/analysis/waits/wait_words.h"

#include <algorithm>
#include <utility>

#include "core/analysis/waits/cpu_user_words.h"
#include "core/analysis/waits/interrupt_source.h"
#include "core/analysis/waits/request_words.h"
#include "core/kernel/softirqs.h"
#include "core/trace/cpu_track.h"
#include "core/trace/priority.h"
#include "core/trace/sums.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

constexpr size_t kShownShares = 6;

std::string lengthText(const WaitContext& context, Time length, bool atMost = false) {
  return durationText(length, context.index.info().clock, atMostIf(atMost));
}

// In brackets if records are missing at an end of what it sums up.
std::string timeOf(const WaitContext& context, const PathShare& share) {
  const std::string text = lengthText(context, share.time, share.atMost);
  return share.uncertain && share.kind != PathKind::NotKnown ? "(" + text + ")" : text;
}

// " in read", " in futex (in pthread_join)": the calls that a thread was in, the system call and that of its program.
// Empty if there was none, or if it is not known. `of` has both.
template <class Of>
std::string callText(const WaitContext& context, const Of& of) {
  const NameTable& names = context.index.names();
  if (of.call == kNoName && of.userCall == kNoName) return {};
  std::string text = " in " + std::string(names.view(of.call != kNoName ? of.call : of.userCall));
  if (of.call != kNoName && of.userCall != kNoName) text += " (in " + std::string(names.view(of.userCall)) + ")";
  return text;
}

std::string threadText(const WaitContext& context, TrackId thread) {
  return threadAndId(context.index.tracks(), thread);
}

// "slept", "was blocked (uninterruptible)".
const char* blockedText(ThreadState state) {
  switch (state) {
    case ThreadState::Sleeping:
      return "slept ";
    case ThreadState::Uninterruptible:
      return "was blocked (uninterruptible) ";
    case ThreadState::Stopped:
      return "was stopped ";
    case ThreadState::Traced:
      return "was stopped by a debugger ";
    case ThreadState::Parked:
      return "was parked ";
    case ThreadState::Idle:
      return "had no work ";
    case ThreadState::Unknown:
    case ThreadState::Running:
    case ThreadState::Runnable:
    case ThreadState::Dead:
      return "waited ";
  }
  return "waited ";
}

const char* stopText(PathStop stop) {
  switch (stop) {
    case PathStop::NoWaker:
      return "what woke it is not known, or was an idle CPU";
    case PathStop::NoWaking:
      return "no waking was recorded";
    case PathStop::TraceEnds:
      return "the trace ends before it is woken";
    case PathStop::NotRunning:
      return "what that thread did is not known";
    case PathStop::TooDeep:
      return "further wakers are not followed: there are too many";
    case PathStop::TooLong:
      return "the path has too many parts to be followed";
    case PathStop::None:
    case PathStop::Interrupt:
    case PathStop::NotMade:
      return "";
  }
  return "";
}

WaitWords cpuWaitWords(const WaitContext& context, const PathSegment& segment, const CpuWork* work) {
  WaitWords out;
  out.add((segment.preempted ? "lost its CPU and waited " : "waited ") +
          lengthText(context, segment.length(), segment.atMost) + " for ");
  const std::string cpu = segment.cpu >= 0 ? "CPU " + std::to_string(segment.cpu) : "a CPU";
  const TrackKey& key = context.index.tracks()[segment.thread].key;
  out.add(cpu, trackOfCpu(context.index.tracks(), segment.cpu, key.trace, key.label), segment.begin);
  const WaitWords users = segment.cpu >= 0 ? cpuUsersWords(context, segment, work) : WaitWords();
  if (users.empty()) return out;
  out.add(": ");
  out.add(users);
  return out;
}

WaitWords unknownWords(const WaitContext& context, const PathSegment& segment) {
  WaitWords out;
  if (segment.stop == PathStop::NotMade) {
    out.add("it had not been made yet, for " + lengthText(context, segment.length()));
    return out;
  }
  out.add("it is not known what it did for " + lengthText(context, segment.length()));
  const std::string lost = lostText(context.index, segment.thread, segment.begin, segment.end);
  if (!lost.empty()) out.add(": " + lost);
  if (segment.stop != PathStop::None) out.add(std::string(": ") + stopText(segment.stop));
  return out;
}

// Of a wait whose waking was not recorded: what was lost meanwhile. Empty if nothing is known to be.
std::string lostWords(const WaitContext& context, const PathSegment& segment) {
  const std::string lost = lostText(context.index, segment.thread, segment.begin, segment.end);
  return lost.empty() ? lost : ", and " + lost + " meanwhile";
}

// What a thread did, without its name.
WaitWords ownWords(const WaitContext& context, const PathSegment& segment, const CpuWork* work) {
  WaitWords out;
  switch (segment.kind) {
    case PathKind::Running:
      out.add("ran " + lengthText(context, segment.length(), segment.atMost));
      if (segment.cpu >= 0) out.add(" on CPU " + std::to_string(segment.cpu));
      break;
    case PathKind::CpuWait:
      out = cpuWaitWords(context, segment, work);
      break;
    case PathKind::Blocked:
      out.add(blockedText(segment.state) + lengthText(context, segment.length(), segment.atMost) +
              callText(context, segment));
      if (segment.by) {
        out.add(", woken by ");
        out.add(wakerWords(context, *segment.by, segment.end));
      }
      if (segment.requests != 0)
        out.add(requestsText(context.graph.requests(segment.requests), segment.end, context.index.info().clock));
      if (*stopText(segment.stop) != 0) out.add(std::string("; ") + stopText(segment.stop));
      if (saysLost(segment)) out.add(lostWords(context, segment));
      break;
    case PathKind::NotKnown:
      out = unknownWords(context, segment);
      break;
    case PathKind::Ended:
      out.add("had ended for " + lengthText(context, segment.length()));
      break;
  }
  if (segment.uncertain && segment.kind != PathKind::NotKnown) out.add(" (records are missing at an end of it)");
  return out;
}

// The path of a wait that another thread ended: what that thread and others did meanwhile.
WaitWords holdersWords(const WaitContext& context, const CriticalPath& path, TrackId waker) {
  WaitWords out;
  const TrackTable& tracks = context.index.tracks();
  const std::vector<PathShare> shares = pathShares(path, tracks, context.index.names());
  size_t shown = 0;
  Time rest = 0;
  for (const PathShare& share : shares) {
    if (shown++ >= kShownShares) {
      rest = plus(rest, share.time);
      continue;
    }
    out.add(out.empty() ? ": meanwhile " : ", ");
    const std::string who = share.thread == waker ? threadAndId(tracks, waker) + " was " : std::string();
    const std::string what = who + shareText(context, share, waker);
    out.add(timeOf(context, share) + " " + what, share.thread, path.front().begin);
  }
  if (rest > 0) out.add(", " + lengthText(context, rest) + " others");
  return out;
}

}  // namespace

void WaitWords::add(std::string_view text) {
  if (!parts.empty() && parts.back().track == kNoTrack)
    parts.back().text += text;
  else
    parts.push_back({std::string(text), kNoTrack, 0});
}

std::string WaitWords::text() const {
  std::string all;
  for (const Part& part : parts) all += part.text;
  return all;
}

std::string interruptWords(const NameTable& names, const WaitEnd& by) {
  const std::string text = interruptName(by.context, names.view(by.handler));
  if (by.handler == kNoName) return "a " + text + " of unknown handler";
  const std::string_view source = interruptSource(names.view(by.handler));
  return source.empty() ? text : text + " (" + std::string(source) + ")";
}

WaitWords wakerWords(const WaitContext& context, const WaitEnd& by, Time at) {
  WaitWords out;
  if (by.interrupt())
    out.add(interruptWords(context.index.names(), by));
  else if (by.thread == kNoTrack)
    out.add(threadText(context, by.thread));
  else
    out.add(threadText(context, by.thread), by.thread, at);
  return out;
}

WaitWords segmentWords(const WaitContext& context, const PathSegment& segment, const CpuWork* work) {
  WaitWords out;
  out.add(threadText(context, segment.thread), segment.thread, segment.begin);
  out.add(segment.kind == PathKind::NotKnown ? ": " : " ");
  out.add(ownWords(context, segment, work));
  return out;
}

PathSegment wakeupSegment(const WaitContext& context, const WakeupLatency& one) {
  PathSegment segment;
  segment.begin = one.woken;
  segment.end = one.ran;
  segment.thread = one.thread;
  segment.kind = PathKind::CpuWait;
  segment.state = ThreadState::Runnable;
  segment.atMost = one.atMost;
  segment.by = WaitEnd{one.waker, one.context, one.handler};
  const WaitSegment next = WaitWalk(context.graph, one.thread).before(plus(one.ran, 1));
  if (next.begin == one.ran && next.kind.state == ThreadState::Running) segment.cpu = next.kind.cpu;
  return segment;
}

std::string cpuUsersText(const WaitContext& context, const PathSegment& segment, const CpuWork* work, bool brief) {
  return segment.cpu >= 0 ? cpuUsersWords(context, segment, work, brief).text() : std::string();
}

WaitWords waitWords(const WaitContext& context, TrackId thread, Time at, const CpuWork* work) {
  WaitWalk walk(context.graph, thread);
  const WaitSegment segment = walk.before(plus(at, 1));
  const Time from = std::max(segment.begin, context.index.begin()), to = std::min(segment.end, context.index.end());
  const CriticalPath path = criticalPath(context.graph, thread, from, to);
  if (path.empty()) return {};
  const bool followed = isBlocked(segment.kind.state) && path.back().depth > 0;
  WaitWords out;
  if (!followed) {
    out = ownWords(context, path.front(), work);
    if (segment.kind.woken) {
      out.add("; woken by ");
      out.add(wakerWords(context, segment.kind.waker, segment.wokenAt));
      if (const uint32_t done = context.graph.requestsAt(thread, segment.wokenAt); done != 0)
        out.add(requestsText(context.graph.requests(done), segment.wokenAt, context.index.info().clock));
      if (segment.wokenAt < segment.begin) out.add(" while it still ran");
    }
    return out;
  }
  out.add(blockedText(segment.kind.state) + lengthText(context, to - from, segment.silent > 0) +
          callText(context, segment.kind) + " until ");
  out.add(threadText(context, segment.wokenBy->thread), segment.wokenBy->thread, to);
  out.add(" woke it");
  out.add(holdersWords(context, path, segment.wokenBy->thread));
  return out;
}

std::string shareText(const WaitContext& context, const PathShare& share, TrackId thread) {
  const std::string who = share.thread == thread ? "" : threadText(context, share.thread) + " ";
  switch (share.kind) {
    case PathKind::Running:
      return who + "running";
    case PathKind::CpuWait:
      return who + "waiting for a CPU";
    case PathKind::NotKnown:
      return who + (share.stop == PathStop::NotMade ? "not made yet" : "not known");
    case PathKind::Ended:
      return who + "ended";
    case PathKind::Blocked:
      break;
  }
  std::string text = who + threadStateName(share.state) + callText(context, share);
  if (share.by) text += " until " + wakerWords(context, *share.by, 0).text();
  const char* stop = stopText(share.stop);
  if (*stop == 0) return text;
  return text + " (" + stop + (saysMissing(share) ? ", and records are missing" : "") + ")";
}

bool saysMissing(const PathShare& share) {
  return share.kind == PathKind::Blocked && share.stop == PathStop::NoWaking && share.uncertain;
}

WaitWords rangeWords(const WaitContext& context, TrackId thread, const std::vector<PathShare>& shares) {
  Time sum = 0, rest = 0;
  for (const PathShare& share : shares) sum = plus(sum, share.time);
  WaitWords out;
  out.add(lengthText(context, sum));
  size_t shown = 0;
  for (const PathShare& share : shares) {
    if (shown >= kShownShares) {
      rest = plus(rest, share.time);
      continue;
    }
    out.add(shown++ == 0 ? " = " : " + ");
    const std::string text = timeOf(context, share) + " " + shareText(context, share, thread);
    if (share.thread == thread)
      out.add(text);
    else
      out.add(text, share.thread, share.first);
  }
  if (rest > 0) out.add(" + " + lengthText(context, rest) + " of " + countText(shares.size() - shown, "other cause"));
  return out;
}

std::string shareTexts(const WaitContext& context, TrackId thread, const std::vector<PathShare>& shares) {
  constexpr size_t kBrief = 3;
  std::string out;
  Time rest = 0;
  for (size_t i = 0; i < shares.size(); ++i) {
    if (i >= kBrief) {
      rest = plus(rest, shares[i].time);
      continue;
    }
    out += (i == 0 ? "" : ", ") + timeOf(context, shares[i]) + " " + shareText(context, shares[i], thread);
  }
  if (shares.size() > kBrief)
    out += ", " + lengthText(context, rest) + " of " + countText(shares.size() - kBrief, "other cause");
  return out;
}

bool saysLost(const PathSegment& segment) {
  if (segment.kind == PathKind::NotKnown) return segment.stop != PathStop::NotMade;
  return segment.kind == PathKind::Blocked && segment.stop == PathStop::NoWaking;
}

std::string lostText(const TraceIndex& index, TrackId thread, Time from, Time to) {
  if (thread >= index.tracks().size()) return {};
  const uint32_t trace = index.tracks()[thread].key.trace;
  uint64_t places = 0;
  TrackLosses sum;
  for (const tp::Lane& lane : index.lanes()) {
    if (lane.lossPlaces.empty() || lane.track >= index.tracks().size()) continue;
    const TrackKey& key = index.tracks()[lane.track].key;
    const bool own = key.kind == TrackKind::Thread && lane.track == thread;
    if (key.trace != trace || (key.kind != TrackKind::Cpu && !own)) continue;
    for (const LossPlace& place : lane.lossPlaces) {
      if (place.time <= from || place.time > to) continue;
      ++places;
      if (place.records >= 0)
        sum.records += static_cast<uint64_t>(place.records);
      else
        sum.counted = false;
    }
  }
  if (places == 0) return {};
  if (!sum.counted && sum.records == 0) return "events were lost, it is not known how many";
  const std::string number = sum.recordsText(countText(sum.records));
  return number + (sum.counted && sum.records == 1 ? " event was lost" : " events were lost");
}

void addLost(WaitWords& words, const WaitContext& context, TrackId thread, Time from, Time to) {
  if (const std::string lost = lostText(context.index, thread, from, to); !lost.empty())
    words.add(". " + lost + " meanwhile");
}

std::optional<CpuWorkScope> cpuWorkScope(const TrackTable& tracks, const PathSegment& segment) {
  if (segment.kind != PathKind::CpuWait || segment.cpu < 0 || segment.thread >= tracks.size()) return std::nullopt;
  const TrackKey& key = tracks[segment.thread].key;
  const TrackId cpu = trackOfCpu(tracks, segment.cpu, key.trace, key.label);
  if (cpu == kNoTrack) return std::nullopt;
  return CpuWorkScope{cpu, segment.begin, segment.end};
}

}  // namespace tp
