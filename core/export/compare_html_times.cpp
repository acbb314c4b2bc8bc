#include <algorithm>

#include "core/export/compare_html_sections.h"
#include "core/export/compare_parts.h"
#include "core/export/compare_times_parts.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

std::string timeOf(ToldTime told, std::optional<int64_t> figure, const ClockInfo& clock) {
  if (told == ToldTime::None) return "\u2013";
  return told == ToldTime::Unknown ? "?" : toldText(told, *figure, clock);
}

// The sum over all of a kind.
std::string sumOf(const TimedTotals& totals, const ClockInfo& clock) {
  return toldText(toldAs(totals), totals.sum, clock);
}

std::string countOf(const TimedFigures& figures) {
  return countText(figures.count) + (figures.unknown > 0 ? "+" + countText(figures.unknown) : "");
}

std::string nameOf(const TimedChange& one) {
  const char* separator = one.thread.empty() || one.name.empty() ? "" : ": ";
  return (one.added() ? "new: " : one.vanished() ? "vanished: " : "") + one.thread + separator + one.name;
}

void writeRow(ComparePage& page, const TimedChange& one, bool medians, uint64_t most) {
  page.beginRow();
  page.changeCell(one.parts.change, one.noise());
  page.bars({one.parts.byCount, one.parts.byEach}, most, one.noise());
  for (const int64_t part : {one.parts.byCount, one.parts.byEach}) page.partCell(part);
  for (const TimedFigures* side : {&one.a, &one.b})
    page.cell(timeOf(toldAs(*side, side->sum), side->sum, page.clock()));
  for (const TimedFigures* side : {&one.a, &one.b}) page.cell(countOf(*side));
  for (const TimedFigures* side : {&one.a, &one.b})
    if (medians) page.cell(timeOf(toldAs(*side, side->median), side->median, page.clock()));
  for (const TimedFigures* side : {&one.a, &one.b}) page.cell(timeOf(longestToldAs(*side), side->max, page.clock()));
  page.cell(nameOf(one), "w");
  page.endRow();
}

// The sum of those that have no row.
void writeOthers(ComparePage& page, std::span<const TimedChange> others, bool medians) {
  const ChangeParts sum = sumOf(others);
  page.beginRow();
  page.changeCell(sum.change);
  page.emptyCells(1);
  for (const int64_t part : {sum.byCount, sum.byEach}) page.partCell(part);
  page.emptyCells(medians ? 8 : 6);
  page.cell(othersText(others.size()), "w");
  page.endRow();
}

void writeKind(ComparePage& page, const TimedComparison& compared, size_t kind) {
  const TimedComparison::Kind& totals = compared.totals[kind];
  const char* title = compared.kinds.all[kind].title;
  if (totals.a.told != totals.b.told) return page.paragraph(std::string(title) + ": " + oneSidedText(totals) + ".");
  const std::span<const TimedChange> all = changesOf(compared, kind);
  if (!totals.compared() || all.empty()) return;
  page.subheading(std::string(title) + ": " + sumOf(totals.a, page.clock()) + " \u2192 " +
                  sumOf(totals.b, page.clock()) + ", " + shownChange(totals.change(), page.clock()) + " (" +
                  shownGrowth(totals.a.sum, totals.b.sum) + ")");
  const std::span<const TimedChange> shown = all.first(std::min(all.size(), ComparePage::kMostRows));
  uint64_t most = 0;
  for (const TimedChange& one : shown) most = mostOf(most, {one.parts.byCount, one.parts.byEach});
  const bool medians = showsMedians(all);
  std::vector<std::string> titles{"change", "", "by count", "by each", "sum A", "sum B", "count A", "count B"};
  if (medians) titles.insert(titles.end(), {"median A", "median B"});
  titles.insert(titles.end(), {"max A", "max B", "name"});
  page.beginTable(titles);
  for (const TimedChange& one : shown) writeRow(page, one, medians, most);
  if (shown.size() < all.size()) writeOthers(page, all.subspan(shown.size()), medians);
  page.endTable();
}

}  // namespace

void writeTimes(ComparePage& page, std::string_view heading, const TimedComparison& compared) {
  const auto tells = [](const TimedComparison::Kind& one) { return one.a.told || one.b.told; };
  if (std::none_of(compared.totals.begin(), compared.totals.end(), tells)) return;
  page.heading(heading);
  for (size_t kind = 0; kind < compared.totals.size(); ++kind) {
    const TimedComparison::Kind& totals = compared.totals[kind];
    page.paragraphs(doubtText("A", compared.kinds.all[kind], totals.a) +
                    doubtText("B", compared.kinds.all[kind], totals.b));
  }
  for (size_t kind = 0; kind < compared.totals.size(); ++kind) writeKind(page, compared, kind);
  if (compared.changes.empty()) return page.paragraph("Nothing else differs.");
  page.paragraph(
      "Changes are of the sum. By count, the upper bar: more or fewer, each at A's mean. By each, the lower bar: the "
      "rest, as they took longer or shorter. ~: records are missing at the ends of some. \u2264: an upper bound, as a "
      "CPU, or records, are missing. +: so many more are of unknown length.");
  page.paragraph(std::string("\u2248, hatched: ") + kNoise + ".");
  page.paragraph(countText(compared.same, "row") + (compared.same == 1 ? " is" : " are") + " the same on both sides.");
}

}  // namespace tp
