#include <algorithm>
#include <cstdio>

#include "core/analysis/scheduling.h"
#include "core/analysis/waits/cpu_user_words.h"
#include "core/export/why_text.h"
#include "core/session/scheduling/cpu_work_question.h"
#include "core/session/waits/waits_question.h"
#include "core/text/visible_text.h"
#include "core/trace/time_text.h"
#include "native/cli/indexed.h"
#include "native/cli/verbs.h"

namespace tp::cli {
namespace {

struct WhyOptions {
  TraceArguments traces;
  std::string format = "text";
  TimeRange range;
  std::vector<int64_t> tids;
};

// Adds the priorities that the switches away from threads tell, where those to them are missing.
void addPriorities(CpuUse& use, const TrackTable& tracks, TrackId waiting, const CpuWork& work) {
  for (const CpuWork::Row& row : work.rows) {
    if (row.interrupt || row.priorities.empty()) continue;
    const TrackId thread = threadOfRow(tracks, waiting, row);
    for (CpuUser& user : use.users)
      if (thread != kNoTrack && user.thread == thread)
        for (const int32_t priority : row.priorities) user.addPriority(priority);
  }
}

// Returns what is told of a thread within the range, as far as the trace reaches, or, where that has no limit, for as
// long as the thread lives.
WhyThread told(IndexedTrace& trace, const WaitContext& context, TrackId thread, const TimeRange& range) {
  constexpr TimeRange kWhole;
  const auto life = context.graph.lifeOf(thread).value_or(tp::TimeRange{trace.index().begin(), trace.index().end()});
  const auto within = [&index = trace.index()](Time time) {
    return std::max(index.begin(), std::min(time, index.end()));
  };
  const Time from = range.from != kWhole.from ? within(range.from) : life.begin;
  const Time to = range.to != kWhole.to ? within(range.to) : life.end;
  WhyThread why = whyThread(context, thread, from, std::max(from, to));
  for (const size_t position : why.longest) {
    const std::optional<CpuWorkScope> scope = cpuWorkScope(trace.index().tracks(), why.path[position]);
    if (!scope) continue;
    auto question = std::make_shared<CpuWorkQuestion>(*scope);
    trace.ask(question);
    addPriorities(why.cpus, trace.index().tracks(), thread, question->work());
    why.work[position] = question->work();
  }
  return why;
}

// Whether anything is known of what the thread did.
bool isKnown(const WhyThread& why) {
  return std::any_of(why.shares.begin(), why.shares.end(),
                     [](const PathShare& one) { return one.kind != PathKind::NotKnown; });
}

// The name of the trace that a thread is of, if there are several.
std::string partOf(const TraceIndex& index, TrackId thread) {
  const std::string_view name = traceName(index.tracks(), index.tracks()[thread].key.trace);
  return name.empty() ? "the trace" : std::string(name);
}

// Takes away the threads that do not live within the range. Says when they do; empty if all are left.
std::string takeThoseBeyond(const WaitContext& context, std::vector<WhyThread>& threads) {
  std::string text;
  for (const WhyThread& one : threads) {
    const auto life = context.graph.lifeOf(one.thread);
    if (one.from < one.to || !life) continue;
    text += (text.empty() ? "" : "; ") + std::string("nothing of ") +
            visibleText(threadAndId(context.index.tracks(), one.thread)) + " lies in the range: it is known from " +
            std::to_string(life->begin) + " to " + std::to_string(life->end);
  }
  std::erase_if(threads, [](const WhyThread& one) { return one.from >= one.to; });
  return text;
}

// Says of which threads the trace tells what they did, some of them by name.
std::string threadsText(const WaitContext& context) {
  constexpr size_t kNamed = 5;
  const std::vector<TrackId> threads = context.graph.threads();
  if (threads.empty()) return "it tells of no thread when that ran or waited";
  std::string text = "it tells what " + countText(threads.size(), "thread") + " did: ";
  for (size_t i = 0; i < std::min(threads.size(), kNamed); ++i)
    text += (i > 0 ? ", " : "") + visibleText(threadAndId(context.index.tracks(), threads[i]));
  return text + (threads.size() > kNamed ? ", ... (tracepane sched lists them)" : "");
}

// Why nothing can be told of a thread of this id.
std::string unknownText(const WaitContext& context, int64_t tid) {
  const TrackTable& tracks = context.index.tracks();
  bool there = false;
  for (TrackId id = 0; id < tracks.size(); ++id) there = there || (tid >= 0 && tracks[id].key.tid == tid);
  return (there ? "the trace does not tell when thread " + std::to_string(tid) + " ran or waited; "
                : "the trace has no thread " + std::to_string(tid) + "; ") +
         threadsText(context);
}

// Prints what nothing can be told of, with the reason: on standard error and, as the note of an answer, in JSON.
// Returns the exit status.
int refuse(const WhyOptions& options, const WaitContext& context, const std::vector<std::string>& problems) {
  std::string note;
  for (const std::string& problem : problems) {
    complain(problem);
    note += (note.empty() ? "" : "; ") + problem;
  }
  if (options.format != "json") return 2;
  const std::string text = whyJson(context, {}, note);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 2;
}

int why(const WhyOptions& options) {
  if (options.tids.empty()) {
    complain("--tid is needed: the thread that is asked about");
    return 2;
  }
  IndexedTrace trace(options.traces.threads);
  if (!trace.open(options.traces)) return 2;
  auto question = std::make_shared<WaitsQuestion>();
  trace.ask(question);
  const WaitContext context{*question->graph(), trace.index()};
  if (options.range.from >= options.range.to)
    return refuse(options, context,
                  {"the range from " + std::to_string(options.range.from) + " to " + std::to_string(options.range.to) +
                   " has no length: --to must be later than --from"});
  std::vector<WhyThread> threads;
  std::vector<std::string> missing;
  for (const int64_t tid : options.tids) {
    const std::vector<TrackId> found = threadsOfTid(context.graph, trace.index().tracks(), tid);
    std::vector<WhyThread> known, unknown;
    for (const TrackId thread : found) {
      WhyThread one = told(trace, context, thread, options.range);
      (isKnown(one) ? known : unknown).push_back(std::move(one));
    }
    // Of several traces, those that tell something say enough.
    for (const WhyThread& one : known.empty() ? std::vector<WhyThread>() : unknown)
      complain("what thread " + std::to_string(tid) + " did is not known from " + partOf(trace.index(), one.thread));
    for (WhyThread& one : known.empty() ? unknown : known) threads.push_back(std::move(one));
    if (found.empty()) missing.push_back(unknownText(context, tid));
  }
  printWarnings(trace.index());
  if (!missing.empty()) return refuse(options, context, missing);
  std::string note = trace.complainOfRange(options.range);
  // Of a thread, nothing is known there: that is told once.
  if (!note.empty()) threads.clear();
  const std::string beyond = takeThoseBeyond(context, threads);
  if (!beyond.empty()) complain(note = beyond);
  std::string text;
  if (options.format == "json") {
    text = whyJson(context, threads, note);
  } else if (options.format == "folded") {
    text = whyFolded(context, threads);
  } else {
    for (const WhyThread& one : threads) text += (text.empty() ? "" : "\n") + whyReport(context, one);
    if (note.empty()) text += whyNotes(context);
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  return trace.complainOfChanges() ? 2 : 0;
}

}  // namespace

Run whyVerb(VerbOptions& takes) {
  auto options = std::make_shared<WhyOptions>();
  takes.traces(options->traces);
  takes.tids(options->tids);
  takes.range(options->range);
  takes.text("--format", options->format, "text if not given", {"text", "json", "folded"});
  return [options] { return why(*options); };
}

}  // namespace tp::cli
