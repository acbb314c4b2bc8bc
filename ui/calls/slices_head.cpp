#include "ui/calls/slices_parts.h"

#include <algorithm>
#include <vector>

#include "core/analysis/filter_hint.h"
#include "core/text/joined_words.h"
#include "ui/base/menu.h"
#include "ui/base/tooltip.h"
#include "ui/calls/duration_histogram.h"
#include "ui/view/duration_leads.h"
#include "ui/view/filter_field.h"
#include "ui/view/slice_cells.h"
#include "ui/view/slice_conditions.h"

namespace tp::ui {
namespace {

constexpr float kHead = 34;
constexpr float kField = 330, kFieldShare = 0.36f;
constexpr float kCounts = 260;  // with less room beside the chips, the counts have a line of their own

// An example that finds something in this list; without the name where there is not room for it.
std::string filterHint(const Context& c, const TraceIndex& index, float room) {
  const SliceRows rows = sliceRows(c, index);
  if (rows.slices.empty()) return "filter (Shift+T)";
  const std::string whole =
      "filter (Shift+T): " + nameCondition(index, rows.slices.front().slice.name) + " && dur > 1us";
  return textWidth(c.fonts.mono, kMonoSize, whole) <= room ? whole : "filter (Shift+T): dur > 1us";
}

void drawFilter(Context& c, const Rect& box) {
  SlicesView& slices = c.slices;
  const std::string hint = slices.filter.empty() ? filterHint(c, c.index(), box.w - 2 * kBesideFilter) : std::string();
  if (!drawFilterField(c, "##slices filter", hint, slices.filter, slices.error(), box)) return;
  slices.applyFilter();
  // The arrow keys go on in what is listed.
  slices.focused = true;
}

struct KindChip {
  SliceKind kind;
  const char* label;
  TrackKind track;
};
constexpr KindChip kKinds[] = {{SliceKind::Threads, "Calls", TrackKind::Thread},
                               {SliceKind::Cpus, "On CPUs", TrackKind::Cpu},
                               {SliceKind::Async, "Asynchronous", TrackKind::Async},
                               {SliceKind::States, "States", TrackKind::ThreadState},
                               {SliceKind::Syscalls, "System calls", TrackKind::Thread}};

// The kind that is listed, if the query leaves that to what the trace has. Tracks of states have no calls.
SliceKind shownKind(const WindowState& c) {
  if (c.slices.kind != SliceKind::Calls || !c.slices.question()) return c.slices.kind;
  for (const KindChip& one : kKinds)
    if (CallProfiles::classOf(one.track) == c.slices.question()->trackClass()) return one.kind;
  return SliceKind::Calls;
}

bool hasTracks(const TraceIndex& index, TrackKind kind) {
  const TrackTable& tracks = index.tracks();
  for (TrackId track = 0; track < tracks.size(); ++track)
    if (tracks[track].key.kind == kind && !index.lanesOf(track).empty()) return true;
  return false;
}

// Which kinds the trace has, looked up again when another one is open.
struct Kinds {
  uint64_t opening = ~uint64_t{0};
  bool systemCalls = false;
  std::vector<const KindChip*> there;
};

void drawKinds(Context& c, ImVec2& at) {
  Kinds& kinds = c.memory.of<Kinds>();
  // An answer tells whether there are system calls.
  const bool systemCalls = c.slices.question() && c.slices.question()->systemCalls();
  const bool known = kinds.opening == c.session.opening() && kinds.systemCalls == systemCalls;
  if (!known && c.session.phase() == Phase::Ready) {
    kinds.opening = c.session.opening();
    kinds.systemCalls = systemCalls;
    kinds.there.clear();
    for (const KindChip& one : kKinds)
      if (hasTracks(c.index(), one.track) && (one.kind != SliceKind::Syscalls || systemCalls))
        kinds.there.push_back(&one);
  }
  if (kinds.there.size() < 2) return;
  const SliceKind shown = shownKind(c);
  for (const KindChip* one : kinds.there)
    if (chip(c, one->label, at, shown == one->kind)) {
      c.slices.kind = one->kind;
      c.moreToCome = true;
    }
}

struct Grouping {
  std::string by, label;
};

std::vector<Grouping> groupings(const WindowState& c, const TraceIndex& index) {
  std::vector<Grouping> all{{"", "No groups"}, {"name", "Name"}, {"thread", "Thread"}, {"caller", "Caller"}};
  if (c.slices.kind == SliceKind::States) all.back() = {"waker", "Woken by"};
  for (const ShownColumn& column : shownColumns(c, index)) {
    if (column.column == SliceColumn::Result) all.push_back({"retval", "Returned"});
    if (column.column == SliceColumn::Argument) all.push_back({column.field, column.field});
  }
  return all;
}

void drawGrouping(Context& c, ImVec2& at) {
  SlicesView& slices = c.slices;
  const std::string label = slices.by.empty() ? "Group by" : "By " + slices.by;
  if (!beginMenu(c, "slice groups", label, at, !slices.by.empty())) return;
  for (const Grouping& one : groupings(c, c.index()))
    if (menuItem(c, one.label, nullptr, slices.by == one.by)) {
      slices.by = one.by;
      c.moreToCome = true;
    }
  endMenu();
}

// What the filter asks for and no slice has.
std::string unknownText(const SlicesQuestion& question) {
  std::string text;
  if (!question.unknownFields().empty()) text = "no slice has a field " + joinedWords(question.unknownFields(), ", ");
  if (!question.unknownNames().empty())
    text += (text.empty() ? "no slice is named " : ", none is named ") + joinedWords(question.unknownNames(), ", ");
  return text;
}

}  // namespace

std::string noSlicesText(const WindowState& c, const Session& session) {
  const SlicesView& slices = c.slices;
  if (slices.error() && !slices.filter.empty()) return "The filter is not understood yet.";
  if (session.phase() != Phase::Ready) return "The slices are listed when the trace is indexed.";
  if (!slices.question() || slices.waits())
    return "Looking for them \u2026 " + std::to_string(static_cast<int>(100 * slices.progress())) + " %";
  std::string unknown = unknownText(*slices.question());
  if (const std::string hint = globHint(slices.filter); !hint.empty()) unknown = hint;
  if (!slices.filter.empty() && slices.question()->all().count > 0)
    return "No slice is like this" + (unknown.empty() ? "." : ": " + unknown + ".");
  return c.range ? "There are no slices in the marked range." : "There are no slices of this kind.";
}

float drawSlicesHead(Context& c, const Rect& area, bool narrow) {
  SlicesView& slices = c.slices;
  const float beside = std::min(kField, area.w * kFieldShare);
  // A filter that would reach beyond the field has a line of its own, as in a narrow panel.
  const bool alone = area.w < kNarrow || textWidth(c.fonts.mono, kMonoSize, slices.filter) + 2 * kBesideFilter > beside;
  const float width = alone ? area.w - 24 : beside;
  drawFilter(c, {area.x + 12, area.y + 5, width, 24});
  ImVec2 at{area.x + width + 24, area.y + 8};
  if (alone) at = {area.x + 14, area.y + kHead};
  drawKinds(c, at);
  drawGrouping(c, at);
  if (narrow) c.memory.of<DurationsInstead>().chip(c, slices.by.empty() ? "Durations" : "Groups", at);
  const bool plottable = slices.question() && slices.question()->listed().count > 0;
  if (plottable && chip(c, "Plot", at, false)) c.durations.add(c, durationsListed(c));
  if (plottable && ImGui::IsItemHovered()) c.hint = "Plot the durations of what is listed over time";
  const std::string title = slices.title();
  if (slices.records() && chip(c, "Records", at, false)) {
    c.events.showCalls(*slices.records(), title);
    c.tab = Tab::Events;
    c.moreToCome = true;
  }
  const bool wrong = slices.error() && !slices.filter.empty();
  std::string text = wrong ? slices.error()->text() : sliceCounts(c, c.clock());
  if (!wrong && c.range && slices.question()) text += " in the range";
  if (!wrong && slices.question() && slices.question()->found())
    if (const std::string unknown = unknownText(*slices.question()); !unknown.empty()) text += " \u00b7 " + unknown;
  ImFont* font = wrong ? c.fonts.words : c.fonts.mono;
  const float needed = wrong ? textWidth(font, kHintSize, text) + 24 : kCounts;
  if ((wrong || !alone) && area.x + area.w - at.x < needed) at = {area.x + 14, at.y + kChipLine};
  const Rect clip{at.x + 6, at.y - 6, area.x + area.w - 8 - at.x, kHead};
  // An error stands beside the field, however wide the panel is.
  const float x = wrong ? clip.x + 6 : std::max(clip.x, area.x + area.w - 10 - textWidth(font, kHintSize, text));
  drawCell(c, font, kHintSize, {x, at.y + 3}, wrong ? c.theme.error : c.theme.dim, text, clip);
  return at.y - area.y + kHead - 8;
}

}  // namespace tp::ui
