#include "core/export/scheduling_text.h"

#include <algorithm>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>

#include "core/analysis/known_states.h"
#include "core/export/csv_text.h"
#include "core/text/json_writer.h"
#include "core/text/visible_text.h"
#include "core/trace/sums.h"

namespace tp {
namespace {

// The report lists at most so many latencies and pairs, and names so many threads of a CPU.
constexpr size_t kShown = 20, kNamed = 4;

struct Figure {
  enum class Of : uint8_t { Time, Wakeups, Latencies };
  const char* key;
  Time (*of)(const ThreadScheduling&);
  Of what = Of::Time;

  // Nothing is known of wakeups in a trace without them, nor of latencies of a thread that has none.
  std::optional<Time> in(const Scheduling& scheduling, const ThreadScheduling& thread) const {
    if (what != Of::Time && !scheduling.wakeups) return std::nullopt;
    if (what == Of::Latencies && thread.latencies == 0) return std::nullopt;
    return of(thread);
  }
};
constexpr Figure kFigures[] = {
    {"running", [](const ThreadScheduling& t) { return t.in(ThreadState::Running); }},
    {"runnable", [](const ThreadScheduling& t) { return t.in(ThreadState::Runnable); }},
    {"sleeping", [](const ThreadScheduling& t) { return t.in(ThreadState::Sleeping); }},
    {"uninterruptible", [](const ThreadScheduling& t) { return t.in(ThreadState::Uninterruptible); }},
    {"other", [](const ThreadScheduling& t) { return t.other(); }},
    {"unknown", [](const ThreadScheduling& t) { return t.unknown(); }},
    {"assumed", [](const ThreadScheduling& t) { return t.allAssumed(); }},
    {"switches", [](const ThreadScheduling& t) { return static_cast<Time>(t.switches); }},
    {"migrations", [](const ThreadScheduling& t) { return static_cast<Time>(t.migrations); }},
    {"wakeups", [](const ThreadScheduling& t) { return static_cast<Time>(t.wakeups); }, Figure::Of::Wakeups},
    {"latencyAverage", [](const ThreadScheduling& t) { return t.latencyAverage(); }, Figure::Of::Latencies},
    {"latencyMax", [](const ThreadScheduling& t) { return t.latencyMax; }, Figure::Of::Latencies},
    {"atMost", [](const ThreadScheduling& t) { return static_cast<Time>(t.atMost); }, Figure::Of::Wakeups},
};

std::string nameOf(const TraceIndex& index, TrackId thread) {
  if (thread == kNoTrack) return "(idle CPU, or not known)";
  return index.tracks()[thread].name;
}

int64_t tidOf(const TraceIndex& index, TrackId thread) {
  return thread == kNoTrack ? -1 : index.tracks()[thread].key.tid;
}

// " (guest.dat)": of traces opened together, that of a thread; else empty.
std::string shownTrace(const TraceIndex& index, TrackId thread) {
  if (thread == kNoTrack) return {};
  const std::string_view trace = traceName(index.tracks(), index.tracks()[thread].key.trace);
  return trace.empty() ? std::string() : " (" + visibleText(trace) + ")";
}

// Spells out what can't be seen, for the report.
std::string shownName(const TraceIndex& index, TrackId thread) {
  return visibleText(nameOf(index, thread)) + shownTrace(index, thread);
}

// With its id, as threads may share a name.
std::string shownThread(const TraceIndex& index, TrackId thread) {
  if (thread == kNoTrack) return nameOf(index, thread);
  return visibleText(nameOf(index, thread)) + " " + std::to_string(tidOf(index, thread)) + shownTrace(index, thread);
}

std::string shownWaker(const TraceIndex& index, TrackId waker, WakeContext context, NameId handler) {
  if (context == WakeContext::Thread) return shownThread(index, waker);
  return visibleText(interruptText(index, context, handler));
}

void threadKeys(JsonWriter& json, const TraceIndex& index, const char* tid, const char* name, TrackId thread) {
  json.member(tid, tidOf(index, thread));
  json.member(name, nameOf(index, thread));
}

// Of traces opened together.
void traceKey(JsonWriter& json, const TraceIndex& index, TrackId thread) {
  const std::string_view trace = traceName(index.tracks(), index.tracks()[thread].key.trace);
  if (!trace.empty()) json.member("trace", trace);
}

void wakerKeys(JsonWriter& json, const TraceIndex& index, TrackId waker, WakeContext context, NameId handler) {
  threadKeys(json, index, "wakerTid", "waker", waker);
  json.member("context", contextKey(context));
  if (handler != kNoName) json.member("handler", index.names().view(handler));
}

void latencyKeys(JsonWriter& json, const Scheduling& scheduling) {
  const Scheduling::Percentiles p = scheduling.percentiles();
  // Nothing is the least, or the middle, of no wakeups.
  auto known = [&](Time time) { return scheduling.latencyCount > 0 ? std::optional<Time>(time) : std::nullopt; };
  json.member("count", scheduling.latencyCount);
  json.member("min", known(p.min));
  json.member("average", known(p.average));
  json.member("median", known(p.median));
  json.member("p90", known(p.p90));
  json.member("p99", known(p.p99));
  json.member("max", known(p.max));
  json.member("atMost", scheduling.atMost);
  json.member("uncertain", scheduling.uncertain);
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
  if (!scheduling.states) {
    std::string text =
        "The trace tells where a thread recorded something, not when it got or left a CPU: it is taken to run from its "
        "first record there to its last, while no other records there, which is an upper bound (\u2264). Of threads "
        "without records in the log, nothing is known";
    return text + (scheduling.lossy ? ". Of some time, records were lost." : ".");
  }
  if (scheduling.incomplete)
    return "Switches are missing here: what a thread did between two that do not fit together is not known, and CPUs "
           "were busy for at least so long. There are no wakeups, so sleeping may end with waiting for a CPU.";
  if (!scheduling.wakeups)
    return "There are no wakeups here: latencies and who woke whom are not known, and sleeping may end with "
           "waiting for a CPU. If a program recorded itself, CPUs are busy with its threads only.";
  return {};
}

// Whether switches are missing for so long that shares of a CPU mislead whoever does not know.
bool hidesWhoRan(const Scheduling& scheduling) {
  return std::any_of(scheduling.cpus.begin(), scheduling.cpus.end(), [&](const CpuScheduling& cpu) {
    return cpu.hidden > 0 && cpu.hidden >= scheduling.recordedOf(cpu) / 100;
  });
}

std::string upperBounds(const Scheduling& scheduling) {
  const std::string all = std::to_string(scheduling.latencyCount), some = std::to_string(scheduling.atMost);
  return some + " of " + all + (scheduling.latencyCount == 1 ? " latency" : " latencies") +
         (scheduling.atMost == 1 ? " is an upper bound" : " are upper bounds") +
         " (\u2264): for a part of that time another CPU was not recorded, and the thread may have run there.";
}

// Whether there is a thread of which more is assumed than what the margins of every trace make.
bool assumesMuch(const Scheduling& scheduling) {
  return std::any_of(scheduling.threads.begin(), scheduling.threads.end(),
                     [&](const ThreadScheduling& one) { return one.allAssumed() > scheduling.window / 100; });
}

// Without the time that a CPU recorded, shares of it make no sense.
void appendCpu(std::string& out, const Scheduling& scheduling, const TraceIndex& index, const CpuScheduling& cpu) {
  const Time recorded = scheduling.recordedOf(cpu);
  if (!cpu.tells()) {
    out += " not recorded";
  } else if (recorded > 0) {
    // The threads that a CPU is busy with are only taken to run there.
    line(out, " busy %s%5.1f %%  %15" PRId64 "  of %15" PRId64 " recorded ", scheduling.states ? "" : "at most ",
         percent(cpu.busy, recorded), cpu.busy, recorded);
  } else if (cpu.seen) {
    out += " recorded in one tick of the clock";
  } else {
    line(out, " busy for %" PRId64 " at least ", cpu.busy);
  }
  Time others = 0;
  for (size_t i = 0; i < cpu.threads.size(); ++i) {
    const auto& [thread, time] = cpu.threads[i];
    if (i >= kNamed) {
      others = plus(others, time);
      continue;
    }
    out += ' ' + shownName(index, thread);
    if (recorded > 0) line(out, " %.1f %%", percent(time, recorded));
  }
  if (cpu.threads.size() > kNamed) {
    line(out, " %zu other%s", cpu.threads.size() - kNamed, cpu.threads.size() == kNamed + 1 ? "" : "s");
    if (recorded > 0) line(out, " %.1f %%", percent(others, recorded));
  }
  if (cpu.hidden > 0) line(out, "; not known for %" PRId64 " more: switches are missing", cpu.hidden);
}

}  // namespace

std::string interruptText(const TraceIndex& index, WakeContext context, NameId handler) {
  return interruptName(context, index.names().view(handler));
}

std::string schedulingGaps(const Scheduling& scheduling, const ClockInfo& clock, std::string_view statesMissing) {
  if (scheduling.outside) return "Nothing of the trace lies in this range.";
  std::string text = missing(scheduling);
  auto add = [&](std::string_view sentence) { text.append(text.empty() ? "" : " ").append(sentence); };
  if (scheduling.switches && !statesMissing.empty()) add(statesMissing);
  if (hidesWhoRan(scheduling))
    add("Where switches of a CPU are missing, who ran is not known: its shares are of the rest of its time only.");
  if (scheduling.atMost > 0) add(upperBounds(scheduling));
  if (scheduling.states && assumesMuch(scheduling))
    add("A thread that seems to sleep or to wait while another CPU is not recorded may have run there: such times "
        "are upper bounds (\u2264), by as much as is assumed.");
  // A clock of at least a microsecond a count, as that of jiffies.
  const uint64_t stepNs = clock.isNs ? 1 : clock.nsNum / std::max<uint64_t>(1, clock.nsDen);
  if (!scheduling.switches || stepNs < 1000) return text;
  const bool whole = stepNs % 1'000'000 == 0;
  add("The clock counts in steps of " + std::to_string(stepNs / (whole ? 1'000'000 : 1000)) + (whole ? " ms" : " us") +
      ": times are no finer than that, and what took less seems to take none.");
  return text;
}

std::string schedulingGaps(const Scheduling& scheduling, const ClockInfo& clock, const TrackTable& tracks,
                           std::span<const int64_t> tids) {
  if (tids.empty()) return schedulingGaps(scheduling, clock);
  Scheduling some = scheduling;
  std::erase_if(some.threads, [&](const ThreadScheduling& one) {
    return std::find(tids.begin(), tids.end(), tracks[one.thread].key.tid) == tids.end();
  });
  some.latencyCount = some.atMost = 0;
  for (const ThreadScheduling& one : some.threads) {
    some.latencyCount += one.latencies;
    some.atMost += one.atMost;
  }
  return schedulingGaps(some, clock);
}

void writeLatencies(JsonWriter& json, std::span<const WakeupLatency> latencies, const TraceIndex& index) {
  json.objects(latencies, [&](const WakeupLatency& one) {
    threadKeys(json, index, "tid", "name", one.thread);
    traceKey(json, index, one.thread);
    json.member("latency", one.latency());
    if (one.atMost) json.member("atMost", true);
    json.member("woken", one.woken);
    json.member("ran", one.ran);
    wakerKeys(json, index, one.waker, one.context, one.handler);
  });
}

std::string schedulingJson(const Scheduling& scheduling, const TraceIndex& index, std::string_view note) {
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::Spaced);
  json.beginObject();
  json.member("gaps",
              note.empty() ? schedulingGaps(scheduling, index.info().clock, statesMissingText(index)) : std::string());
  if (!note.empty()) json.member("note", note);
  json.member("window", scheduling.window);
  json.key("threads").objects(scheduling.threads, [&](const ThreadScheduling& one) {
    threadKeys(json, index, "tid", "name", one.thread);
    traceKey(json, index, one.thread);
    for (const Figure& figure : kFigures) json.member(figure.key, figure.in(scheduling, one));
    json.key("assumedOf").beginObject();
    json.member("running", one.assumedIn(ThreadState::Running));
    json.member("runnable", one.assumedIn(ThreadState::Runnable));
    json.member("sleeping", one.assumedIn(ThreadState::Sleeping));
    json.member("uninterruptible", one.assumedIn(ThreadState::Uninterruptible));
    json.member("other", one.otherAssumed());
    json.endObject();
  });
  json.key("cpus").objects(scheduling.cpus, [&](const CpuScheduling& one) {
    json.member("cpu", one.cpu);
    if (one.guessed) json.member("guessed", true);
    if (!one.machine.empty()) json.member("machine", one.machine);
    json.member("busy", one.tells() ? std::optional(one.busy) : std::nullopt);
    if (!scheduling.states && one.tells()) json.member("atMost", true);
    json.member("recorded", scheduling.recordedOf(one));
    json.member("hidden", one.hidden);
    json.key("threads").objects(one.threads, [&](const std::pair<TrackId, Time>& part) {
      threadKeys(json, index, "tid", "name", part.first);
      json.member("time", part.second);
    });
  });
  json.key("latency").beginObject();
  latencyKeys(json, scheduling);
  json.endObject();
  json.key("worst");
  writeLatencies(json, scheduling.worst, index);
  json.key("wakings").objects(scheduling.wakings, [&](const Waking& one) {
    wakerKeys(json, index, one.waker, one.context, one.handler);
    threadKeys(json, index, "tid", "name", one.woken);
    traceKey(json, index, one.woken);
    json.member("count", one.count);
  });
  json.member("otherWakings", scheduling.otherWakings);
  json.endObject();
  return out += '\n';
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
      if (const std::optional<Time> known = figure.in(scheduling, one)) appendDecimal(out, *known);
    }
    out += '\n';
  }
  return out;
}

