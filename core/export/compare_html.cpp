#include "core/export/compare_html.h"

#include "core/analysis/compare/change_figures.h"
#include "core/export/compare_html_page.h"
#include "core/export/compare_html_sections.h"
#include "core/export/compare_limit.h"
#include "core/export/compare_parts.h"
#include "core/export/compare_text.h"
#include "core/text/markup.h"
#include "core/trace/sums.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

void writeSide(ComparePage& page, const char* name, const ComparedSide& side, const FunctionTotals& totals) {
  std::string words = std::string(name) + ": " + side.name + (side.part.empty() ? "" : ", " + side.part) +
                      ", self time " + durationText(totals.self, side.clock) + " in " +
                      countText(static_cast<uint64_t>(totals.calls), "call") + " of " +
                      countText(totals.functions, "function");
  if (side.begin <= side.end) words += ", within " + durationText(minus(side.end, side.begin), side.clock);
  page.paragraph(words);
  const auto time = [&](int64_t figure) { return durationText(figure, side.clock); };
  page.paragraphs(doubtText(name, totals, time) + missingText(name, side));
}

std::string title(const FunctionComparison& functions) {
  const ClockInfo& clock = functions.sideB.clock;
  std::string words = "From A to B: ";
  if (const FunctionChange* moved = movedFirst(functions))
    words +=
        durationText(moved->moved.time, clock) + " of " + moved->name + " moved, " + movedWords(moved->moved) + "; ";
  return words + "self time " + shownChange(functions.change(), clock) + " (" +
         shownGrowth(functions.a.self, functions.b.self) + ")";
}

// What the graph adds up to, and what it has besides what the title and the table of functions are about.
void writeGraphSums(ComparePage& page, const FunctionComparison& functions, const StackComparison& stacks) {
  const auto time = [&](int64_t figure) { return durationText(figure, page.clock()); };
  const int64_t a = stacks.root().a.total, b = stacks.root().b.total;
  page.paragraph("The graph is of all calls: " + time(a) + " in A, " + time(b) + " in B.");
  page.paragraphs(graphSumText("A", a, functions.a, time) + graphSumText("B", b, functions.b, time));
}

}  // namespace

std::string comparisonHtml(const FunctionComparison& functions, const StackComparison& stacks,
                           const ReportSections& sections, DifferencePicture picture) {
  // The report has one title.
  picture.headed = false;
  ComparePage page(functions.sideB.clock);
  page.markup("<h1>" + markupText(title(functions)) + "</h1>\n");
  writeSide(page, "A", functions.sideA, functions.a);
  writeSide(page, "B", functions.sideB, functions.b);
  if (const std::string lack = lackText(functions); !lack.empty()) page.paragraph(lack);
  page.heading("Where the time went: differential flame graph");
  writeGraphSums(page, functions, stacks);
  page.markup("<div class=\"scrolls\">\n" + comparisonSvg(stacks, picture) + "</div>\n");
  if (stacks.least > 0)
    page.paragraph("Stacks of less than " + durationText(stacks.least, page.clock()) +
                   " on both sides are left to their callers.");
  writeFunctions(page, functions);
  if (sections.threads && sections.threads->known) writeThreads(page, *sections.threads);
  if (sections.latencies) writeTimes(page, "Latencies", *sections.latencies);
  if (sections.waits) writeTimes(page, "Waits", *sections.waits);
  return page.file(functions.sideA.name + " and " + functions.sideB.name + " compared");
}

}  // namespace tp
