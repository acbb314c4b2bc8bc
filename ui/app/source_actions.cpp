// Actions on sources: showing that of a function, and where the files are. A new action is a row; what is longer than a
// line belongs in a file of its own.
#include <utility>

#include "ui/app/actions.h"
#include "ui/app/app.h"
#include "ui/calls/source_panel.h"
#include "ui/view/leads.h"
#include "ui/view/source_view.h"

namespace tp::ui {
namespace {

using Id = std::string_view;
using Group = ActionGroup;

// Of the function that is named, or of the selected call. Without either, the source that is open already.
bool showSource(App& app, Id, Args args) {
  Context& c = app.context();
  if (args.size() > 1) return false;
  if (args.size() == 1 && !args[0].empty()) {
    const NameId name = c.index().names().find(args[0]);
    if (name == kNoName) return c.say("There is no function " + args[0] + "."), false;
    return showSourceOf(c, name), true;
  }
  if (c.selection) return showSelectedSource(c);
  if (!c.memory.of<SourceView>().asked()) return c.say("Select a call first."), false;
  return openTab(c, Tab::Source), true;
}

// In the page a dialog asks for the folder, natively the palette.
bool chooseFolder(App& app, Id, Args) {
  Context& c = app.context();
  if (c.host.chooseSources) return c.host.chooseSources(), true;
  if (!c.host.findSource) return false;
  c.askFor = {"source-path", c.settings.sources};
  return c.moreToCome = true;
}

bool setFolder(App& app, Id, Args args) {
  if (args.size() != 1) return false;
  app.context().settings.sources = args[0];
  return app.sourcesChosen(), true;
}

bool setEditor(App& app, Id, Args args) {
  if (args.size() != 1) return false;
  app.context().settings.editor = args[0];
  return true;
}

constexpr Action kActions[] = {
    {.id = "source",
     .title = "Show the source of the selected call",
     .group = Group::Panels,
     .keys = {ImGuiKey_C},
     .run = showSource,
     .takes = "name of a function"},
    {.id = "source-folder",
     .title = "Choose the folder of the sources\u2026",
     .group = Group::Panels,
     .run = chooseFolder},
    {.id = "source-path",
     .title = "Folder of the sources",
     .group = Group::Panels,
     .when = When::Desktop,
     .run = setFolder,
     .asks = "its path"},
    {.id = "open-in-editor",
     .title = "Open the source in the editor",
     .group = Group::Panels,
     .when = When::Desktop,
     .run = [](App& app, Id, Args) { return openInEditor(app.context()); }},
    {.id = "editor",
     .title = "Editor of sources",
     .group = Group::Panels,
     .when = When::Desktop,
     .run = setEditor,
     .asks = "a command, as: code -g {file}:{line}"},
};

}  // namespace

std::span<const Action> sourceActions() {
  return kActions;
}

void App::receiveSource(SourceFound found) {
  context_.memory.of<SourceView>().receive(std::move(found));
  drawnVersion_ = ~uint64_t{0};
}

void App::sourcesChosen() {
  context_.memory.of<SourceView>().lookAgain();
  drawnVersion_ = ~uint64_t{0};
}

}  // namespace tp::ui
