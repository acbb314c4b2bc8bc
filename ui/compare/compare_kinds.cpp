#include "ui/compare/compare_kinds.h"

#include <array>

#include "ui/base/menu.h"
#include "ui/view/told_states.h"

namespace tp::ui {
namespace {

struct Kind {
  ComparedBy by;
  const char* label;
  bool there;
};

// Latencies are there only of a kernel, threads where the trace tells when they ran, and waits where it tells what else
// they did.
std::array<Kind, 5> kindsOf(Context& c, const CompareAnswer::Scopes& scopes) {
  const bool several = severalRecordings(scopes);
  const ToldStates& told = toldStates(c, c.session);
  return {{{ComparedBy::Functions, "Functions", true},
           {ComparedBy::Stacks, "Flame graph", !several},
           {ComparedBy::Threads, "Threads", told.running && !several},
           {ComparedBy::Latencies, "Latencies", c.index().info().traits.kernel && !several},
           {ComparedBy::Waits, "Waits", told.states && !several}}};
}

void drawFiles(Context& c, const CompareAnswer::Scopes& scopes, ImVec2& at) {
  if (!c.host.beginFile) return;
  at.x += 8;
  if (!beginMenu(c, "save comparison", "Save", at, false)) return;
  const bool tableOnly = compareView(c).how.slowest || severalRecordings(scopes);
  for (const CompareFileRow& row : kCompareFiles)
    if (menuItem(c, std::string(row.label), nullptr, false, row.file == CompareFile::Csv || !tableOnly))
      c.runAction = {"compare-save", std::string(row.word)};
  endMenu();
}

void drawChips(Context& c, const std::array<Kind, 5>& kinds, ImVec2& at) {
  const ComparedBy shown = comparedBy(c);
  FunctionsHow& how = compareView(c).how;
  at.x += 8;
  for (const Kind& one : kinds)
    if (one.there && chip(c, one.label, at, shown == one.by)) compareView(c).by = one.by;
  if (shown == ComparedBy::Stacks) return;
  at.x += 8;
  if (chip(c, "For each second", at, how.perSecond)) how.perSecond = !how.perSecond;
}

void drawMenu(Context& c, const std::array<Kind, 5>& kinds, ImVec2& at) {
  const ComparedBy shown = comparedBy(c);
  CompareView& view = compareView(c);
  const char* label = "Functions";
  for (const Kind& one : kinds)
    if (one.by == shown) label = one.label;
  if (!beginMenu(c, "compared by", label, at, true)) return;
  for (const Kind& one : kinds)
    if (one.there && menuItem(c, one.label, nullptr, shown == one.by)) view.by = one.by;
  ImGui::Separator();
  if (shown != ComparedBy::Stacks) {
    if (menuItem(c, "For each second", nullptr, view.how.perSecond)) view.how.perSecond = !view.how.perSecond;
  } else {
    for (const DifferenceChoice& choice : differenceChoices())
      if (menuItem(c, choice.label, nullptr, isChosen(view.look, choice))) choice.choose(view.look);
  }
  endMenu();
}

}  // namespace

void drawKinds(Context& c, const CompareAnswer::Scopes& scopes, ImVec2& at, bool tight) {
  if (!compareView(c).how.slowest) tight ? drawMenu(c, kindsOf(c, scopes), at) : drawChips(c, kindsOf(c, scopes), at);
  drawFiles(c, scopes, at);
}

}  // namespace tp::ui
