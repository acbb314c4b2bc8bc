#include "native/cli/event_output.h"

#include "core/analysis/call_arguments.h"
#include "core/analysis/event_merge.h"
#include "core/analysis/filter_hint.h"
#include "core/analysis/row_durations.h"
#include "native/cli/open.h"

namespace tp::cli {

bool writeOut(std::string& text, std::FILE* file) {
  bool ok = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  text.clear();
  return ok;
}

namespace {

bool writeOut(EventLines& lines, std::FILE* file) {
  std::string_view text = lines.text();
  bool ok = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  lines.drop();
  return ok;
}

}  // namespace

bool writeEvents(OpenTrace& trace, const EventSelection& selection, EventFormat format, std::FILE* file) {
  constexpr size_t kFlushBytes = size_t{1} << 16;
  EventMerge merge(*trace.reader, trace.files, selection.streams);
  const std::optional<Filter>& filter = selection.filter;
  RowDurations durations;
  CallArguments arguments;
  EventLines lines(
      format, trace.reader->info().clock,
      selection.columns.empty() ? CsvColumns::all(!trace.reader->info().parts.empty()) : CsvColumns(selection.columns));
  EventRow row;
  row.sparing = filter.has_value() || format == EventFormat::Csv;
  bool any = false;
  while (merge.next()) {
    Filter::Lasted lasted;
    if ((filter && filter->usesDuration()) || lines.usesDuration()) lasted = durations.add(merge);
    ShownText entry;
    if (filter && filter->usesEntries())
      entry = arguments.add(merge.stream(), merge.record(), [&] {
        merge.describe(row);
        return row.shown();
      });
    if (merge.record().time < selection.range.from || merge.record().time > selection.range.to) continue;
    merge.describe(row);
    row.entry = entry;
    if (selection.tracks && !selection.tracks->holds(merge.record(), row, trace.reader->tracks())) continue;
    if (filter && !filter->matches(row, lasted)) continue;
    any = true;
    lines.add(row, lasted);
    if (lines.text().size() >= kFlushBytes && !writeOut(lines, file)) return false;
  }
  if (const std::string hint = any ? std::string() : globHint(selection.filterText); !hint.empty())
    complain("no record is like this: " + hint);
  for (const std::string& column : selection.columns.empty() ? std::vector<std::string>() : lines.emptyColumns())
    complain("no record has a field \"" + column + "\": the column is empty" + meantField(column));
  return writeOut(lines, file);
}

}  // namespace tp::cli
