// The program `tracepane`: with a verb, it runs the command line; without one, it opens the desktop window.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include "core/kernel/syscalls.h"
#include "core/text/nearest.h"
#include "native/cli/commands.h"
#include "native/cli/open.h"
#include "native/output/unfinished.h"
#include "native/window/window.h"

namespace {

void addRange(CLI::App* verb, tp::cli::TimeRange& range) {
  verb->add_option("--from", range.from, "first time, in units of the trace's clock: ns, of XRay counts of the TSC");
  verb->add_option("--to", range.to, "last time, likewise");
}

void addTids(CLI::App* verb, std::vector<int64_t>& tids) {
  verb->add_option("--tid", tids, "only threads of these numbers: 12,13")->delimiter(',')->allow_extra_args(false);
}

void addFilter(CLI::App* verb, std::string& filter) {
  verb->add_option("--filter", filter,
                   "only what it holds for: \"dur > 1ms && comm == worker\", \"sched_switch: next_pid == 1\"");
}

void addColumns(CLI::App* verb, std::vector<std::string>& columns) {
  verb->add_option("--columns", columns, "of CSV: \"ts,comm,name,next_pid\"; docs/events.md lists them")
      ->delimiter(',')
      ->allow_extra_args(false);
}

// Of exports, --to is a format or, given once more, a time.
CLI::Validator formatOrTime() {
  static constexpr std::string_view kFormats =
      "chrome,perfetto,speedscope,folded,csv,parquet,cut,uftrace,trace-cmd,xray,lttng,html";
  CLI::Validator validator;
  validator.description("{" + std::string(kFormats) + "} OR NUMBER");
  validator.operation([](std::string& word) -> std::string {
    const std::vector<std::string> known = CLI::detail::split(std::string(kFormats), ',');
    if (CLI::Number(word).empty() || std::find(known.begin(), known.end(), word) != known.end()) return {};
    return "there is no format " + word + "; there are " + CLI::detail::join(known, ", ") +
           ", and a number is the last time";
  });
  return validator;
}

void addCompression(CLI::App* verb, std::string& compression) {
  verb->add_option("--compression", compression, "of Parquet, zstd if not given")
      ->check(CLI::IsMember({"zstd", "none"}));
}

void addTraceOptions(CLI::App* verb, tp::cli::TraceArguments& traces) {
  verb->add_option("--offset", traces.offsets, "N:TIME shifts the Nth of several traces: 2:-1.5ms")
      ->allow_extra_args(false);
  verb->add_option("--threads", traces.threads, "how many index and count, 1 to 64; else as many as there are cores")
      ->check(CLI::Range(1u, 64u));
  verb->add_option("--machine", traces.machine,
                   "whose system calls the numbers are where a trace does not tell: x86_64, aarch64, riscv64")
      ->check(
          CLI::IsMember(std::vector<std::string>(std::begin(tp::kernel::kMachines), std::end(tp::kernel::kMachines))));
}

void addTraces(CLI::App* verb, tp::cli::TraceArguments& traces) {
  verb->add_option("trace", traces.paths,
                   "file or directory, - for standard input, or several: several traces are laid on one axis")
      ->required();
  addTraceOptions(verb, traces);
}

void addSignatures(CLI::App* verb, tp::cli::TraceArguments& traces) {
  verb->add_flag("--signatures", traces.signatures,
                 "functions by their full declarations: overloads, instances of templates, lambdas each for itself");
}

}  // namespace

// What CLI11 throws while it is told of the options is a mistake in their text: it shows at the first start.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
#ifdef __GLIBC__
  // Messages of a megabyte are allocated and freed often. Memory that is given back to the system has to be cleared
  // anew.
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
#ifdef _WIN32
  // Output is the same on all systems: lines end in one character, and Parquet is no text.
  _setmode(_fileno(stdout), _O_BINARY);
