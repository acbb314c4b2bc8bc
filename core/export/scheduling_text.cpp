#include "core/export/scheduling_text.h"

#include <algorithm>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>

#include "core/export/csv_text.h"
#include "core/export/json_text.h"
#include "core/text/visible_text.h"

namespace tp {
namespace {

// The report lists at most so many latencies and pairs.
constexpr size_t kShown = 20;

struct Figure {
  const char* key;
  Time (*of)(const ThreadScheduling&);
};
constexpr Figure kFigures[] = {
    {"running", [](const ThreadScheduling& t) { return t.in(ThreadState::Running); }},
    {"runnable", [](const ThreadScheduling& t) { return t.in(ThreadState::Runnable); }},
    {"sleeping", [](const ThreadScheduling& t) { return t.in(ThreadState::Sleeping); }},
    {"uninterruptible", [](const ThreadScheduling& t) { return t.in(ThreadState::Uninterruptible); }},
    {"other", [](const ThreadScheduling& t) { return t.other(); }},
    {"unknown", [](const ThreadScheduling& t) { return t.unknown(); }},
    {"switches", [](const ThreadScheduling& t) { return static_cast<Time>(t.switches); }},
    {"migrations", [](const ThreadScheduling& t) { return static_cast<Time>(t.migrations); }},
    {"wakeups", [](const ThreadScheduling& t) { return static_cast<Time>(t.wakeups); }},
    {"latencyAverage", [](const ThreadScheduling& t) { return t.latencyAverage(); }},
    {"latencyMax", [](const ThreadScheduling& t) { return t.latencyMax; }},
};

std::string nameOf(const TraceIndex& index, TrackId thread) {
  if (thread == kNoTrack) return "(idle CPU, or not known)";
  return index.tracks()[thread].name;
}

// Spells out what can't be seen, for the report.
std::string shownName(const TraceIndex& index, TrackId thread) {
  return visibleText(nameOf(index, thread));
}

std::string shownWaker(const TraceIndex& index, TrackId waker, WakeContext context, NameId handler) {
  if (context == WakeContext::Thread) return shownName(index, waker);
  return visibleText(interruptText(index, context, handler));
}

int64_t tidOf(const TraceIndex& index, TrackId thread) {
  return thread == kNoTrack ? -1 : index.tracks()[thread].key.tid;
}

void threadKeys(std::string& out, const TraceIndex& index, const char* tid, const char* name, TrackId thread) {
  jsonNumber(out, tid, tidOf(index, thread));
  jsonText(out, name, nameOf(index, thread));
}

void wakerKeys(std::string& out, const TraceIndex& index, TrackId waker, WakeContext context, NameId handler) {
  threadKeys(out, index, "wakerTid", "waker", waker);
  jsonText(out, "context", contextKey(context));
  if (handler != kNoName) jsonText(out, "handler", index.names().view(handler));
}

void line(std::string& out, const char* format, ...) __attribute__((format(printf, 2, 3)));
void line(std::string& out, const char* format, ...) {
  char text[256];
  va_list args;
  va_start(args, format);
  int length = std::vsnprintf(text, sizeof text, format, args);
  va_end(args);
  out.append(text, static_cast<size_t>(std::clamp(length, 0, static_cast<int>(sizeof text) - 1)));
}

double percent(Time part, Time whole) {
  return whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// What the trace does not tell of its scheduling.
std::string missing(const Scheduling& scheduling) {
  if (!scheduling.switches) return "There are no scheduling events here: which thread ran when is not known.";
  if (!scheduling.states)
    return "The trace tells which thread was last seen on a CPU, not when it left: running times and shares are at "
           "most so long.";
  if (scheduling.incomplete)
    return "Switches are missing here: what a thread did between two that do not fit together is not known. There are "
           "no wakeups, so sleeping may end with waiting for a CPU.";
  if (!scheduling.wakeups)
    return "There are no wakeups here: latencies and who woke whom are not known, and sleeping may end with "
           "waiting for a CPU.";
  return {};
}

}  // namespace

std::string interruptText(const TraceIndex& index, WakeContext context, NameId handler) {
  std::string text = contextName(context);
  if (handler != kNoName) text += ' ' + std::string(index.names().view(handler));
  return text;
}

std::string schedulingGaps(const Scheduling& scheduling, const ClockInfo& clock) {
  std::string text = missing(scheduling);
  // A clock of at least a microsecond a count, as that of jiffies.
  const uint64_t stepNs = clock.isNs ? 1 : clock.nsNum / std::max<uint64_t>(1, clock.nsDen);
  if (!scheduling.switches || stepNs < 1000) return text;
  const bool whole = stepNs % 1'000'000 == 0;
  return text + (text.empty() ? "" : " ") + "The clock counts in steps of " +
         std::to_string(stepNs / (whole ? 1'000'000 : 1000)) + (whole ? " ms" : " us") + ": times are no finer than that, and what took less seems to take none.";
}

std::string schedulingJson(const Scheduling& scheduling, const TraceIndex& index) {
  std::string out = "{";
  jsonText(out, "gaps", schedulingGaps(scheduling, index.info().clock));
  jsonNumber(out, "window", scheduling.window);
  jsonObjects(out, "threads", scheduling.threads, [&](const ThreadScheduling& one) {
    threadKeys(out, index, "tid", "name", one.thread);
    for (const Figure& figure : kFigures) jsonNumber(out, figure.key, figure.of(one));
  });
  jsonObjects(out, "cpus", scheduling.cpus, [&](const CpuScheduling& one) {
    jsonNumber(out, "cpu", one.cpu);
    if (!one.machine.empty()) {
      jsonText(out, "machine", one.machine);
    }
    jsonNumber(out, "busy", one.busy);
    jsonNumber(out, "recorded", scheduling.recordedOf(one));
    jsonObjects(out, "threads", one.threads, [&](const std::pair<TrackId, Time>& part) {
      threadKeys(out, index, "tid", "name", part.first);
      jsonNumber(out, "time", part.second);
    });
  });
  Scheduling::Percentiles p = scheduling.percentiles();
  jsonKey(out, "latency");
  out += '{';
  jsonNumber(out, "count", static_cast<int64_t>(scheduling.latencyCount));
  jsonNumber(out, "min", p.min);
  jsonNumber(out, "average", p.average);
  jsonNumber(out, "median", p.median);
  jsonNumber(out, "p90", p.p90);
  jsonNumber(out, "p99", p.p99);
  jsonNumber(out, "max", p.max);
  jsonNumber(out, "uncertain", static_cast<int64_t>(scheduling.uncertain));
  out += '}';
  jsonObjects(out, "worst", scheduling.worst, [&](const WakeupLatency& one) {
    threadKeys(out, index, "tid", "name", one.thread);
    jsonNumber(out, "latency", one.latency());
    jsonNumber(out, "woken", one.woken);
    jsonNumber(out, "ran", one.ran);
    wakerKeys(out, index, one.waker, one.context, one.handler);
  });
  jsonObjects(out, "wakings", scheduling.wakings, [&](const Waking& one) {
    wakerKeys(out, index, one.waker, one.context, one.handler);
    threadKeys(out, index, "tid", "name", one.woken);
    jsonNumber(out, "count", static_cast<int64_t>(one.count));
  });
  jsonNumber(out, "otherWakings", static_cast<int64_t>(scheduling.otherWakings));
  out += "}\n";
  return out;
}

std::string schedulingCsv(const Scheduling& scheduling, const TraceIndex& index) {
  std::string out = "tid,name";
  for (const Figure& figure : kFigures) out += std::string(",") + figure.key;
  out += '\n';
  for (const ThreadScheduling& one : scheduling.threads) {
    appendDecimal(out, tidOf(index, one.thread));
    out += ',';
    appendCsvText(out, nameOf(index, one.thread));
    for (const Figure& figure : kFigures) {
      out += ',';
      appendDecimal(out, figure.of(one));
    }
    out += '\n';
  }
  return out;
}

std::string schedulingReport(const Scheduling& scheduling, const TraceIndex& index) {
  std::string out;
  std::string gaps = schedulingGaps(scheduling, index.info().clock);
  if (!gaps.empty()) out += gaps + "\n\n";
  if (!scheduling.switches) return out;
  for (const Figure& figure : kFigures) line(out, "%15s ", figure.key);
  out += "   tid  thread\n";
  for (const ThreadScheduling& one : scheduling.threads) {
    for (const Figure& figure : kFigures) line(out, "%15" PRId64 " ", figure.of(one));
    line(out, "%6" PRId64 "  ", tidOf(index, one.thread));
    out += shownName(index, one.thread) + '\n';
  }
  out += "\nCPUs\n";
  for (const CpuScheduling& one : scheduling.cpus) {
    line(out, "  CPU %-3d ", one.cpu);
    appendVisible(out, one.machine);
    const Time recorded = scheduling.recordedOf(one);
    line(out, " busy %5.1f %%  %15" PRId64 "  of %15" PRId64 " recorded ", percent(one.busy, recorded), one.busy,
         recorded);
    for (size_t i = 0; i < std::min<size_t>(one.threads.size(), 4); ++i) {
      out += ' ' + shownName(index, one.threads[i].first);
      line(out, " %.1f %%", percent(one.threads[i].second, recorded));
    }
    out += '\n';
  }
  if (!scheduling.wakeups) return out;
  Scheduling::Percentiles p = scheduling.percentiles();
  line(out, "\nwakeup latency: %" PRIu64 " wakeups, min %" PRId64 ", average %" PRId64 ", median %" PRId64,
       scheduling.latencyCount, p.min, p.average, p.median);
  line(out, ", p90 %" PRId64 ", p99 %" PRId64 ", max %" PRId64 "\n", p.p90, p.p99, p.max);
  if (scheduling.uncertain > 0)
    line(out, "  %" PRIu64 " further wakeups: when the thread got a CPU was not recorded\n", scheduling.uncertain);
  for (size_t i = 0; i < std::min(kShown, scheduling.worst.size()); ++i) {
    const WakeupLatency& one = scheduling.worst[i];
    line(out, "  %12" PRId64 "  at %" PRId64 "  ", one.latency(), one.woken);
    out += shownName(index, one.thread) + " " + std::to_string(tidOf(index, one.thread)) + ", woken by " +
           shownWaker(index, one.waker, one.context, one.handler) + '\n';
  }
  out += "\nwho woke whom\n";
  for (size_t i = 0; i < std::min(kShown, scheduling.wakers.size()); ++i) {
    const Waking& one = scheduling.wakers[i];
    line(out, "  %10" PRIu64 "  ", one.count);
    out += shownWaker(index, one.waker, one.context, one.handler) + " -> " + shownName(index, one.woken) + '\n';
  }
  return out;
}

}  // namespace tp
