#include "core/export/scheduling_text.h"

#include <algorithm>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>

#include "core/export/event_text.h"
#include "core/trace/number_text.h"

namespace tp {
namespace {

// Lists for people end where nobody reads on.
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
    {"switches", [](const ThreadScheduling& t) { return static_cast<Time>(t.switches); }},
    {"migrations", [](const ThreadScheduling& t) { return static_cast<Time>(t.migrations); }},
    {"wakeups", [](const ThreadScheduling& t) { return static_cast<Time>(t.wakeups); }},
    {"latencyAverage", [](const ThreadScheduling& t) { return t.latencyAverage(); }},
    {"latencyMax", [](const ThreadScheduling& t) { return t.latencyMax; }},
};

void key(std::string& out, const char* name) {
  out += out.empty() || out.back() == '{' || out.back() == '[' ? "\"" : ", \"";
  out += name;
  out += "\": ";
}

void number(std::string& out, const char* name, int64_t value) {
  key(out, name);
  appendDecimal(out, value);
}

std::string nameOf(const TraceIndex& index, TrackId thread) {
  if (thread == kNoTrack) return "(idle CPU, or not known)";
  return index.tracks()[thread].name;
}

int64_t tidOf(const TraceIndex& index, TrackId thread) {
  return thread == kNoTrack ? -1 : index.tracks()[thread].key.tid;
}

void threadKeys(std::string& out, const TraceIndex& index, const char* tid, const char* name, TrackId thread) {
  number(out, tid, tidOf(index, thread));
  key(out, name);
  appendJsonString(out, nameOf(index, thread));
}

// Calls `one(element)` for each, between brackets.
template <class List, class One>
void array(std::string& out, const char* name, const List& list, One&& one) {
  key(out, name);
  out += '[';
  for (const auto& element : list) {
    out += out.back() == '[' ? "\n  {" : ",\n  {";
    one(element);
    out += '}';
  }
  out += ']';
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

}  // namespace

std::string schedulingGaps(const Scheduling& scheduling) {
  if (!scheduling.switches) return "There are no scheduling events here: which thread ran when is not known.";
  if (!scheduling.states)
    return "The trace tells on which CPU threads ran, but not what they did in between: only running times are known.";
  if (!scheduling.wakeups) return "There are no wakeups here: latencies and who woke whom are not known.";
  return {};
}

std::string schedulingJson(const Scheduling& scheduling, const TraceIndex& index) {
  std::string out = "{";
  key(out, "gaps");
  appendJsonString(out, schedulingGaps(scheduling));
  number(out, "window", scheduling.window);
  array(out, "threads", scheduling.threads, [&](const ThreadScheduling& one) {
    threadKeys(out, index, "tid", "name", one.thread);
    for (const Figure& figure : kFigures) number(out, figure.key, figure.of(one));
  });
  array(out, "cpus", scheduling.cpus, [&](const CpuScheduling& one) {
    number(out, "cpu", one.cpu);
    if (!one.machine.empty()) {
      key(out, "machine");
      appendJsonString(out, one.machine);
    }
    number(out, "busy", one.busy);
    array(out, "threads", one.threads, [&](const std::pair<TrackId, Time>& part) {
      threadKeys(out, index, "tid", "name", part.first);
      number(out, "time", part.second);
    });
  });
  Scheduling::Percentiles p = scheduling.percentiles();
  key(out, "latency");
  out += '{';
  number(out, "count", static_cast<int64_t>(scheduling.latencyCount));
  number(out, "min", p.min);
  number(out, "average", p.average);
  number(out, "median", p.median);
  number(out, "p90", p.p90);
  number(out, "p99", p.p99);
  number(out, "max", p.max);
  out += '}';
  array(out, "worst", scheduling.worst, [&](const WakeupLatency& one) {
    threadKeys(out, index, "tid", "name", one.thread);
    number(out, "latency", one.latency());
    number(out, "woken", one.woken);
    number(out, "ran", one.ran);
    threadKeys(out, index, "wakerTid", "waker", one.waker);
  });
  array(out, "wakings", scheduling.wakings, [&](const Waking& one) {
    threadKeys(out, index, "wakerTid", "waker", one.waker);
    threadKeys(out, index, "tid", "name", one.woken);
    number(out, "count", static_cast<int64_t>(one.count));
  });
  number(out, "otherWakings", static_cast<int64_t>(scheduling.otherWakings));
  out += "}\n";
  return out;
}

std::string schedulingCsv(const Scheduling& scheduling, const TraceIndex& index) {
  std::string out = "tid,name";
  for (const Figure& figure : kFigures) out += std::string(",") + figure.key;
  out += '\n';
  for (const ThreadScheduling& one : scheduling.threads) {
    appendDecimal(out, tidOf(index, one.thread));
    std::string name = validUtf8(nameOf(index, one.thread)), quoted;
    for (char c : name) quoted += c == '"' ? "\"\"" : std::string(1, c);
    out += name.find_first_of(",\"\n\r") == std::string::npos ? "," + name : ",\"" + quoted + '"';
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
  std::string gaps = schedulingGaps(scheduling);
  if (!gaps.empty()) out += gaps + "\n\n";
  if (!scheduling.switches) return out;
  for (const Figure& figure : kFigures) line(out, "%15s ", figure.key);
  out += "   tid  thread\n";
  for (const ThreadScheduling& one : scheduling.threads) {
    for (const Figure& figure : kFigures) line(out, "%15" PRId64 " ", figure.of(one));
    line(out, "%6" PRId64 "  ", tidOf(index, one.thread));
    out += nameOf(index, one.thread) + '\n';
  }
  out += "\nCPUs\n";
  for (const CpuScheduling& one : scheduling.cpus) {
    line(out, "  CPU %-3d %s busy %5.1f %%  %15" PRId64 " ", one.cpu, one.machine.c_str(),
         percent(one.busy, scheduling.window), one.busy);
    for (size_t i = 0; i < std::min<size_t>(one.threads.size(), 4); ++i)
      line(out, " %s %.1f %%", nameOf(index, one.threads[i].first).c_str(),
           percent(one.threads[i].second, scheduling.window));
    out += '\n';
  }
  if (!scheduling.wakeups) return out;
  Scheduling::Percentiles p = scheduling.percentiles();
  line(out, "\nwakeup latency: %" PRIu64 " wakeups, min %" PRId64 ", average %" PRId64 ", median %" PRId64,
       scheduling.latencyCount, p.min, p.average, p.median);
  line(out, ", p90 %" PRId64 ", p99 %" PRId64 ", max %" PRId64 "\n", p.p90, p.p99, p.max);
  for (size_t i = 0; i < std::min(kShown, scheduling.worst.size()); ++i) {
    const WakeupLatency& one = scheduling.worst[i];
    line(out, "  %12" PRId64 "  at %" PRId64 "  ", one.latency(), one.woken);
    out += nameOf(index, one.thread) + " " + std::to_string(tidOf(index, one.thread)) + ", woken by " +
           nameOf(index, one.waker) + '\n';
  }
  out += "\nwho woke whom\n";
  for (size_t i = 0; i < std::min(kShown, scheduling.wakings.size()); ++i) {
    const Waking& one = scheduling.wakings[i];
    line(out, "  %10" PRIu64 "  ", one.count);
    out += nameOf(index, one.waker) + " -> " + nameOf(index, one.woken) + '\n';
  }
  return out;
}

}  // namespace tp
