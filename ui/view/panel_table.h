// A panel as tables of text, for users who can't see it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tp::ui {

// Of long lists, a table has so many rows: the first, if not those on the screen.
inline constexpr size_t kMaxPanelRows = 50;

struct PanelTable {
  std::string title;  // that of the first table is the panel's
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

}  // namespace tp::ui
