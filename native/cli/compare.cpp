#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <thread>

#include "core/analysis/compare/compared_class.h"
#include "core/analysis/compare/recordings.h"
#include "core/export/compare_durations_text.h"
#include "core/export/compare_html.h"
#include "core/export/compare_limit.h"
#include "core/export/compare_stacks.h"
#include "core/export/compare_stacks_svg.h"
#include "core/export/compare_text.h"
#include "native/cli/compare_durations.h"
#include "native/cli/compare_names.h"
#include "native/cli/compare_per.h"
#include "native/cli/compare_recordings.h"
#include "native/cli/compare_report.h"
#include "native/cli/compare_sides.h"
#include "native/cli/compare_slowest.h"
#include "native/cli/compare_times.h"
#include "native/cli/same_recording.h"
#include "native/cli/verbs.h"
#include "native/output/output_file.h"

namespace tp::cli {
namespace {

struct CompareOptions {
  SideOptions a, b;
  std::string by;
  std::string per;
  std::string slowest;
  std::string function;  // whose durations are compared; empty: functions are
  std::string format = "text";
  std::string file = "-";  // "-": standard output
  std::optional<double> failAbove;
  GivenNames names;
  std::string width{
      kDifferenceWidths[static_cast<size_t>(kUsualWidth)]};  // of boxes of a flame graph, as kDifferenceWidths
  DifferenceColour colour;
};

constexpr char kAlso[] = "--also-a or --also-b";

bool manyRecordings(const CompareOptions& options) {
  return !options.a.others.empty() || !options.b.others.empty();
}

bool isPart(const SideOptions& side) {
  return side.range.limited() || !side.tids.empty() || !side.filter.empty();
}

// Returns the status of what was found: 1 if it grew by more than it may; 2 (after complaining) if there is a limit and
// a side has nothing to compare, or if not both record what is compared.
template <class Found>
int statusOf(const Found& found, const CompareOptions& options) {
  if (const std::string lack = lackText(found); !lack.empty() && (options.failAbove || !bothTell(found)))
    return complain((options.failAbove ? "--fail-above: " : "") + lack), 2;
  return options.failAbove && growsAbove(found, *options.failAbove) ? 1 : 0;
}

// Returns `status`, or 2 (after complaining) if the text can't be written.
int put(const std::string& text, int status, const CompareOptions& options) {
  native::OutputFile file;
  if (options.file == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
  } else {
    if (!file.begin(options.file)) return complain(file.error()), 2;
    file.write(text);
    if (!file.finish()) return complain(file.error()), 2;
  }
  return status;
}

template <class Found>
int tell(const Found& found, const CompareOptions& options) {
  const std::string text = options.format == "json"  ? comparisonJson(found, options.failAbove)
                           : options.format == "csv" ? comparisonCsv(found)
                                                     : comparisonReport(found, options.failAbove);
  return put(text, statusOf(found, options), options);
}

int tellFunctions(Side& sideA, Side& sideB, const CompareOptions& options) {
  auto [a, b] = functionsOf(sideA, sideB);
  if (!shareUnit<SideFunctions>({&a, &b})) return 2;
  const std::optional<NameCorrections> names = correctionsOf(options.names, a, b);
  if (!names) return 2;
  if (options.per.empty()) return tell(compareFunctions(a, b, {}, *names), options);
  if (!dividePer(options.per, a) || !dividePer(options.per, b)) return 2;
  return tell(compareFunctions(a, b, perText(options.per), *names), options);
}

int tellThreads(Side& a, Side& b, const CompareOptions& options) {
  SideThreads first = threadsOf(a), second = threadsOf(b);
  if (!shareUnit<SideThreads>({&first, &second})) return 2;
  const bool divides = !options.per.empty() && first.switches && second.switches;
  if (divides && (!dividePerSecond(first) || !dividePerSecond(second))) return 2;
  return tell(compareThreads(first, second, divides ? perText(options.per) : ""), options);
}

int tellDurations(Side& a, Side& b, const CompareOptions& options) {
  const std::optional<DurationComparison> found = askDurations(a, b, options.function);
  if (!found) return 2;
  return put(options.format == "json" ? comparisonJson(*found) : comparisonReport(*found), 0, options);
}

int tellTimes(SideTimes a, SideTimes b, const CompareOptions& options) {
  if (!shareUnit<SideTimes>({&a, &b})) return 2;
  if (options.per.empty()) return tell(compareTimes(a, b), options);
  if (!dividePerSecond(a) || !dividePerSecond(b)) return 2;
  return tell(compareTimes(a, b, perText(options.per)), options);
}

DifferencePicture pictureOf(const CompareOptions& options) {
  DifferencePicture picture;
  const auto at = std::find(kDifferenceWidths.begin(), kDifferenceWidths.end(), options.width);
  if (at != kDifferenceWidths.end()) picture.widthOf = static_cast<DifferenceWidth>(at - kDifferenceWidths.begin());
  picture.colour = options.colour;
  return picture;
}

std::string stackText(const StackComparison& found, const CompareOptions& options) {
  if (options.format == "svg") return comparisonSvg(found, pictureOf(options));
  if (options.format == "folded") return comparisonFolded(found);
  if (options.format == "json") return comparisonJson(found, options.failAbove);
  return options.format == "csv" ? comparisonCsv(found) : comparisonReport(found, options.failAbove);
}

int tellStacks(const StackComparison& found, const CompareOptions& options) {
  return put(stackText(found, options), statusOf(found, options), options);
}

void inTwoThreads(const std::function<void()>& one, const std::function<void()>& other) {
  std::thread beside(other);
  one();
  beside.join();
}

int tellStacks(Side& a, Side& b, const CompareOptions& options) {
  // A program's calls are always those of threads.
  if (a.trace.index().info().traits.kernel || b.trace.index().info().traits.kernel) shareClass(a, b);
  const uint32_t threads = options.a.trace.threads > 0 ? options.a.trace.threads : native::usableCores();
  const InParallel parallel = threads == 1 ? nullptr : inTwoThreads;
  TraceCalls callsA, callsB;
  SideStacks first, second;
  if (readsBoth(a, b, threads)) {
    inTwoThreads([&] { first = stacksOf(a, threads / 2, callsA); }, [&] { second = stacksOf(b, threads / 2, callsB); });
  } else {
    first = stacksOf(a, threads, callsA);
    second = stacksOf(b, threads, callsB);
  }
  if (first.tree == nullptr || second.tree == nullptr || !shareUnit<SideStacks>({&first, &second})) return 2;
  const bool html = options.format == "html";
  if (!html && options.names.empty() && !lackPartners(first, second))
    return tellStacks(compareStacks(first, second, kComparedStacks, nullptr, parallel), options);
  auto [functionsA, functionsB] = functionsOf(a, b);
  if (!shareUnit<SideFunctions>({&functionsA, &functionsB})) return 2;
  const std::optional<NameCorrections> names = correctionsOf(options.names, functionsA, functionsB);
  if (!names) return 2;
  const PairedNames paired = pairedNames(functionsA, functionsB, pairFunctions(functionsA, functionsB, *names));
  const StackComparison found = compareStacks(first, second, kComparedStacks, &paired, parallel);
  if (!html) return tellStacks(found, options);
  const FunctionComparison functions = compareFunctions(functionsA, functionsB, {}, *names);
  ReportSections sections;
  if (!askSections(a, b, sections)) return 2;
  return put(comparisonHtml(functions, found, sections, pictureOf(options)), statusOf(functions, options), options);
}

// The usual calls of a function and its slowest ones, in one trace.
int compareSlowest(const CompareOptions& options) {
  const std::optional<SlowestShare> of = parseSlowest(options.slowest);
  if (!of) return complain("--slowest: " + options.slowest + " is not FUNCTION:SHARE, as compile:1%"), 2;
  if (isPart(options.b))
    return complain("--slowest has one trace: --a-from, --a-to, --a-tid and --a-filter limit it"), 2;
  Side side(options.a);
  if (!side.open("a")) return 2;
  SideFunctions a, b;
  if (!askSlowest(side.trace, callsScope(side), sideOf(side), *of, a, b)) return 2;
  const int status = tell(compareFunctions(a, b, "call of " + of->function), options);
  printWarnings(side.trace.index());
  return side.trace.complainOfChanges() ? 2 : status;
}

// The means of several recordings of each side.
int compareRecordings(const CompareOptions& options) {
  std::vector<SideFunctions> a, b;
  if (!askRecordings(options.a, "a", {}, a) || !askRecordings(options.b, "b", {}, b)) return 2;
  std::vector<size_t> classes;
  for (const std::vector<SideFunctions>* side : {&a, &b})
    for (const SideFunctions& one : *side) classes.push_back(one.trackClass);
  if (const std::optional<uint32_t> shared = comparedClass(classes, false))
    if (!askRecordings(options.a, "a", shared, a) || !askRecordings(options.b, "b", shared, b)) return 2;
  if (!tellTheSame(a, "A") || !tellTheSame(b, "B")) return 2;
  std::vector<SideFunctions*> all;
  for (std::vector<SideFunctions>* side : {&a, &b})
    for (SideFunctions& one : *side) all.push_back(&one);
  if (!shareUnit(all)) return 2;
  const std::optional<NameCorrections> names = correctionsOf(options.names, meanOfRecordings(a), meanOfRecordings(b));
  if (!names) return 2;
  for (SideFunctions* one : all)
    if (!options.per.empty() && !dividePer(options.per, *one)) return 2;
  const std::string per = options.per.empty() ? "" : perText(options.per);
  return tell(tp::compareRecordings(a, b, per, *names, tellCopies(options.a, options.b)), options);
}

// What does not go with --function.
std::string functionMistake(const CompareOptions& options) {
  if (options.function.empty()) return {};
  if (options.format != "text" && options.format != "json") return "--function is told as text or json";
  if (!options.slowest.empty() || manyRecordings(options) || !options.per.empty() || !options.by.empty() ||
      options.failAbove)
    return std::string("--function has all durations of one function in two traces: --by, --per, --slowest, ") + kAlso +
           " and --fail-above do not go with it";
  return {};
}

// Whether what is compared is threads, or what they did and met.
bool ofThreads(const CompareOptions& options) {
  return options.by == "thread" || options.by == "latency" || options.by == "wait";
}

// Returns what is wrong with the options; empty: nothing.
std::string mistake(const CompareOptions& options) {
  if (const std::string wrong = functionMistake(options); !wrong.empty()) return wrong;
  if (options.failAbove && (!std::isfinite(*options.failAbove) || *options.failAbove < 0))
    return "--fail-above takes a number of percent, 0 or more";
  const bool html = options.format == "html", stacks = options.by == "stack", one = !options.slowest.empty();
  if (html && ofThreads(options)) return "--format html does not go with --by " + options.by;
  if ((options.format == "folded" || options.format == "svg") && !stacks)
    return "--format " + options.format + " goes with --by stack";
  for (const SideOptions* side : {&options.a, &options.b})
    for (const std::vector<std::string>* paths : {&side->trace.paths, &side->others})
      if (options.file != "-" && native::isAmong(options.file, *paths))
        return options.file + ": this is a part of a trace; give another file";
  if (options.b.trace.paths.front().empty() != one)
    return one ? "--slowest takes one trace"
               : "compare takes two traces; or one, with --slowest, or with parts of it, as --a-tid 12 --b-tid 13";
  const bool several = manyRecordings(options);
  const bool perSecond = options.per == "second" && ofThreads(options);
  if ((one || several || (!options.per.empty() && !perSecond)) && (html || stacks || ofThreads(options)))
    return std::string(one ? "--slowest" : several ? kAlso : "--per") + " is of functions, as text, csv or json";
  if (several && one) return std::string(kAlso) + " is of two sides, --slowest of one trace";
  for (const SideOptions* side : {&options.a, &options.b})
    if (several && isPart(*side))
      return std::string(kAlso) + " takes all of each recording: times and threads are those of one";
  if (!options.names.empty() && (one || options.by == "thread"))
    return "--same and --apart are about functions of two sides";
  return one && !options.per.empty() ? "--slowest is for each call already" : "";
}

// Parts of one trace need it only once.
void nameBoth(CompareOptions& options) {
  std::vector<std::string>&a = options.a.trace.paths, &b = options.b.trace.paths;
  // Standard input can be read once.
  const bool parts = isPart(options.a) || isPart(options.b);
  if (b.front().empty() && options.slowest.empty() && parts && a.front() != "-") b = a;
}

int compare(const CompareOptions& options) {
  if (const std::string wrong = mistake(options); !wrong.empty()) return complain(wrong), 2;
  if (!options.slowest.empty()) return compareSlowest(options);
  if (manyRecordings(options)) return compareRecordings(options);
  Side a(options.a), b(options.b);
  if (!a.open("a") || !b.open("b")) return 2;
  // Of parts of one trace, it is not told what has moved between them.
  if (options.a.trace.paths != options.b.trace.paths) {
    const std::string &pathA = options.a.trace.paths.front(), &pathB = options.b.trace.paths.front();
    if (sameRecording(pathA, pathB)) b.copies = copyText(pathB, pathA);
    a.wantOutermost();
    b.wantOutermost();
  }
  const bool perSecond = options.per.empty() || options.per == "second";
  const bool byThread = options.by.empty() && perSecond && options.function.empty() ? tellsThreads(a) && tellsThreads(b)
                                                                                    : options.by == "thread";
  const int status = !options.function.empty()                           ? tellDurations(a, b, options)
                     : options.by == "stack" || options.format == "html" ? tellStacks(a, b, options)
                     : options.by == "latency" ? tellTimes(latenciesOf(a), latenciesOf(b), options)
                     : options.by == "wait"    ? tellTimes(waitsOf(a), waitsOf(b), options)
                     : byThread                ? tellThreads(a, b, options)
                                               : tellFunctions(a, b, options);
  bool changed = false;
  for (const Side* side : {&a, &b}) {
    printWarnings(side->trace.index());
    changed = side->trace.complainOfChanges() || changed;
  }
  return changed ? 2 : status;
}

}  // namespace

Run compareVerb(VerbOptions& takes) {
  auto options = std::make_shared<CompareOptions>();
  takes.oneOrTwoTraces(options->a.trace, options->b.trace);
  takes.range(options->a.range, "a-");
  takes.tids(options->a.tids, "a-");
  takes.range(options->b.range, "b-");
  takes.tids(options->b.tids, "b-");
  for (const auto& [name, side] : {std::pair("--a-filter", &options->a), std::pair("--b-filter", &options->b)})
    takes.text(name, side->filter, "only threads for which it holds: \"thread ~ worker-*\", \"tid == 12 || pid == 3\"");
  takes.list("--also-a", options->a.others, "a further recording of A; may be given several times");
  takes.list("--also-b", options->b.others,
             "a further recording of B: figures are means, and from 3 a side have p-values");
  takes.text("--by", options->by, "function; thread for traces of a kernel without calls but system calls",
             {"function", "thread", "stack", "latency", "wait"});
  takes.text("--per", options->per,
             "figures for each second, each second of self time (total), or each call of a function");
  takes.list("--same", options->names.same,
             "A=B: A's function of this name is B's of that; may be given several times");
  takes.list("--apart", options->names.apart,
             "a function about whose name nothing is to be guessed; may be given several times");
  takes.text("--slowest", options->slowest,
             "FUNCTION:SHARE, as compile:1%: what runs within its slowest calls and its usual ones; takes one trace");
  takes.text("--function", options->function,
             "how long the calls of this function took in A and in B, and how certain it is that this differs");
  takes.text("--format", options->format,
             "text if not given; folded, svg: by stack only; html: a report of all that the traces tell",
             {"text", "csv", "json", "folded", "svg", "html"});
  takes.text("-o,--output", options->file, "the file to write; standard output if not given");
  takes.text("--width", options->width, "of svg and html: whose time is the width of boxes, larger if not given",
             {kDifferenceWidths.begin(), kDifferenceWidths.end()});
  takes.flag("--total", options->colour.total, "of svg and html: colour by the change of total time, not of self time");
  takes.flag("--proportional", options->colour.proportional,
             "of svg and html: colour by the change in proportion to A");
  takes.number(
      "--fail-above", options->failAbove,
      "exit with status 1 if self time, by thread running time, by latency or wait the sum of a kind, grew by more "
      "percent");
  return [options] {
    nameBoth(*options);
    return compare(*options);
  };
}

}  // namespace tp::cli
