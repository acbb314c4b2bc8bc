// The open panel in words, for those who can't see it.
#pragma once

#include <string>
#include <vector>

#include "ui/app/app.h"

namespace tp::wasm {

inline constexpr size_t kMaxPanelRows = 50;

struct PanelTable {
  std::string title;  // of the first of several: the panel's
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

// Those that have rows. Of long lists, the rows on the screen or the first.
std::vector<PanelTable> panelTables(ui::Context& c);

// A selected slice in a line.
std::string selectionText(const ui::Context& c);

}  // namespace tp::wasm
