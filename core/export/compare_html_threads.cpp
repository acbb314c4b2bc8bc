#include <algorithm>
#include <array>

#include "core/export/compare_html_sections.h"
#include "core/export/compare_parts.h"
#include "core/export/compare_threads_parts.h"
#include "core/trace/sums.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

Time runningOf(const ThreadFigures& figures) {
  return figures.in(ComparedState::Running);
}

// The changes in states but running.
void stateCells(ComparePage& page, std::span<const ComparedState> states,
                const std::array<Time, kComparedStates.size()>& changes) {
  for (const ComparedState state : states) page.partCell(changes[static_cast<size_t>(state)]);
}

std::array<Time, kComparedStates.size()> changesOf(const ThreadChange& one) {
  std::array<Time, kComparedStates.size()> changes{};
  for (size_t i = 0; i < changes.size(); ++i) changes[i] = one.change(static_cast<ComparedState>(i));
  return changes;
}

void writeRow(ComparePage& page, const ThreadChange& one, std::span<const ComparedState> states, uint64_t most) {
  const Time change = one.change(ComparedState::Running);
  page.beginRow();
  page.changeCell(change, one.noise());
  page.bars({change}, most, one.noise());
  for (const ThreadFigures* side : {&one.a, &one.b})
    page.cell(side->threads > 0 ? durationText(runningOf(*side), page.clock()) : "\u2013");
  stateCells(page, states, changesOf(one));
  page.cell((one.a.threads == 0   ? "new: "
             : one.b.threads == 0 ? "vanished: "
                                  : "") +
                one.name + threadCountsText(one),
            "w");
  page.endRow();
}

// The sum of those that have no row.
void writeOthers(ComparePage& page, std::span<const ThreadChange> others, std::span<const ComparedState> states) {
  std::array<Time, kComparedStates.size()> sums{};
  for (const ThreadChange& one : others) {
    const std::array<Time, kComparedStates.size()> changes = changesOf(one);
    for (size_t i = 0; i < sums.size(); ++i) sums[i] = plus(sums[i], changes[i]);
  }
  page.beginRow();
  page.changeCell(sums[static_cast<size_t>(ComparedState::Running)]);
  page.emptyCells(3);
  stateCells(page, states, sums);
  page.cell(othersText(others.size()), "w");
  page.endRow();
}

}  // namespace

void writeThreads(ComparePage& page, const ThreadComparison& compared) {
  page.heading("Threads");
  for (const auto& [name, side] : {std::pair("A", &compared.sideA), std::pair("B", &compared.sideB)})
    if (!side->gaps.empty()) page.paragraph(std::string(name) + ": " + side->gaps);
  if (compared.changes.empty()) return page.paragraph("Nothing differs.");
  const Time a = runningOf(compared.a), b = runningOf(compared.b);
  page.paragraph("Running: " + durationText(a, page.clock()) + " of " + countText(compared.a.threads, "thread") +
                 " in A, " + durationText(b, page.clock()) + " of " + countText(compared.b.threads, "thread") +
                 " in B, " + shownChange(minus(b, a), page.clock()) + " (" + shownGrowth(a, b) + ").");
  std::vector<ComparedState> states = shownStates(compared);
  std::erase(states, ComparedState::Running);
  std::vector<std::string> titles{"running", "", "running A", "running B"};
  for (const ComparedState state : states) titles.emplace_back(kComparedStates[static_cast<size_t>(state)]);
  titles.emplace_back("thread");
  const std::span<const ThreadChange> all = compared.changes;
  const std::span<const ThreadChange> shown = all.first(std::min(all.size(), ComparePage::kMostRows));
  uint64_t most = 0;
  for (const ThreadChange& one : shown) most = mostOf(most, {one.change(ComparedState::Running)});
  page.beginTable(titles);
  for (const ThreadChange& one : shown) writeRow(page, one, states, most);
  if (shown.size() < all.size()) writeOthers(page, all.subspan(shown.size()), states);
  page.endTable();
  page.paragraph("The times in states are changes from A to B.");
  page.paragraph(std::string("\u2248, hatched: ") + kNoise + ".");
  page.paragraph(countText(compared.same, "name") + (compared.same == 1 ? " is" : " are") + " the same on both sides.");
}

}  // namespace tp
