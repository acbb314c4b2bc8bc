#include "tests/skeleton/skeleton_panel.h"

#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"

namespace tp::skeleton {
namespace {

constexpr TrackKind kKinds[] = {TrackKind::Process, TrackKind::Thread, TrackKind::Cpu, TrackKind::Counter};

}  // namespace

void drawKindsPanel(ui::Context& c, const ui::Rect& area) {
  ImVec2 at{area.x + 14, area.y + 10};
  for (TrackKind kind : kKinds)
    at.y += ui::drawPair(c, at, 120, area.w - 28, trackKindName(kind), ui::countText(c.index().countTracks(kind)));
  // Tells ImGui the height, so that the drawer can scroll.
  ImGui::SetCursorScreenPos({area.x, at.y + 8});
  ImGui::Dummy({1, 1});
}

std::vector<ui::PanelTable> kindsTables(ui::Context& c) {
  ui::PanelTable table{"Tracks by kind", {"Kind", "Tracks"}, {}};
  for (TrackKind kind : kKinds) table.rows.push_back({trackKindName(kind), ui::countText(c.index().countTracks(kind))});
  return {table};
}

}  // namespace tp::skeleton
