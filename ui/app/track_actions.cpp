// Actions on the list of tracks and on markers. A new action is a row; what is longer than a line belongs in a file of
// its own.
#include "ui/app/actions.h"
#include "ui/app/app.h"
#include "ui/app/commands.h"
#include "ui/app/notes_file.h"
#include "ui/timeline/marker_view.h"
#include "ui/timeline/track_commands.h"
#include "ui/view/slice_colours.h"

namespace tp::ui {
namespace {

using Id = std::string_view;
using Group = ActionGroup;

bool onTracks(App& app, Id id, Args args) {
  return trackCommand(app.context(), app.context().session, id, args);
}

bool onMarkers(App& app, Id id, Args args) {
  return markerCommand(app.context(), id, args);
}

bool onNotes(App& app, Id id, Args args) {
  Context& c = app.context();
  return id == "notes-save" ? args.empty() && saveNotes(c) : args.size() == 1 && openNotes(c, args[0]);
}

bool colour(App& app, Id id, Args args) {
  return colourCommand(app.context(), id, args);
}

constexpr Action kActions[] = {
    {.id = "collapse-all",
     .title = "Collapse all groups",
     .group = Group::Tracks,
     .keys = {'-'},
     .run = [](App& app, Id, Args) { return setAllCollapsed(app.context(), app.context().index(), true), true; }},
    {.id = "expand-all",
     .title = "Expand all groups",
     .group = Group::Tracks,
     .keys = {'+', '='},
     .run = [](App& app, Id, Args) { return setAllCollapsed(app.context(), app.context().index(), false), true; }},
    {.id = "track-filter",
     .title = "Filter the tracks",
     .group = Group::Tracks,
     .keys = {ImGuiKey_T},
     .run = onTracks,
     .takes = "a part of a name, or a /regular expression/; nothing shows all"},
    {.id = "pin", .title = "Pin the track", .group = Group::Tracks, .when = When::Selected, .run = onTracks},
    {.id = "unpin", .title = "Unpin the track", .group = Group::Tracks, .when = When::Selected, .run = onTracks},
    {.id = "hide", .title = "Hide the track", .group = Group::Tracks, .when = When::Selected, .run = onTracks},
    {.id = "show-hidden", .title = "Show hidden tracks", .group = Group::Tracks, .run = onTracks},
    {.id = "idle-threads", .title = "Show or fold the idle threads", .group = Group::Tracks, .run = onTracks},
    {.id = "move-up", .title = "Move the track up", .group = Group::Tracks, .when = When::Selected, .run = onTracks},
    {.id = "move-down",
     .title = "Move the track down",
     .group = Group::Tracks,
     .when = When::Selected,
     .run = onTracks},
    {.id = "sort", .title = "Sort tracks as recorded", .group = Group::Tracks, .run = onTracks, .argument = "recorded"},
    {.id = "sort", .title = "Sort tracks by name", .group = Group::Tracks, .run = onTracks, .argument = "name"},
    {.id = "sort", .title = "Sort tracks by pid", .group = Group::Tracks, .run = onTracks, .argument = "pid"},
    {.id = "sort", .title = "Sort tracks by activity", .group = Group::Tracks, .run = onTracks, .argument = "activity"},
    {.id = "row-height", .title = "Low rows", .group = Group::Tracks, .run = onTracks, .argument = "9"},
    {.id = "row-height", .title = "Rows of usual height", .group = Group::Tracks, .run = onTracks, .argument = "17"},
    {.id = "row-height", .title = "High rows", .group = Group::Tracks, .run = onTracks, .argument = "24"},
    {.id = "colour-by", .title = "Colour by name", .group = Group::Tracks, .run = colour, .argument = "name"},
    {.id = "colour-by", .title = "Colour by thread", .group = Group::Tracks, .run = colour, .argument = "thread"},
    {.id = "colour-by", .title = "Colour by duration", .group = Group::Tracks, .run = colour, .argument = "duration"},
    {.id = "colour-by",
     .title = "Colour by state of the thread",
     .group = Group::Tracks,
     .run = colour,
     .argument = "state"},
    {.id = "mark", .title = "Marker at the pointer", .group = Group::Markers, .keys = {ImGuiKey_M}, .run = onMarkers},
    {.id = "keep-range",
     .title = "Keep the marked range",
     .group = Group::Markers,
     .keys = {ImGuiMod_Shift | ImGuiKey_M},
     .run = onMarkers},
    {.id = "marker",
     .title = "Marker at a time",
     .group = Group::Markers,
     .run = onMarkers,
     .asks = "a time, as the trace counts"},
    {.id = "note",
     .title = "Note at the range, marker or pointer \u2026",
     .group = Group::Markers,
     .keys = {ImGuiKey_N},
     .when = When::Ready,
     .run = onMarkers},
    {.id = "note-text",
     .title = "Write a note",
     .group = Group::Markers,
     .when = When::Ready,
     .run = onMarkers,
     .asks = "what it says"},
    {.id = "notes-save",
     .title = "Save the notes as a file",
     .group = Group::Markers,
     .when = When::Ready,
     .run = onNotes},
    {.id = "notes-open",
     .title = "Open notes",
     .group = Group::Markers,
     .when = When::Ready,
     .run = onNotes,
     .listed = false},
    {.id = "marker-remove",
     .title = "Remove the selected marker",
     .group = Group::Markers,
     .keys = {ImGuiKey_Delete},
     .run = onMarkers},
    {.id = "clear-markers", .title = "Remove all markers", .group = Group::Markers, .run = onMarkers},
    {.id = "marker-select", .title = "Select a marker", .group = Group::Markers, .run = onMarkers, .listed = false},
    {.id = "marker-move", .title = "Move a marker", .group = Group::Markers, .run = onMarkers, .listed = false},
};

}  // namespace

std::span<const Action> trackActions() {
  return kActions;
}

}  // namespace tp::ui
