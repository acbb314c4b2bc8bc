// The panels of the drawer, as rows of a table that App is given. Tabs, commands, links, keys, the palette, the list of
// keys, and what the page tells scripts and screen readers are made of it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ui/app/actions.h"
#include "ui/view/context.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

// Who scrolls a panel that is higher than the drawer.
enum class Scrolling : uint8_t {
  Drawer,  // it moves the area that draw() gets
  Asked,   // the drawer has a scroll bar, and the panel asks ImGui where that is
  Parts,   // the panel, or each part of it, by itself
};

struct Panel {
  Tab tab;
  const char* label;
  const char* brief;  // label if there is no room for the long one
  // Draws into the area, and may ask the session for what it shows.
  void (*draw)(Context& c, const Rect& area);
  // What it shows as text; see PanelTable. Called between frames. Tables without rows are left out.
  std::vector<PanelTable> (*tables)(Context& c);

  // Of the action that opens it. Null: there is only the command.
  const char* title = nullptr;
  Keys keys = {};
  // Its other actions, if they are listed behind that one.
  std::span<const Action> (*actions)() = nullptr;

  Scrolling scrolling = Scrolling::Asked;
  bool rowKeys = false;                      // RowKeys chooses among its rows, or boxes
  bool (*hasRows)(Context& c) = nullptr;     // whether keys of its own choose among its rows; null: they do not
  bool (*hasTab)(Context& c) = nullptr;      // whether it has a tab while it is not shown; null: it has
  void (*opened)(Context& c) = nullptr;      // called when a person has opened it by its action
  void (*tabPressed)(Context& c) = nullptr;  // called when a person has opened it by its tab
};

// The panels of the program, in the order of their tabs.
std::span<const Panel> programPanels();
// The panel of this name; null if there is none.
const Panel* findPanel(std::span<const Panel> panels, std::string_view id);
// The panel of a tab; the first one if it has none.
const Panel& panelOf(std::span<const Panel> panels, Tab tab);

// The open panel as text: its tables that have rows, of which kMaxPanelRows are left.
std::vector<PanelTable> panelTables(std::span<const Panel> panels, Context& c);

}  // namespace tp::ui