#endif
  static char kHelp[] = "--help";
  if (argc == 2 && std::string_view(argv[1]) == "help") argv[1] = kHelp;
  CLI::App app{"Tracepane opens uftrace, trace-cmd, LTTng legacy and XRay traces, and text of ftrace."};
  app.set_version_flag("--version", "tracepane " TP_VERSION);
  app.require_subcommand(0, 1);

  tp::cli::InfoOptions info;
  CLI::App* infoVerb = app.add_subcommand("info", "what the trace is, and what is in it");
  addTraces(infoVerb, info.traces);
  infoVerb->add_flag("--json", info.json, "for scripts, as JSON");

  tp::cli::EventOptions events;
  CLI::App* eventsVerb = app.add_subcommand("events", "print every record in time order");
  addTraces(eventsVerb, events.traces);
  // Every verb takes it, but records in their order are read by one.
  eventsVerb->get_option("--threads")->group("");
  addSignatures(eventsVerb, events.traces);
  eventsVerb->add_option("--format", events.format, "text if not given")
      ->check(CLI::IsMember({"text", "csv", "jsonl"}));
  addRange(eventsVerb, events.range);
  addFilter(eventsVerb, events.filter);
  addColumns(eventsVerb, events.columns);
  eventsVerb->add_option("--stream", events.streams, "only the streams of these names")->allow_extra_args(false);

  tp::cli::FunctionOptions functions;
  CLI::App* functionsVerb =
      app.add_subcommand("functions", "calls, total and self time, percentiles of every function");
  addTraces(functionsVerb, functions.traces);
  addSignatures(functionsVerb, functions.traces);
  functionsVerb->add_option("--format", functions.format, "text if not given")
      ->check(CLI::IsMember({"text", "csv", "json"}));
  functionsVerb->add_option("--sort", functions.sort, "total if not given")
      ->check(CLI::IsMember(
          {"total", "self", "calls", "avg", "min", "median", "p90", "p99", "max", "open", "unbegun", "name"}));
  functionsVerb->add_option("--of", functions.of, "who calls this function, and what it calls, each call once");
  addRange(functionsVerb, functions.range);
  addTids(functionsVerb, functions.tids);

  tp::cli::SliceOptions slices;
  CLI::App* slicesVerb = app.add_subcommand("slices", "calls as rows, the longest first, or groups of them");
  addTraces(slicesVerb, slices.traces);
  addSignatures(slicesVerb, slices.traces);
  addFilter(slicesVerb, slices.filter);
  slicesVerb->add_option("--kind", slices.kind, "calls, as functions counts them, or those of one kind of tracks")
      ->check(CLI::IsMember({"calls", "threads", "cpus", "async", "states", "syscalls"}));
  slicesVerb->add_option("--sort", slices.sort, "dur, self, ts or a field whose values are numbers: arg1");
  slicesVerb->add_flag("--desc", slices.descending, "the greatest first, as dur and self have it anyway");
  slicesVerb->add_flag("--asc", slices.ascending, "the least first")->excludes("--desc");
  slicesVerb->add_option("--by", slices.by, "groups by this field: name, thread, caller, retval, arg1 ...");
  slicesVerb->add_option("--limit", slices.limit, "rows that are printed; if not given, 100 slices, or all groups")
      ->check(CLI::Range(0u, 1000000u));
  slicesVerb->add_option("--format", slices.format, "text if not given")->check(CLI::IsMember({"text", "csv", "json"}));
  addRange(slicesVerb, slices.range);

  tp::cli::SchedulingOptions scheduling;
  CLI::App* schedulingVerb = app.add_subcommand("sched", "states of threads, wakeup latencies, CPUs, who woke whom");
  addTraces(schedulingVerb, scheduling.traces);
  schedulingVerb->add_option("--format", scheduling.format, "text if not given")
      ->check(CLI::IsMember({"text", "csv", "json"}));
  addRange(schedulingVerb, scheduling.range);

  tp::cli::ExportOptions exported;
  CLI::App* exportVerb = app.add_subcommand("export", "write the trace for other tools");
  addTraces(exportVerb, exported.traces);
  addSignatures(exportVerb, exported.traces);
  // --to is both the format to write and, as for all verbs, the end of the range.
  std::vector<std::string> exportTo;
  exportVerb
      ->add_option("--to", exportTo,
                   "what to write: cut is a part of the trace in its own format, html the page with that part inside. "
                   "Given once "
                   "more with a number: the last time, as --from has the first")
      ->required()
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->check(formatOrTime());
  exportVerb->add_option("--from", exported.range.from,
                         "first time, in units of the trace's clock (ns, of XRay counts of the TSC); slices that reach "
                         "beyond are written whole, but in folded stacks");
  exportVerb->add_option("-o,--output", exported.file,
                         "the file; - is standard output; of Parquet, and of cuts of folders, the folder");
  addCompression(exportVerb, exported.compression);
  exportVerb
      ->add_option("--tables", exported.tables, "of Parquet, only these: slices,sched; docs/parquet.md lists them")
      ->delimiter(',')
      ->allow_extra_args(false);
  addFilter(exportVerb, exported.filter);
  addColumns(exportVerb, exported.columns);
  exportVerb
      ->add_option("--track", exported.tracks,
                   "only these: thread:12, state:12, cpu:0, process:12; of CSV, the events of these threads and CPUs")
      ->allow_extra_args(false);
  addTids(exportVerb, exported.tids);
  exportVerb->add_option("--cpu", exported.cpus, "of a cut and of html, only these CPUs: 0,1")
      ->delimiter(',')
      ->allow_extra_args(false);
  exportVerb->add_flag("--anonymise", exported.anonymise,
                       "of a cut and of html: numbers in place of names; docs/cuts.md says which");
  exportVerb->add_flag(
      "--around", exported.around,
      "of a cut of uftrace or XRay: calls and waits that reach over an edge of the range keep their beginning "
      "and end, as in html");
  exportVerb->add_flag("--dry-run", exported.dryRun, "of a cut and of html: only say how large it would be");
  exportVerb->add_option("--view", exported.view, "of html: where it opens, as a link to a view of the whole trace");
  exportVerb->add_flag("--visible", exported.visible, "of html: only the times that the view shows");
  exportVerb
      ->add_option("--note", exported.notes,
                   "of html: a text over what the view marks or selects, else over all; '@TIME TEXT' stands at a time")
      ->allow_extra_args(false);
  exportVerb->add_option("--page", exported.page,
                         "of html: tracepane-VERSION.html, where it is not installed with the program");

  tp::cli::StackOptions stacks;
  CLI::App* stacksVerb = app.add_subcommand("stacks", "folded stacks, \"a;b;c SELF\", as flame graph tools read them");
  addTraces(stacksVerb, stacks.traces);
  addSignatures(stacksVerb, stacks.traces);
  stacksVerb->add_option("--by", stacks.value, "what is printed of each stack: self time, total time, calls")
      ->check(CLI::IsMember({"self", "total", "calls"}));
  stacksVerb
      ->add_option("--sample-time", stacks.sampleTime,
                   "count whole spans of so many ns (of XRay: counts of the TSC) in each call, as uftrace does")
      ->check(CLI::PositiveNumber);
  stacksVerb->add_flag("--per-thread", stacks.perThread, "the thread as the first of each stack");
  stacksVerb->add_option("--counter", stacks.counter, "by how much a counter grew, in place of time: \"vmrss, KB\"");
  stacksVerb->add_option("--focus", stacks.focus, "only calls of this function, whoever called it");
  stacksVerb->add_flag("--collapse-recursion", stacks.collapseRecursion,
                       "a call within a call of the same function is part of that one");
  stacksVerb->add_flag("--inverted", stacks.inverted, "functions, and behind each, who called it");
  addRange(stacksVerb, stacks.range);
  addTids(stacksVerb, stacks.tids);

  tp::cli::QueryOptions query;
  CLI::App* queryVerb = app.add_subcommand("query", "answer a question in SQL; docs/sql.md says what can be asked");
  queryVerb->add_option("trace", query.traces.paths, "file or directory, or several, and behind them the query");
  addTraceOptions(queryVerb, query.traces);
  addSignatures(queryVerb, query.traces);
  queryVerb->add_option("--format", query.format, "table if not given")
      ->check(CLI::IsMember({"table", "csv", "json", "jsonl", "parquet"}));
  queryVerb->add_option("-o,--output", query.output, "a file for the rows, in place of standard output");
  addCompression(queryVerb, query.compression);
  queryVerb->add_option("--file", query.file, "the query is in this file; - is standard input");
  queryVerb->add_option("--expect", query.expect,
                        "EMPTY, NONEMPTY, or an expression that must hold for each row; else the exit status is 1");
  queryVerb->add_option("--limit", query.limit, "print so many rows at most");
  queryVerb->add_option("--memory", query.memory, "megabytes for the database, 256 if not given")
      ->check(CLI::Range(uint64_t{16}, uint64_t{1} << 20));
  queryVerb->add_option("--timeout", query.seconds, "stop after so many seconds")->check(CLI::NonNegativeNumber);
  queryVerb->add_flag("--schema", query.schema, "print the tables, views and functions, and what their columns are");

  tp::cli::TraceArguments checked;
  CLI::App* checkVerb = app.add_subcommand("check", "index everything and print each warning");
  addTraces(checkVerb, checked);

  tp::native::WindowOptions window;
  app.add_option("traces", window.traces, "file or directory, or several, to show in the window");
  app.add_option("--size",
                 [&window](const std::vector<std::string>& given) {
                   return std::sscanf(given[0].c_str(), "%dx%d", &window.width, &window.height) == 2;
                 })
      ->type_name("TEXT")
      ->description("of the window: WIDTHxHEIGHT");
  app.add_option("--scale", window.scale, "pixels per unit of the window's measures");
  app.add_flag("--light", window.light, "dark ink on white");
  app.add_option("--view", window.view, "where to look: what a link to a view has behind its #");
  app.add_option("--screenshot", window.screenshot, "write a picture (PNG or PPM) once everything is shown, and end");
  app.add_option("--do", window.commands, "an action before the screenshot, as \"set-visible BEGIN END\"")
      ->allow_extra_args(false);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  for (const std::string& to : exportTo) {
    int64_t time = 0;
    bool isTime = CLI::detail::lexical_cast(to, time);
    if (isTime) exported.range.to = time;
    if (!isTime) exported.to = to;
  }
  for (const auto* range :
       {&events.range, &functions.range, &slices.range, &scheduling.range, &exported.range, &stacks.range}) {
    if (range->from <= range->to) continue;
    tp::cli::complain("--from " + std::to_string(range->from) + " is later than --to " + std::to_string(range->to));
    return 2;
  }
  using tp::cli::finishOutput;
  // Programs that the window starts would not get the signals.
  if (!app.get_subcommands().empty()) tp::native::removeUnfinishedOnSignals();
  if (infoVerb->parsed()) return finishOutput(tp::cli::info(info));
  if (eventsVerb->parsed()) return finishOutput(tp::cli::events(events));
  if (functionsVerb->parsed()) return finishOutput(tp::cli::functions(functions));
  if (slicesVerb->parsed()) return finishOutput(tp::cli::slices(slices));
  if (schedulingVerb->parsed()) return finishOutput(tp::cli::scheduling(scheduling));
  if (exportVerb->parsed()) return finishOutput(tp::cli::exportTrace(exported));
  if (stacksVerb->parsed()) return finishOutput(tp::cli::stacks(stacks));
  if (queryVerb->parsed()) return finishOutput(tp::cli::query(query));
  if (checkVerb->parsed()) return finishOutput(tp::cli::check(checked));
  for (const std::string& path : window.traces) {
    std::error_code failure;
    if (std::filesystem::exists(path, failure)) continue;
    std::vector<std::string> verbs;
    for (const CLI::App* verb : app.get_subcommands({})) verbs.push_back(verb->get_name());
    tp::cli::complain(path + ": there is no such verb or file" + tp::meantNames(path, verbs));
    return 2;
  }
  return tp::native::runWindow(window);
}
