#include "ui/panels/thread_menu.h"

#include <utility>

#include "ui/base/menu.h"
#include "ui/base/time_text.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/timeline/track_commands.h"
#include "ui/view/leads.h"
#include "ui/view/selection_text.h"
#include "ui/view/slice_conditions.h"
#include "ui/view/state_track.h"

namespace tp::ui {
namespace {

constexpr const char* kMenu = "thread menu";

struct ThreadMenu {
  TrackId thread = kNoTrack;
  bool asked = false, open = false;
  std::optional<ImVec2> at;
  std::optional<WakeupLatency> wait;
};

// "waited 12.3 ms": how long, and from when on.
std::string waitText(const Context& c, const WakeupLatency& wait) {
  return "waited " + durationText(wait.latency(), c.clock(), atMostIf(wait.atMost)) + " from " +
         durationText(wait.woken - c.timesFrom(), c.clock()) + " on";
}

// What leads on from a latency.
void drawWaitItems(Context& c, const WakeupLatency& wait) {
  if (menuItem(c, "Show where it waited")) showLatency(c, wait);
  if (menuItem(c, "Who used the CPU meanwhile", "U")) {
    showLatency(c, wait);
    c.cpuMeanwhileWanted = true;
  }
  if (menuItem(c, "Why: what held the thread up", "Y")) {
    showLatency(c, wait);
    openTab(c, Tab::Why);
  }
  ImGui::Separator();
}

}  // namespace

void askThreadMenu(Context& c, TrackId thread, std::optional<ImVec2> at) {
  if (thread == kNoTrack) return;
  c.memory.of<ThreadMenu>() = {thread, true, false, at, std::nullopt};
  c.moreToCome = true;
}

void askLatencyMenu(Context& c, const WakeupLatency& wait) {
  askThreadMenu(c, wait.thread);
  c.memory.of<ThreadMenu>().wait = wait;
}

const WakeupLatency* latencyOfMenu(WindowState& c) {
  const ThreadMenu& menu = c.memory.of<ThreadMenu>();
  return menu.wait && (menu.open || menu.asked) ? &*menu.wait : nullptr;
}

void listStates(Context& c, TrackId thread, std::optional<ThreadState> state) {
  SliceListing listing;
  listing.kind = SliceKind::States;
  listing.filter = trackCondition(c.index(), thread);
  const std::string owner = trackOwner(c.index(), thread);
  listing.title = "states of " + owner;
  if (state) {
    listing.filter += std::string(" && name == ") + threadStateName(*state);
    listing.title = std::string(threadStateName(*state)) + " states of " + owner;
  }
  listSlices(c, std::move(listing));
}

void drawThreadMenu(Context& c) {
  ThreadMenu& menu = c.memory.of<ThreadMenu>();
  if (std::exchange(menu.asked, false)) {
    openMenu(kMenu, menu.at);
    c.moreToCome = true;
  }
  menu.open = beginPopup(kMenu);
  if (!menu.open) return;
  const TrackId thread = menu.thread;
  if (thread < c.index().tracks().size()) {
    menuTitle(c, threadText(c.index(), thread), menu.wait ? " \u00b7 " + waitText(c, *menu.wait) : std::string());
    if (menu.wait) drawWaitItems(c, *menu.wait);
    const std::string name = shortName(trackOwner(c.index(), thread));
    if (menuItem(c, "Show the track of " + name)) c.reveal = thread;
    if (stateTrackOf(c.index().tracks(), thread) != kNoTrack && menuItem(c, "List the states of " + name))
      listStates(c, thread);
    if (menuItem(c, "List the records of " + name)) listRecords(c, trackCondition(c.index(), thread));
    const bool pinned = isPinned(c, c.index(), thread);
    if (menuItem(c, pinned ? "Unpin its track" : "Pin its track at the top")) pin(c, c.index(), thread, !pinned);
    if (menuItem(c, "Hide its track")) hide(c, c.index(), thread);
  }
  endMenu();
}

}  // namespace tp::ui
