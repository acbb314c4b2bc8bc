// Saved settings, and what depends on them.
#include <algorithm>

#include "ui/app/app.h"
#include "ui/app/commands.h"

namespace tp::ui {
namespace {

template <typename Value>
bool choose(std::span<const Choice> choices, Args args, Value& value) {
  for (size_t i = 0; i < choices.size() && args.size() == 1; ++i) {
    if (args[0] != choices[i].value) continue;
    value = static_cast<Value>(i);
    return true;
  }
  return false;
}

}  // namespace

bool setChoice(App& app, std::string_view id, Args args) {
  Settings& settings = app.context().settings;
  bool known = id == "theme"        ? choose(kThemes, args, settings.theme)
               : id == "colours"    ? choose(kPalettes, args, settings.palette)
               : id == "signatures" ? choose(kSignatures, args, settings.signatures)
               : id == "workers"    ? choose(kWorkers, args, settings.workers)
               : id == "indexes"    ? choose(kIndexes, args, settings.indexes)
               : id == "memory"     ? choose(kIndexMemory, args, settings.memory)
               : id == "times"      ? choose(kAxisTimes, args, settings.times)
                                    : choose(kStatePalettes, args, settings.states);
  if (known) app.restyle();
  return known;
}

void App::restyle() {
  const Settings& settings = context_.settings;
  context_.theme = makeTheme(themeFor(settings.theme, preferences_), settings.palette, settings.states);
  applyTheme(context_.theme);
  context_.names.forget();
  context_.view.setEased(!preferences_.reducedMotion);
  drawnVersion_ = ~uint64_t{0};
}

void App::setPreferences(const Preferences& preferences) {
  preferences_ = preferences;
  restyle();
}

void App::loadSettings(std::string_view text) {
  Context& c = context_;
  c.settings = saved_ = readSettings(text);
  c.drawerHeight = c.settings.drawerHeight;
  c.labelWanted = c.settings.labelWidth;
  c.palette.recent.clear();
  for (const std::string& name : c.settings.recent)
    for (const Action& action : actions_)
      if (actionName(action) == name) c.palette.recent.push_back(&action);
  restyle();
}

void App::saveSettings() {
  Context& c = context_;
  // What is being dragged is still changing.
  if (!c.host.saveSettings || ImGui::IsAnyMouseDown()) return;
  c.settings.drawerHeight = c.drawerHeight;
  c.settings.labelWidth = c.labelWanted;
  c.settings.recent.clear();
  for (const Action* action : c.palette.recent) c.settings.recent.push_back(actionName(*action));
  if (c.settings == saved_) return;
  saved_ = c.settings;
  c.host.saveSettings(writeSettings(saved_));
}

void App::recallView() {
  Context& c = context_;
  std::string mark = std::to_string(traceMarkNow());
  c.lastView.clear();
  for (const auto& [trace, link] : c.settings.views)
    if (trace == mark) c.lastView = link;
}

void App::rememberView() {
  Context& c = context_;
  if (c.session.phase() != Phase::Ready || !shown()) return;
  std::string mark = std::to_string(traceMarkNow()), link = writeViewLink(this->link());
  auto& views = c.settings.views;
  auto known = std::find_if(views.begin(), views.end(), [&](const auto& view) { return view.first == mark; });
  // An empty link is the initial view, which need not be kept.
  if (link.empty()) return;
  if (known != views.end()) views.erase(known);
  views.insert(views.begin(), {mark, link});
  if (views.size() > kKeptViews) views.resize(kKeptViews);
  saveSettings();
}

}  // namespace tp::ui
