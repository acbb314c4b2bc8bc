#include "ui/panels/why_chain_menu.h"

#include <utility>

#include "ui/base/menu.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/panels/thread_menu.h"
#include "ui/panels/why_parts.h"
#include "ui/view/function_menu.h"
#include "ui/view/leads.h"
#include "ui/view/navigation.h"
#include "ui/view/selection_text.h"
#include "ui/view/state_track.h"

namespace tp::ui {
namespace {

constexpr const char* kMenu = "chain menu";

struct ChainMenu {
  ChainBox box;
  uint64_t made = 0;  // WhyAnswer::made() of the answer that the box is of
  bool asked = false;
};

// Marks the time of a part on the track with its thread's states, so that the panel is about that.
void tellPartAlone(Context& c, const PathSegment& part, TrackId states) {
  markRange(c, MarkedRange(part.begin, part.end, {states}));
  whyAnswer(c).leavePlace();
  c.moreToCome = true;
}

}  // namespace

void askChainMenu(Context& c, ChainBox box) {
  c.memory.of<ChainMenu>() = {std::move(box), whyAnswer(c).made(), true};
  c.moreToCome = true;
}

void drawChainMenu(Context& c) {
  ChainMenu& menu = c.memory.of<ChainMenu>();
  if (std::exchange(menu.asked, false)) {
    openMenu(kMenu);
    c.moreToCome = true;
  }
  if (!beginPopup(kMenu)) return;
  const WhyAnswer& answer = whyAnswer(c);
  const ChainBox& box = menu.box;
  const bool stale = menu.made != answer.made() || box.thread >= c.index().tracks().size();
  if (stale) {
    ImGui::CloseCurrentPopup();
    return endMenu();
  }
  menuTitle(c, box.name, box.more);
  if (box.longest && *box.longest < answer.path().size()) {
    const PathSegment part = answer.path()[*box.longest];
    const TrackId states = stateTrackOf(c.index().tracks(), part.thread);
    if (menuItem(c, "Go to the longest part")) goToPart(c, *box.longest);
    if (states != kNoTrack && menuItem(c, "Why: only the longest part")) tellPartAlone(c, part, states);
  }
  const std::string thread = shortName(trackOwner(c.index(), box.thread));
  if (menuItem(c, "Show the track of " + thread)) c.reveal = box.thread;
  if (stateTrackOf(c.index().tracks(), box.thread) != kNoTrack && menuItem(c, "List the states of " + thread))
    listStates(c, box.thread);
  ImGui::Separator();
  const std::string name =
      box.frame != kNoName ? std::string(c.names.text(box.frame)) : threadText(c.index(), box.thread);
  if (menuItem(c, "Search for " + shortName(name))) c.search = name;
  drawCopyName(c, name);
  endMenu();
}

}  // namespace tp::ui
