#include "native/cli/verb_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "core/kernel/syscalls.h"
#include "native/cli/open.h"

namespace tp::cli {
namespace {

// "{a,b} OR NUMBER", as CLI11 names it, with an error that names all there are.
CLI::Validator oneOfOrNumber(std::vector<std::string> choices) {
  CLI::Validator validator;
  validator.description("{" + CLI::detail::join(choices, ",") + "} OR NUMBER");
  validator.operation([known = std::move(choices)](std::string& word) -> std::string {
    if (CLI::Number(word).empty() || std::find(known.begin(), known.end(), word) != known.end()) return {};
    return "there is no format " + word + "; there are " + CLI::detail::join(known, ", ") +
           ", and a number is the last time";
  });
  return validator;
}

}  // namespace

void VerbOptions::traces(TraceArguments& traces) {
  verb_
      .add_option("trace", traces.paths,
                  "file or directory, - for standard input, or several: several traces are laid on one axis")
      ->required();
  traceOptions(traces);
}

void VerbOptions::tracesAndMore(TraceArguments& traces, const char* about) {
  verb_.add_option("trace", traces.paths, about);
  traceOptions(traces);
}

void VerbOptions::traceOptions(TraceArguments& traces) {
  list("--offset", traces.offsets, "N:TIME shifts the Nth of several traces: 2:-1.5ms");
  openOptions(traces);
}

void VerbOptions::oneOrTwoTraces(TraceArguments& a, TraceArguments& b) {
  a.paths.resize(1);
  b.paths.resize(1);
  verb_.add_option("a", a.paths.front(), "file or directory, - for standard input: what is compared with")->required();
  verb_.add_option("b", b.paths.front(), "file or directory: what is compared; left out: parts of the first");
  openOptions(a);
  signatures(a);
  last_.emplace_back([&a, &b] {
    b.threads = a.threads;
    b.machine = a.machine;
    b.signatures = a.signatures;
    b.noCache = a.noCache;
    b.indexBudget = a.indexBudget;
    return true;
  });
}

void VerbOptions::openOptions(TraceArguments& traces) {
  number("--threads", traces.threads, "how many index and count, 1 to 64; else as many as there are cores", 1u, 64u);
  text("--machine", traces.machine,
       "whose system calls the numbers are where a trace does not tell: x86_64, aarch64, riscv64",
       {std::begin(kernel::kMachines), std::end(kernel::kMachines)});
  number(
      "--index-budget", traces.indexBudget,
      "how many MiB the index may take: what is left out is read again where it is needed; goes without a kept index",
      uint64_t{1}, uint64_t{1} << 20);
  flag("--no-cache", traces.noCache, "reads the whole trace, keeps no index of it, and uses none; see tracepane cache");
}

void VerbOptions::signatures(TraceArguments& traces) {
  flag("--signatures", traces.signatures,
       "functions by their full declarations: overloads, instances of templates, lambdas each for itself");
}

void VerbOptions::firstTime(TimeRange& range, const char* about, const std::string& side) {
  verb_.add_option("--" + side + "from", range.from, about);
  last_.emplace_back([&range, side] {
    if (range.from <= range.to) return true;
    complain("--" + side + "from " + std::to_string(range.from) + " is later than --" + side + "to " +
             std::to_string(range.to));
    return false;
  });
}

void VerbOptions::range(TimeRange& range, const std::string& side) {
  firstTime(range, "first time, in units of the trace's clock: ns, of XRay counts of the TSC", side);
  verb_.add_option("--" + side + "to", range.to, "last time, likewise");
}

void VerbOptions::tids(std::vector<int64_t>& tids, const std::string& side) {
  commaList(("--" + side + "tid").c_str(), tids, "only threads of these numbers: 12,13");
}

void VerbOptions::filter(std::string& filter) {
  text("--filter", filter, "only what it holds for: \"dur > 1ms && comm == worker\", \"sched_switch: next_pid == 1\"");
}

void VerbOptions::columns(std::vector<std::string>& columns) {
  commaList("--columns", columns, "of CSV: \"ts,comm,name,next_pid\"; docs/events.md lists them");
}

void VerbOptions::compression(std::string& compression) {
  text("--compression", compression, "of Parquet, zstd if not given", {"zstd", "none"});
}

void VerbOptions::flag(const char* name, bool& given, const char* about, const char* unlike) {
  CLI::Option* option = verb_.add_flag(name, given, about);
  if (unlike != nullptr) option->excludes(verb_.get_option(unlike));
}

void VerbOptions::text(const char* name, std::string& value, const char* about, std::vector<std::string> choices) {
  CLI::Option* option = verb_.add_option(name, value, about);
  if (!choices.empty()) option->check(CLI::IsMember(std::move(choices)));
}

void VerbOptions::positive(const char* name, int64_t& value, const char* about) {
  verb_.add_option(name, value, about)->check(CLI::PositiveNumber);
}

void VerbOptions::notNegative(const char* name, double& value, const char* about) {
  verb_.add_option(name, value, about)->check(CLI::NonNegativeNumber);
}

template <class T>
void VerbOptions::number(const char* name, T& value, const char* about) {
  verb_.add_option(name, value, about);
}

template <class T, class Limit>
void VerbOptions::number(const char* name, T& value, const char* about, Limit least, Limit most) {
  verb_.add_option(name, value, about)->check(CLI::Range(least, most));
}

void VerbOptions::list(const char* name, std::vector<std::string>& values, const char* about) {
  verb_.add_option(name, values, about)->allow_extra_args(false);
}

template <class T>
void VerbOptions::commaList(const char* name, std::vector<T>& values, const char* about) {
  verb_.add_option(name, values, about)->delimiter(',')->allow_extra_args(false);
}

void VerbOptions::textOrLastTime(const char* name, std::string& value, TimeRange& range, const char* about,
                                 std::vector<std::string> choices) {
  auto given = std::make_shared<std::vector<std::string>>();
  verb_.add_option(name, *given, about)
      ->required()
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->check(oneOfOrNumber(std::move(choices)));
  last_.emplace_back([given, &value, &range] {
    for (const std::string& one : *given) {
      int64_t time = 0;
      if (CLI::detail::lexical_cast(one, time))
        range.to = time;
      else
        value = one;
    }
    return true;
  });
}

void VerbOptions::hide(const char* name) {
  verb_.get_option(name)->group("");
}

bool VerbOptions::settle() {
  for (const std::function<bool()>& one : last_)
    if (!one()) return false;
  return true;
}

template void VerbOptions::number(const char*, std::optional<double>&, const char*);
template void VerbOptions::number(const char*, std::optional<uint64_t>&, const char*);
template void VerbOptions::number(const char*, std::optional<uint32_t>&, const char*, uint32_t, uint32_t);
template void VerbOptions::number(const char*, uint64_t&, const char*, uint64_t, uint64_t);
template void VerbOptions::commaList(const char*, std::vector<std::string>&, const char*);
template void VerbOptions::commaList(const char*, std::vector<int64_t>&, const char*);

}  // namespace tp::cli
