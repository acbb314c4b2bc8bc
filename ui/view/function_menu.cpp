#include "ui/view/function_menu.h"

#include <utility>

#include "core/analysis/call_profile.h"
#include "ui/base/menu.h"
#include "ui/view/compared.h"
#include "ui/view/duration_leads.h"
#include "ui/view/leads.h"
#include "ui/view/source_view.h"

namespace tp::ui {
namespace {

constexpr const char* kMenu = "function menu";

struct FunctionMenu {
  NameId function = kNoName;
  size_t trackClass = 0;
  bool asked = false;
  std::optional<ImVec2> at;
  std::function<void(Context&)> more;
};

// While A is compared with B, whose calls they are is chosen.
void drawSlowestItems(Context& c, NameId function) {
  auto item = [&](const std::string& whose, std::optional<size_t> side) {
    if (!menuItem(c, "Compare its slowest calls with the usual ones" + whose)) return;
    compareSlowest(c, function, SlowestShare::kAll / 100, side);
    openTab(c, Tab::Compare);
  };
  const CompareView& view = compareView(c);
  const auto scopes = compared(c);
  if (!scopes || view.how.slowest) return item("", view.how.slowest ? view.slowestSide : std::nullopt);
  for (size_t side = 0; side < 2; ++side) item(std::string(", of ") + sideName(side), side);
  if (!view.chosen[0]) item(", of all traces", std::nullopt);
}

}  // namespace

void drawFunctionItems(Context& c, NameId function, size_t trackClass) {
  const bool calls = trackClass < CallProfiles::kClasses;
  if (calls) {
    const std::string name = shortFunction(std::string(c.names.text(function)));
    if (menuItem(c, "List all calls of " + name)) listCallsOf(c, function, trackClass);
    drawDurationItems(c, durationsOf(c.index(), c.names, function, trackClass));
    // The tables of the drawer have no other calls.
    if (trackClass != countedClass(c.index())) return;
  }
  if (menuItem(c, "Statistics (functions)")) showStatistics(c, function);
  if (menuItem(c, "Callers and callees (sandwich)")) showSandwich(c, function);
  if (calls) drawSlowestItems(c, function);
}

void drawCopyName(Context& c, std::string_view name) {
  if (!menuItem(c, "Copy the name")) return;
  ImGui::SetClipboardText(std::string(name).c_str());
  c.say("The name is copied.");
}

void drawSourceItem(Context& c, NameId function) {
  if (c.index().info().hasSources && menuItem(c, "Show the source")) showSourceOf(c, function);
}

void askFunctionMenu(Context& c, NameId function, size_t trackClass, std::optional<ImVec2> at,
                     std::function<void(Context&)> more) {
  c.memory.of<FunctionMenu>() = {function, trackClass, true, at, std::move(more)};
  c.moreToCome = true;
}

void drawFunctionMenu(Context& c) {
  FunctionMenu& menu = c.memory.of<FunctionMenu>();
  if (std::exchange(menu.asked, false)) {
    openMenu(kMenu, menu.at);
    c.moreToCome = true;
  }
  if (!beginPopup(kMenu)) return;
  const std::string name(c.names.text(menu.function));
  drawFunctionItems(c, menu.function, menu.trackClass);
  drawSourceItem(c, menu.function);
  if (menu.more) menu.more(c);
  ImGui::Separator();
  if (menuItem(c, "Search for " + shortFunction(name))) c.search = name;
  drawCopyName(c, name);
  endMenu();
}

}  // namespace tp::ui
