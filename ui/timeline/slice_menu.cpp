#include "ui/timeline/slice_menu.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/analysis/call_profile.h"
#include "core/text/visible_text.h"
#include "ui/base/menu.h"
#include "ui/timeline/track_commands.h"
#include "ui/view/cpu_meanwhile.h"
#include "ui/view/drawn_times.h"
#include "ui/view/function_menu.h"
#include "ui/view/leads.h"
#include "ui/view/navigation.h"
#include "ui/view/row_measure.h"
#include "ui/view/selection_text.h"
#include "ui/view/source_view.h"
#include "ui/view/told_states.h"

namespace tp::ui {
namespace {

constexpr const char* kMenu = "slice menu";
constexpr size_t kMaxFields = 3, kMaxLinks = 3;

// The lower edge of the selection's row, at the middle of what is in view of it.
ImVec2 placeOfSelection(const WindowState& c, const TraceIndex& index, const TrackArea& area, const Rect& tracks) {
  const Selection& selection = *c.selection;
  const VisibleTime view = drawnTimes(c, index, selection.track);
  auto x = [&](Time time) {
    return tracks.x + static_cast<float>(std::clamp(view.toShare(time), 0.0, 1.0)) * tracks.w;
  };
  ImVec2 at{(x(selection.mark.begin) + x(selection.mark.end)) / 2, tracks.y + 20};
  float top = 0;
  if (rowOf(c, area, selection.track, top) == nullptr) return at;
  const float call = c.choice.callHeight;
  const float row = depthTop(index, selection.track, selection.mark.depth, call) +
                    depthHeight(index, selection.track, selection.mark.depth, call);
  at.y = std::clamp(top + row + 2, tracks.y, tracks.y + tracks.h);
  return at;
}

void drawTitle(Context& c) {
  const std::string length = selectionLength(c, c.session);
  std::string more = " \u00b7 " + trackOwner(c.index(), c.selection->track);
  if (!length.empty()) more += " \u00b7 " + length;
  menuTitle(c, selectionTitle(c), more);
}

// Copies, as choosing one of them may change what is selected.
std::vector<Description::Field> fieldsOfSelection(const Session& session) {
  const Description* description = session.description();
  std::vector<Description::Field> fields;
  if (description == nullptr) return fields;
  // The two records of a call may both have a field of this name and value.
  for (const Description::Field& field : description->fields)
    if (std::none_of(fields.begin(), fields.end(), [&](const Description::Field& other) {
          return other.field == field.field && other.text == field.text && other.event == field.event;
        }))
      fields.push_back(field);
  return fields;
}

std::vector<Description::Link> linksOfSelection(const Session& session) {
  const Description* description = session.description();
  return description != nullptr ? description->links : std::vector<Description::Link>();
}

// Returns false if the value can't be compared.
bool drawSameValue(Context& c, const Description::Field& field) {
  std::string filter = filterFor(c, c.index(), field);
  if (filter.empty()) return false;
  if (menuItem(c, "Records with " + field.field + " = " + field.text)) listRecords(c, std::move(filter));
  return true;
}

// Records with the same value, for the first fields that can be compared.
void drawSameValues(Context& c) {
  size_t drawn = 0;
  for (const Description::Field& field : fieldsOfSelection(c.session))
    if (drawSameValue(c, field) && ++drawn == kMaxFields) break;
}

// Calls of the function with the same value.
void drawSameCalls(Context& c, NameId name, size_t trackClass) {
  size_t drawn = 0;
  std::vector<std::string> seen;  // entry and exit of a call may both have it
  for (const Description::Field& field : fieldsOfSelection(c.session)) {
    const std::string condition = field.field + " = " + field.text;
    if (filterFor(c, c.index(), field).empty() || std::find(seen.begin(), seen.end(), condition) != seen.end())
      continue;
    seen.push_back(condition);
    if (menuItem(c, "Calls with " + condition)) {
      SliceListing listing = callsOf(c.index(), name, trackClass);
      listing.filter += " && " + field.field + " == " + field.text;
      listSlices(c, std::move(listing));
    }
    if (++drawn == kMaxFields) break;
  }
}

void drawLinks(Context& c) {
  size_t drawn = 0;
  for (const Description::Link& link : linksOfSelection(c.session)) {
    // What is only mentioned is called by the field that mentions it.
    const std::string text = linkText(c, link);
    const std::string label =
        link.flow ? "Go to: " + link.label + " " + text : "Go to " + text + " (" + link.label + ")";
    if (menuItem(c, label)) c.goTo = {link.track, link.time, link.depth};
    if (++drawn == kMaxLinks) break;
  }
}

void drawEventItems(Context& c) {
  const NameId name = c.selection->mark.name;
  const std::string text(c.index().names().view(name));
  const std::string filter = sameName(text);
  if (!filter.empty() && menuItem(c, "List all records of " + shortName(text))) listRecords(c, filter);
  drawSameValues(c);
  size_t drawn = 0;
  for (const Description::Field& field : fieldsOfSelection(c.session)) {
    const PlotSpec spec{field.event, field.field};
    const bool shown = c.plots.status(spec) == Plots::Status::Shown;
    if (menuItem(c, "Plot " + field.field, nullptr, shown) && !shown) c.plots.add(c, spec);
    if (++drawn == kMaxFields) break;
  }
}

// What leads on from the selection, by what it is.
void drawLeads(Context& c) {
  const Selection selection = *c.selection;
  const TrackKind kind = c.index().tracks()[selection.track].key.kind;
  if (const auto field = plottedField(c)) drawSameValue(c, *field);
  if (selection.mark.aggregate() || kind == TrackKind::Counter) return;
  if (kind == TrackKind::Events && selection.mark.name != kNoName) drawEventItems(c);
  const size_t trackClass = callClass(c.index(), c.names, selection.mark.name, selection.track);
  if (trackClass < CallProfiles::kClasses) {
    drawFunctionItems(c, selection.mark.name, trackClass);
    drawSameCalls(c, selection.mark.name, trackClass);
  }
  drawLinks(c);
  if (const TrackId cpu = cpuAfterSelection(c, c.session); cpu != kNoTrack)
    if (menuItem(c, "Who used " + c.index().tracks()[cpu].name + " meanwhile", "U")) showCpuMeanwhile(c);
  const bool ofThread = kind == TrackKind::ThreadState || kind == TrackKind::Thread;
  if (ofThread && toldStates(c, c.session).states && menuItem(c, "Why: what held its thread up", "Y"))
    openTab(c, Tab::Why);
}

void drawSourceItems(Context& c) {
  const std::optional<SourcePlace> place = selectedSource(c, c.session);
  if (!place) return;
  const std::string source = place->path + ":" + std::to_string(place->line);
  if (menuItem(c, "Show the source \u00b7 " + shortName(source), "C")) showSelectedSource(c);
  if (!menuItem(c, "Copy the source line \u00b7 " + shortName(source))) return;
  ImGui::SetClipboardText(visibleText(source).c_str());
  c.say(source + " is copied.");
}

void drawItems(Context& c) {
  drawTitle(c);
  drawLeads(c);
  const Selection selection = *c.selection;
  const bool lasts = selection.mark.end > selection.mark.begin;
  if (lasts && menuItem(c, "Mark as range", "R")) markSelection(c);
  if (lasts && menuItem(c, "Zoom to it", "F")) {
    const Time margin = std::max<Time>((selection.mark.end - selection.mark.begin) / 20, 1);
    showTimes(c, c.index(), selection.track, selection.mark.begin - margin, selection.mark.end + margin);
  }
  ImGui::Separator();
  const TrackKind kind = c.index().tracks()[selection.track].key.kind;
  // Nothing in the records is called as a state of a thread is.
  const bool named = kind != TrackKind::Counter && kind != TrackKind::ThreadState && !selection.mark.aggregate() &&
                     selection.mark.name != kNoName;
  if (named && menuItem(c, "Search for " + shortFunction(std::string(c.names.text(selection.mark.name)))))
    c.search = c.names.text(selection.mark.name);
  if (menuItem(c, "Hide the track of " + shortName(trackOwner(c.index(), selection.track))))
    hide(c, c.index(), selection.track);
  drawSourceItems(c);
  if (menuItem(c, "Copy name, times, stack", "Ctrl+C")) copyDetails(c);
}

}  // namespace

void openSliceMenu(Canvas& c) {
  openMenu(kMenu);
  c.moreToCome = true;
}

void drawSliceMenu(Context& c, const TrackArea& area, const Rect& tracks) {
  if (std::exchange(c.sliceMenuWanted, false) && c.selection) {
    openMenu(kMenu, placeOfSelection(c, c.index(), area, tracks));
    c.moreToCome = true;
  }
  if (!beginPopup(kMenu)) return;
  if (c.selection)
    drawItems(c);
  else
    ImGui::CloseCurrentPopup();
  endMenu();
}

bool markSelection(Context& c) {
  const Mark mark = c.selection ? c.selection->mark : Mark();
  const bool lasts =
      c.selection && mark.end > mark.begin && c.index().tracks()[c.selection->track].key.kind != TrackKind::Counter;
  if (lasts) {
    markRange(c, MarkedRange(mark.begin, mark.end));
  } else {
    c.say(c.selection ? "It is a moment, and has no length that could be marked." : "Select a slice first.");
  }
  return lasts;
}

}  // namespace tp::ui
