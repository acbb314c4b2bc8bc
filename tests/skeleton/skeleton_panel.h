// The smallest complete panel, to begin a new one with: copy the functions to ui/panels, and the row kPanel, for which
// ui/app/panels.h is included here, to ui/app/panels.cpp. CONTRIBUTING.md goes through what else a panel may have.
//
// It counts the tracks of the trace by kind.
#pragma once

#include <vector>

#include "ui/app/panels.h"

namespace tp::skeleton {

void drawKindsPanel(ui::Context& c, const ui::Rect& area);
// The kinds, and how many tracks there are of each.
std::vector<ui::PanelTable> kindsTables(ui::Context& c);

// The row for ui/app/panels.cpp.
inline constexpr ui::Panel kPanel{.tab = {"kinds"},
                                  .label = "Kinds",
                                  .brief = "Kinds",
                                  .draw = drawKindsPanel,
                                  .tables = kindsTables,
                                  .title = "Tracks by kind",
                                  .keys = ImGuiKey_Z,
                                  .scrolling = ui::Scrolling::Drawer};

}  // namespace tp::skeleton
