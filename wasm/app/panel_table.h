// The open panel as tables of text, for users who can't see it.
#pragma once

#include <string>
#include <vector>

#include "ui/app/app.h"

namespace tp::wasm {

inline constexpr size_t kMaxPanelRows = 50;

struct PanelTable {
  std::string title;  // that of the first table is the panel's
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

// Returns the tables that have rows. Of long lists, they have the rows on the screen, or the first kMaxPanelRows.
std::vector<PanelTable> panelTables(ui::Context& c);

// Returns a line about the selection; empty if there is none.
std::string selectionText(const ui::Context& c);

}  // namespace tp::wasm
