#include "core/export/compare_html.h"

#include "core/export/compare_html_page.h"
#include "core/export/compare_html_sections.h"
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

}  // namespace

std::string comparisonHtml(const FunctionComparison& functions, const StackComparison& stacks,
                           const ReportSections& sections, const DifferencePicture& picture) {
  ComparePage page(functions.sideB.clock);
  page.markup("<h1>From A to B: self time " + markupText(shownChange(functions.change(), page.clock())) + " (" +
              markupText(shownGrowth(functions.a.self, functions.b.self)) + ")</h1>\n");
  writeSide(page, "A", functions.sideA, functions.a);
  writeSide(page, "B", functions.sideB, functions.b);
  page.heading("Where the time went: differential flame graph");
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
