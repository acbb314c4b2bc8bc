#include <algorithm>
#include <cstdio>
#include <memory>
#include <span>

#include "core/analysis/filter_hint.h"
#include "core/decode/row_fields.h"
#include "core/export/slice_rows.h"
#include "core/session/slices/slices_question.h"
#include "core/text/visible_text.h"
#include "native/cli/indexed.h"
#include "native/cli/verbs.h"

namespace tp::cli {
namespace {

struct SliceOptions {
  TraceArguments traces;
  std::string format = "text";
  std::string kind = "calls";
  std::string filter;        // empty: all
  std::string sort = "dur";  // durations and self times come with the longest first, other fields with the least
  bool descending = false, ascending = false;
  std::string by;                 // prints groups by this field in place of slices; empty: none
  std::optional<uint32_t> limit;  // rows; if it is not given, the first 100 slices, or all groups
  TimeRange range;
};

std::string padded(std::string text, size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

void printText(const SliceRows& rows) {
  std::printf("%18s %14s %14s %10s  %-24s %s\n", "ts", "dur", "self", "tid", "caller", "name");
  for (size_t row = 0; row < rows.slices.size(); ++row) {
    const ListedSlice& slice = rows.slices[row].slice;
    const bool known = slice.durationKnown();
    const std::string doubt = (slice.flags & ListedSlice::kSelfDoubted) != 0 ? "~" : "";
    const std::string bound = (slice.flags & ListedSlice::kAtMost) != 0 ? "<=" : "";
    std::string line = padded(sliceCell(rows, row, "ts"), 18);
    line += " " + padded(known ? bound + sliceCell(rows, row, "dur") : "-", 14);
    line += " " + padded(known ? doubt + sliceCell(rows, row, "self") : "-", 14);
    line += " " + padded(sliceCell(rows, row, "tid"), 10);
    std::string caller = visibleText(sliceCell(rows, row, "caller"));
    caller.resize(std::max<size_t>(caller.size(), 24), ' ');
    line += "  " + caller + " " + visibleText(sliceCell(rows, row, "name"));
    const std::string args = sliceCell(rows, row, "args"), result = sliceCell(rows, row, "retval");
    if (!args.empty()) line += "(" + visibleText(args) + ")";
    if (!result.empty()) line += " = " + visibleText(result);
    if (!known) line += std::string("  [") + std::string(sliceState(slice)) + "]";
    std::printf("%s\n", line.c_str());
  }
}

void printGroups(const SliceRows& rows, const SlicesQuestion& question, std::span<const SliceGroup> groups) {
  std::printf("%12s %16s %12s %12s %12s  %s\n", "count", "total", "median", "p99", "max", question.query().by.c_str());
  for (const SliceGroup& group : groups) {
    const GroupFigures figures = figuresOf(group.durations, group.sums.count);
    const std::string name = shownGroup(rows.index, group.key, rows.full);
    const std::string bound = group.sums.atMost > 0 ? "<=" : "";
    auto text = [&](int64_t figure) { return bound + std::to_string(figure); };
    std::printf("%12llu %16s %12s %12s %12s  %s\n", static_cast<unsigned long long>(group.sums.count),
                text(group.sums.total).c_str(), text(figures.median).c_str(), text(figures.p99).c_str(),
                text(figures.max).c_str(), visibleText(name).c_str());
  }
}

void sumsMembers(JsonWriter& json, const SliceSums& sums) {
  json.beginObject();
  json.key("count").value(sums.count);
  json.key("atMost").value(sums.atMost);
  json.key("unknown").value(sums.unknown);
  json.key("total").value(sums.total);
  json.key("self").value(sums.self);
  json.endObject();
}

void printJson(const SliceRows& rows, const SlicesQuestion& question, const std::vector<SliceGroup>& groups) {
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::Spaced);
  json.beginObject();
  json.key("listed");
  sumsMembers(json, question.listed());
  json.key("all");
  sumsMembers(json, question.all());
  if (question.query().by.empty()) {
    json.key("slices");
    slicesJson(json, rows);
  } else {
    json.key("groups");
    groupsJson(json, rows.index, groups, rows.full);
    json.key("left");
    sumsMembers(json, question.left());
  }
  json.endObject();
  std::printf("%s\n", out.c_str());
}

// Returns false (after complaining) if slices are sorted or grouped by a field that none has.
bool fieldsOrComplain(const SliceOptions& options, const SlicesQuestion& question) {
  const SliceSums& listed = question.listed();
  if (listed.count + listed.unknown == 0) return true;
  // What slices of any trace may have is a field, though none has it here: values without names, too.
  auto refuse = [](const std::string& option, const std::string& field, const std::string& what) {
    const bool value = field == "retval" || (field.starts_with("arg") && field != "arg");
    const bool exists = value || sliceField(field) != RowField::None;
    complain(option + ": no slice has a field " + field + what + (exists ? std::string() : meantField(field)));
    return exists;
  };
  auto isNone = [](const SliceGroup& group) { return group.key.of == GroupKey::Of::Nothing; };
  const std::vector<SliceGroup>& groups = question.groups();
  if (!options.by.empty() && options.sort != "dur")
    complain("--sort is of slices: groups come with the greatest total first");
  if (!groups.empty() && std::all_of(groups.begin(), groups.end(), isNone)) return refuse("--by", options.by, "");
  auto hasKey = [](const SortedSlice& one) { return one.key.has; };
  const bool byText = options.sort == "name" || options.sort == "caller" || options.sort == "waker";
  const bool byLength = options.sort == "dur" || options.sort == "self";
  if (!options.by.empty() || byText || byLength || question.slices().empty()) return true;
  if (std::any_of(question.slices().begin(), question.slices().end(), hasKey)) return true;
  return refuse("--sort", options.sort, " whose values are numbers");
}

void sayUnknown(const SlicesQuestion& question) {
  for (const std::string& field : question.unknownFields())
    complain("no slice has a field " + field + meantField(field));
  for (const std::string& name : question.unknownNames()) complain("no slice is named " + name);
  const std::string hint = globHint(question.query().filter);
  if (!hint.empty() && question.listed().count + question.listed().unknown == 0)
    complain("no slice is like this: " + hint);
}

// What the lists leave out.
void sayLeft(const SlicesQuestion& question, size_t groups) {
  const uint64_t listed = question.listed().count + question.listed().unknown;
  if (question.query().by.empty() && question.slices().size() < listed)
    complain("the first " + std::to_string(question.slices().size()) + " of " + std::to_string(listed) +
             "; --limit says how many");
  if (groups < question.groups().size())
    complain("the first " + std::to_string(groups) + " of " + std::to_string(question.groups().size()) +
             " groups; --limit says how many");
  const uint64_t left = question.left().count + question.left().unknown;
  if (left > 0)
    complain(std::to_string(left) + " slices belong to further groups: the first " +
             std::to_string(question.groups().size()) + " are kept, by the length of their values");
}

int slices(const SliceOptions& options) {
  IndexedTrace trace(options.traces.threads);
  // As `functions` tells them apart.
  const FunctionIdentity functions = options.traces.signatures ? FunctionIdentity::Apart : FunctionIdentity::Merged;
  if (!trace.open(options.traces, functions)) return 2;
  SliceQuery query;
  query.kind = sliceKindNamed(options.kind).value_or(SliceKind::Calls);
  query.filter = options.filter;
  query.sort = options.sort;
  const bool longest = options.sort == "dur" || options.sort == "self";
  query.ascending = options.ascending || (!options.descending && !longest);
  query.by = options.by;
  constexpr uint32_t kUsual = 100;
  query.most = options.by.empty() ? options.limit.value_or(kUsual) : 0;
  query.scope.stacks = false;
  if (options.range.limited()) {
    query.scope.begin = options.range.from;
    query.scope.end = options.range.to;
  }
  FilterError error;
  if (!query.filter.empty() && !Filter::compile(query.filter, trace.index().info().clock, error, Filter::Of::Slices)) {
    complain("--filter: " + error.text());
    return 2;
  }
  auto question = std::make_shared<SlicesQuestion>(query);
  trace.ask(question);
  if (!fieldsOrComplain(options, *question)) return 2;
  std::vector<SliceGroup> groups = question->groups();
  if (options.limit && groups.size() > *options.limit) groups.resize(*options.limit);
  const SliceRows rows{trace.index(), question->slices(), [&](size_t row) { return question->text(row); },
                       options.traces.signatures};
  if (options.format == "json") {
    printJson(rows, *question, groups);
  } else if (options.format == "csv") {
    const std::string text = query.by.empty() ? slicesCsv(rows) : groupsCsv(trace.index(), query.by, groups, rows.full);
    std::fwrite(text.data(), 1, text.size(), stdout);
  } else if (query.by.empty()) {
    printText(rows);
  } else {
    printGroups(rows, *question, groups);
  }
  sayUnknown(*question);
  sayLeft(*question, groups.size());
  printWarnings(trace.index());
  return trace.complainOfChanges() ? 2 : 0;
}

}  // namespace

Run slicesVerb(VerbOptions& takes) {
  auto options = std::make_shared<SliceOptions>();
  takes.traces(options->traces);
  takes.signatures(options->traces);
  takes.filter(options->filter);
  takes.text("--kind", options->kind, "calls, as functions counts them, or those of one kind of tracks",
             {"calls", "threads", "cpus", "async", "states", "syscalls"});
  takes.text("--sort", options->sort, "dur, self, ts or a field whose values are numbers: arg1");
  takes.flag("--desc", options->descending, "the greatest first, as dur and self have it anyway");
  takes.flag("--asc", options->ascending, "the least first", "--desc");
  takes.text("--by", options->by, "groups by this field: name, thread, caller, retval, arg1 ...");
  takes.number("--limit", options->limit, "rows that are printed; if not given, 100 slices, or all groups", 0u,
               1000000u);
  takes.text("--format", options->format, "text if not given", {"text", "csv", "json"});
  takes.range(options->range);
  return [options] { return slices(*options); };
}

}  // namespace tp::cli
