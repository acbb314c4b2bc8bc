// A report of what is shown: the page as one file with a part of the trace inside, at the present view.
#include <algorithm>
#include <utility>

#include "core/link/moved_link.h"
#include "core/session/report/report_question.h"
#include "ui/app/app.h"
#include "ui/app/commands.h"
#include "ui/app/export.h"

namespace tp::ui {
namespace {

// What is asked for, while the page is being brought.
struct ReportWanted {
  ReportRequest request;
  std::string view;
};

}  // namespace

// Runs "export-report" and "export-range-report".
bool exportReport(App& app, std::string_view id, Args) {
  Context& c = app.context();
  if (isExporting(c) || !c.host.beginFile || !c.host.readPage) return false;
  if (c.index().info().parts.size() > 1)
    return c.say("A report is of one trace, and several lie on one axis here: open one of them."), false;
  const TraceIndex& index = c.index();
  ViewLink link = app.link();
  auto& wanted = c.memory.of<ReportWanted>();
  wanted.request = {};
  std::optional<std::pair<Time, Time>> part;
  if (id == "export-range-report") part = {c.range->first, c.range->second};
  const Time base = c.timesFrom();
  if (id == "export-report" && link.visible) part = {base + link.visible->first, base + link.visible->second};
  if (part) {
    wanted.request = {std::max(part->first, index.begin()), std::min(part->second, index.end())};
    if (wanted.request.from > wanted.request.to) return c.say("Nothing of the trace is there."), false;
    // Of a report, the range may begin before the first record: the next one shows it from edge to edge, too.
    showWithin(link, {part->first - base, part->second - base});
  }
  countFrom(link, base);
  wanted.view = writeViewLink(link);
  c.exportName = c.host.beginFile(fileName(c.session, ".html"));
  if (c.exportName.empty()) return c.say("There is nowhere to write it."), false;
  c.awaitsPage = true;
  c.host.readPage();
  return true;
}

void App::receivePage(Result<PageText> page) {
  Context& c = context_;
  drawnVersion_ = ~uint64_t{0};
  // It may have been cancelled meanwhile.
  if (!std::exchange(c.awaitsPage, false)) return;
  if (!page) {
    c.host.endFile(false);
    return c.say("Nothing was exported: " + page.error().line() + ".");
  }
  const auto& wanted = c.memory.of<ReportWanted>();
  c.exporting = std::make_shared<ReportQuestion>(wanted.request, std::move(*page), wanted.view,
                                                 [put = c.host.putFile](std::string_view part) { put(part); });
  c.session.ask(c.exporting);
}

}  // namespace tp::ui
