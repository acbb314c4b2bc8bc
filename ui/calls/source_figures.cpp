#include "ui/calls/source_figures.h"

#include <algorithm>
#include <unordered_map>

#include "core/trace/sums.h"
#include "ui/base/time_text.h"
#include "ui/calls/figure_text.h"

namespace tp::ui {
namespace {

// Whether all that is known of the name in the file's trace is one place.
bool isOnePlace(const SourcesQuestion& known, NameId name, uint32_t trace) {
  const auto places = known.of(name);
  const auto count = std::count_if(places.begin(), places.end(),
                                   [&](const SourceLine& line) { return known.files()[line.file].trace == trace; });
  return count == 1;
}

// The row of each function in the table.
std::unordered_map<NameId, const FunctionStats*> rowsOf(const FunctionTable& table) {
  std::unordered_map<NameId, const FunctionStats*> rows;
  for (const FunctionStats& row : table.rows) rows.emplace(row.name, &row);
  return rows;
}

// The rows of the functions of one line.
using Rows = std::vector<const FunctionStats*>;

void setTexts(LineFigures& line, const Rows& rows, const ClockInfo& clock) {
  if (rows.size() == 1) {
    line.calls = figureText(*rows[0], FunctionFigure::Calls, clock);
    line.total = figureText(*rows[0], FunctionFigure::Total, clock);
    line.self = figureText(*rows[0], FunctionFigure::Self, clock);
    return;
  }
  // Instances of a template may call each other: the sum of their totals would count such calls twice.
  FunctionStats sum;
  for (const FunctionStats* row : rows) {
    sum.calls += row->calls;
    sum.self = plus(sum.self, row->self);
    sum.selfDoubt = plus(sum.selfDoubt, row->selfDoubt);
    sum.atMost += row->atMost;
  }
  line.calls = figureText(sum, FunctionFigure::Calls, clock);
  line.self = figureText(sum, FunctionFigure::Self, clock);
}

// The figures in one of several traces; `at` is its place among these.
void setTexts(LineFigures& line, const Rows& rows, const FunctionTable& table, size_t at, const ClockInfo& clock) {
  TraceFigures sum;
  for (const FunctionStats* row : rows) {
    const TraceFigures& own = table.of(*row, at);
    sum.calls += own.calls;
    sum.total = plus(sum.total, own.total);
    sum.self = plus(sum.self, own.self);
    sum.selfDoubt = plus(sum.selfDoubt, own.selfDoubt);
    sum.atMost += own.atMost;
  }
  line.calls = figureText(sum, FunctionFigure::Calls, clock);
  line.self = figureText(sum, FunctionFigure::Self, clock);
  if (rows.size() == 1) line.total = figureText(sum, FunctionFigure::Total, clock);
}

}  // namespace

std::vector<LineFigures> lineFigures(const TraceIndex& index, const SourcesQuestion& known, uint32_t file,
                                     const Calls* calls) {
  std::vector<LineFigures> lines;
  std::vector<SourceLine> here;
  for (const SourceLine& line : known.lines())
    if (line.file == file) here.push_back(line);
  std::stable_sort(here.begin(), here.end(), [](const SourceLine& a, const SourceLine& b) { return a.line < b.line; });
  for (const SourceLine& line : here) {
    if (lines.empty() || lines.back().line != line.line) lines.push_back({line.line, {}, {}, {}, {}});
    lines.back().functions.push_back(line.name);
  }
  if (calls == nullptr) return lines;
  const FunctionTable& table = calls->functions;
  const auto rows = rowsOf(table);
  const uint32_t trace = known.files()[file].trace;
  const std::vector<TracePart>& parts = index.info().parts;
  const auto part =
      std::find_if(parts.begin(), parts.end(), [trace](const TracePart& one) { return one.number == trace; });
  const auto at = static_cast<size_t>(part - parts.begin());
  for (LineFigures& line : lines) {
    Rows called;
    bool sure = true;
    for (NameId name : line.functions) {
      sure = sure && isOnePlace(known, name, trace);
      if (auto row = rows.find(name); row != rows.end()) called.push_back(row->second);
    }
    if (!sure || called.empty()) continue;
    if (table.traces > 0 && at < table.traces)
      setTexts(line, called, table, at, index.info().clock);
    else if (table.traces == 0)
      setTexts(line, called, index.info().clock);
  }
  return lines;
}

}  // namespace tp::ui
