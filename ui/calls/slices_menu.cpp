#include "ui/calls/slices_menu.h"

#include <string>

#include "core/analysis/call_profile.h"
#include "ui/base/menu.h"
#include "ui/base/time_text.h"
#include "ui/calls/slices_commands.h"
#include "ui/view/function_menu.h"
#include "ui/view/leads.h"
#include "ui/view/selection_text.h"
#include "ui/view/slice_cells.h"
#include "ui/view/slice_conditions.h"
#include "ui/view/state_track.h"
#include "ui/view/told_states.h"

namespace tp::ui {
namespace {

constexpr const char* kMenu = "menu of a slice's row";

// Whether it is a slice of a thread of which the trace tells when it ran.
bool mayHaveReason(Context& c, const ListedSlice& slice) {
  return toldStates(c, c.session).running && waitingThread(c.index().tracks(), slice.track) != kNoTrack;
}

void showReason(Context& c) {
  c.slices.choose();
  openTab(c, Tab::Why);
}

// What narrows the list to what is like the row.
void drawConditions(Context& c, const ListedSlice& slice) {
  const std::string name(c.names.text(slice.name));
  if (!name.empty() && menuItem(c, "Only " + shortFunction(name)))
    c.slices.narrow(nameCondition(c.index(), slice.name));
  if (menuItem(c, "Only on " + shortName(trackOwner(c.index(), slice.track))))
    c.slices.narrow(trackCondition(c.index(), slice.track));
}

void drawItems(Context& c, const ListedSlice& slice) {
  std::string more = " \u00b7 " + trackOwner(c.index(), slice.track);
  if (slice.durationKnown())
    more += " \u00b7 " + durationText(slice.duration, c.clock(), atMostIf((slice.flags & ListedSlice::kAtMost) != 0));
  menuTitle(c, c.names.text(slice.name), more);
  if (menuItem(c, "Show it on the timeline", "Enter")) c.slices.choose();
  if (mayHaveReason(c, slice) && menuItem(c, "Why it took so long", "Y")) showReason(c);
  ImGui::Separator();
  const size_t trackClass = callClass(c.index(), c.names, slice.name, slice.track);
  if (trackClass < CallProfiles::kClasses) {
    drawFunctionItems(c, slice.name, trackClass);
    drawSourceItem(c, slice.name);
    ImGui::Separator();
  }
  drawConditions(c, slice);
  ImGui::Separator();
  if (menuItem(c, "Copy the chosen rows", "Ctrl+C")) slicesCommand(c, "slices-copy", {});
}

}  // namespace

bool showReasonOfRow(Context& c) {
  const SliceRows rows = sliceRows(c, c.index());
  if (!c.slices.any() || c.slices.cursor() >= rows.slices.size()) return false;
  if (!mayHaveReason(c, rows.slices[c.slices.cursor()].slice)) return false;
  showReason(c);
  return true;
}

void openSliceRowMenu(Canvas& c, std::optional<ImVec2> at) {
  openMenu(kMenu, at);
  c.moreToCome = true;
}

void drawSliceRowMenu(Context& c) {
  if (!beginPopup(kMenu)) return;
  const SliceRows rows = sliceRows(c, c.index());
  if (c.slices.any() && c.slices.cursor() < rows.slices.size()) {
    // A copy, as choosing an item may ask for another list.
    const ListedSlice slice = rows.slices[c.slices.cursor()].slice;
    drawItems(c, slice);
  } else {
    ImGui::CloseCurrentPopup();
  }
  endMenu();
}

}  // namespace tp::ui