std::string schedulingReport(const Scheduling& scheduling, const TraceIndex& index) {
  std::string out;
  std::string gaps = schedulingGaps(scheduling, index.info().clock, statesMissingText(index));
  if (!gaps.empty()) out += gaps + "\n\n";
  if (!scheduling.switches) return out;
  for (const Figure& figure : kFigures) line(out, "%15s ", figure.key);
  out += "   tid  thread\n";
  for (const ThreadScheduling& one : scheduling.threads) {
    for (const Figure& figure : kFigures) {
      const std::optional<Time> known = figure.in(scheduling, one);
      line(out, "%15s ", known ? std::to_string(*known).c_str() : "-");
    }
    line(out, "%6" PRId64 "  ", tidOf(index, one.thread));
    out += shownName(index, one.thread) + '\n';
  }
  out += "\nCPUs\n";
  for (const CpuScheduling& one : scheduling.cpus) {
    line(out, "  %-7s ", one.name().c_str());
    appendVisible(out, one.machine);
    appendCpu(out, scheduling, index, one);
    out += '\n';
  }
  if (!scheduling.wakeups) return out;
  Scheduling::Percentiles p = scheduling.percentiles();
  // What is an upper bound makes one of whatever is counted from it.
  const char* sign = scheduling.atMost > 0 ? "\u2264" : "";
  const char* worst = !scheduling.worst.empty() && scheduling.worst.front().atMost ? "\u2264" : "";
  line(out, "\nwakeup latency: %" PRIu64 " wakeups", scheduling.latencyCount);
  if (scheduling.latencyCount > 0) {
    line(out, ", min %s%" PRId64 ", average %s%" PRId64 ", median %s%" PRId64, sign, p.min, sign, p.average, sign,
         p.median);
    line(out, ", p90 %s%" PRId64 ", p99 %s%" PRId64 ", max %s%" PRId64, sign, p.p90, sign, p.p99, worst, p.max);
  }
  out += '\n';
  if (scheduling.uncertain > 0)
    line(out, "  %" PRIu64 " further wakeup%s: when the thread was woken, or when it got a CPU, was not recorded\n",
         scheduling.uncertain, scheduling.uncertain == 1 ? "" : "s");
  for (size_t i = 0; i < std::min(kShown, scheduling.worst.size()); ++i) {
    const WakeupLatency& one = scheduling.worst[i];
    line(out, "  %s%12" PRId64 "  at %" PRId64 "  ", one.atMost ? "\u2264" : " ", one.latency(), one.woken);
    out +=
        shownThread(index, one.thread) + ", woken by " + shownWaker(index, one.waker, one.context, one.handler) + '\n';
  }
  out += "\nwho woke whom\n";
  for (size_t i = 0; i < std::min(kShown, scheduling.wakers.size()); ++i) {
    const Waking& one = scheduling.wakers[i];
    line(out, "  %10" PRIu64 "  ", one.count);
    out += shownWaker(index, one.waker, one.context, one.handler) + " -> " + shownThread(index, one.woken) + '\n';
  }
  return out;
}

}  // namespace tp
