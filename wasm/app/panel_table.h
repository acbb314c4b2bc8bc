// The open panel in words, for those who can't see it.
#pragma once

#include <string>
#include <vector>

#include "ui/app.h"

namespace tp::wasm {

inline constexpr size_t kMostPanelRows = 50;

struct PanelTable {
  std::string title;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

// Without rows where there is nothing in it, or it is drawn only.
PanelTable panelTable(const ui::Context& c);

// A selected slice in a line.
std::string selectionText(const ui::Context& c);

}  // namespace tp::wasm
