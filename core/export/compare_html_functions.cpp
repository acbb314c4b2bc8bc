#include <algorithm>

#include "core/export/compare_html_sections.h"
#include "core/export/compare_parts.h"
#include "core/export/compare_row_name.h"
#include "core/trace/sums.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

std::string selfOf(const FunctionFigures& figures, const ClockInfo& clock) {
  if (figures.none()) return "\u2013";
  if (figures.calls == 0) return "?";
  if (figures.selfDoubt > 0) return "~" + durationText(figures.self, clock);
  return durationText(figures.self, clock, atMostIf(figures.atMost > 0));
}

std::string callsOf(const FunctionFigures& figures) {
  const uint64_t unknown = figures.open + figures.unbegun;
  return countText(figures.calls) + (unknown > 0 ? "+" + countText(unknown) : "");
}

void writeRow(ComparePage& page, const FunctionChange& one, uint64_t most, Foot& foot) {
  const ClockInfo& clock = page.clock();
  const RowWords words{[&](int64_t time) { return durationText(time, clock); },
                       [&](int64_t change) { return shownChange(change, clock); },
                       [](std::string_view name) { return std::string(name); }};
  page.beginRow();
  page.changeCell(one.change, one.noise());
  page.bars({one.byCalls, one.byEach}, most, one.noise());
  for (const int64_t part : {one.byCalls, one.byEach}) page.partCell(part);
  for (const FunctionFigures* side : {&one.a, &one.b}) page.cell(selfOf(*side, page.clock()));
  for (const FunctionFigures* side : {&one.a, &one.b}) page.cell(callsOf(*side));
  const std::optional<int64_t> total = one.totalChange();
  page.cell(total ? shownChange(*total, page.clock()) : "?");
  page.cell(rowName(one, words, foot), "w");
  page.endRow();
}

// The sum of those that have no row.
void writeOthers(ComparePage& page, std::span<const FunctionChange> others) {
  int64_t change = 0, byCalls = 0, byEach = 0;
  for (const FunctionChange& one : others) {
    if (one.offCpu) continue;
    change = plus(change, one.change);
    byCalls = plus(byCalls, one.byCalls);
    byEach = plus(byEach, one.byEach);
  }
  page.beginRow();
  page.changeCell(change);
  page.emptyCells(1);
  for (const int64_t part : {byCalls, byEach}) page.partCell(part);
  page.emptyCells(5);
  page.cell(othersText(others.size()), "w");
  page.endRow();
}

}  // namespace

void writeFunctions(ComparePage& page, const FunctionComparison& compared) {
  page.heading("Functions");
  if (compared.a.functions == 0 && compared.b.functions == 0) return page.paragraph("Neither A nor B has any.");
  if (compared.changes.empty()) return page.paragraph("Nothing differs.");
  const std::span<const FunctionChange> all = compared.changes;
  const std::span<const FunctionChange> shown = all.first(std::min(all.size(), ComparePage::kMostRows));
  uint64_t most = 0;
  for (const FunctionChange& one : shown) most = mostOf(most, {one.byCalls, one.byEach});
  page.beginTable(std::vector<std::string>{"change", "", "by calls", "by each", "self A", "self B", "calls A",
                                           "calls B", "total", "function"});
  Foot foot;
  for (const FunctionChange& one : shown) writeRow(page, one, most, foot);
  if (shown.size() < all.size()) writeOthers(page, all.subspan(shown.size()));
  page.endTable();
  page.paragraph(
      "Changes are of self time. By calls, the upper bar: calls more or fewer, each at A's mean self time. By each, "
      "the lower bar: the rest, as calls took longer or shorter. ~ before a time: it may be off, as callees have no "
      "known end. \u2264: an upper bound. + behind calls: so many more are of unknown duration.");
  page.paragraph(std::string("\u2248, hatched: ") + kNoise + ".");
  page.paragraphs(foot.text(": ", "."));
  page.paragraph(countText(compared.same, "function") + (compared.same == 1 ? " is" : " are") +
                 " the same on both sides.");
}

}  // namespace tp
