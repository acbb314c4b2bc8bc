#include "ui/events/events_head.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "core/analysis/filter_example.h"
#include "core/analysis/filter_hint.h"
#include "core/text/joined_words.h"
#include "ui/base/menu.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/view/field_columns.h"
#include "ui/view/filter_field.h"

namespace tp::ui {
namespace {

constexpr const char* kFilter = "##filter";
constexpr ImGuiKey kRowKeys[] = {ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_PageUp, ImGuiKey_PageDown};
constexpr float kHead = 34;
constexpr float kField = 340, kFieldShare = 0.2f;  // minimal width in pixels, and share of a wide window

// An example that finds something in this trace, made from its first row or the first visible one.
std::string filterHint(WindowState& c) {
  RowTable& table = c.events.table();
  const TableRow* row = table.row(0);
  if (row == nullptr) row = table.row(static_cast<uint64_t>(std::max(0.0, std::floor(c.events.top()))));
  const std::string example = row != nullptr ? filterExample(row->row) : std::string();
  return example.empty() ? "filter (Shift+T)" : "filter (Shift+T): " + example;
}

// No filter begins with a digit: where nobody has typed yet, it opens another panel. Keys that go from row to row mean
// nothing in a field of one line, and go on to the table.
bool leavesKey(WindowState& c) {
  EventsView& events = c.events;
  ImVector<ImWchar>& typed = ImGui::GetIO().InputQueueCharacters;
  const bool digit = events.opened && events.filter.empty() && !typed.empty() && typed[0] >= '0' && typed[0] <= '9';
  if (!typed.empty()) events.opened = false;
  const bool row =
      std::any_of(std::begin(kRowKeys), std::end(kRowKeys), [](ImGuiKey key) { return ImGui::IsKeyPressed(key); });
  if (digit) typed.clear();
  if (row) events.focused = true;
  return digit || row;
}

void drawFilter(Context& c, const Rect& box) {
  EventsView& events = c.events;
  if (ImGui::GetActiveID() == ImGui::GetID(kFilter) && leavesKey(c)) {
    ImGui::ClearActiveID();
    events.leftKey = true;
  }
  const std::string hint = events.filter.empty() ? filterHint(c) : std::string();
  if (!drawFilterField(c, kFilter, hint, events.filter, events.error(), box)) return;
  events.applyFilter();
  // The arrow keys go on in what is listed.
  events.focused = true;
}

// "no record has a field foo, no record is named bar"
std::string unknownText(const SearchQuestion& question) {
  const std::vector<std::string>&fields = question.unknownFields(), &names = question.unknownNames();
  std::string text;
  if (!fields.empty())
    text = (fields.size() > 1 ? "no record has the fields " : "no record has a field ") + joinedWords(fields, ", ");
  if (!names.empty()) text += (text.empty() ? "no record is named " : ", none is named ") + joinedWords(names, ", ");
  return text;
}

// "row 12 345 of 100 000 000", "2 345 of 24 000 032 … 40 %".
std::string countsText(const WindowState& c, const TraceIndex& index) {
  const EventsView& events = c.events;
  const RowTable& table = events.table();
  const SearchQuestion* found = table.found();
  uint64_t all = found != nullptr ? found->count() : index.rows();
  std::string text = events.any() ? "row " + countText(events.cursor() + 1) + " of " + countText(all)
                                  : countText(table.size()) + (table.size() == 1 ? " row" : " rows");
  if (!events.any() && table.size() != all) text += " of " + countText(all);
  if (found == nullptr) return text;
  if (!found->done()) {
    char share[32];
    std::snprintf(share, sizeof share, " \u2026 %.0f %%", 100 * found->progress());
    text += share;
  }
  if (std::string unknown = unknownText(*found); !unknown.empty()) text += " \u00b7 " + unknown;
  if (found->cut()) text += " \u00b7 the first " + countText(found->hits().size()) + " are listed";
  return text;
}

}  // namespace

std::string nothingText(const WindowState& c, const Session& session) {
  const RowTable& table = c.events.table();
  bool indexing = session.phase() == Phase::Indexing;
  if (c.events.error() && !c.events.filter.empty()) return "The filter is not understood yet.";
  if (table.found() != nullptr && !table.found()->done()) return "Looking for them \u2026";
  if (!c.events.filter.empty() && indexing) return "The filter is applied when the trace is indexed.";
  if (table.found() != nullptr) {
    std::string unknown = unknownText(*table.found());
    if (const std::string hint = globHint(c.events.filter); !hint.empty()) unknown = hint;
    return "Nothing in the trace is like this" + (unknown.empty() ? "." : ": " + unknown + ".");
  }
  if (session.index().rows() == 0 && indexing) return "The first records are on their way.";
  return c.events.span == EventsView::Span::Whole ? "The trace has no records." : "There are no records in this time.";
}

float drawEventsHead(Context& c, const Rect& panel) {
  EventsView& events = c.events;
  // In a narrow panel the field has a line of its own.
  bool alone = panel.w < kNarrow;
  float width = alone ? panel.w - 24 : std::max(std::min(kField, panel.w * 0.36f), panel.w * kFieldShare);
  drawFilter(c, {panel.x + 12, panel.y + 5, width, 24});
  ImVec2 at{panel.x + width + 24, panel.y + 8};
  if (alone) at = {panel.x + 14, panel.y + kHead};
  using Span = EventsView::Span;
  if (chip(c, "Whole trace", at, events.span == Span::Whole)) events.span = Span::Whole;
  if (chip(c, "In view", at, events.span == Span::View)) events.span = Span::View;
  if (ImGui::IsItemHovered() && !c.joint.stretches.empty())
    c.hint = "Events of the times on the axis: tracks that are stretched show other times there";
  if (c.range && chip(c, "Marked range", at, events.span == Span::Marked)) events.span = Span::Marked;
  if (c.finder.question()) {
    at.x += 8;
    if (chip(c, "Search hits", at, events.hits())) events.showHits(!events.hits());
  }
  if (const std::string title = events.callsTitle(); !title.empty()) {
    at.x += 8;
    if (chip(c, (title + "  \u00d7").c_str(), at, true)) events.clearCalls();
  }
  at.x += 8;
  if (chip(c, events.relative ? "Since start" : "As recorded", at, false)) events.relative = !events.relative;
  if (beginMenu(c, "columns", "Columns", at, !fieldColumns(c, c.index()).empty())) {
    ImGui::TextDisabled("Fields as columns; the others: right click on a title");
    drawFieldItems(c);
    endMenu();
  }
  bool wrong = events.error() && !events.filter.empty();
  std::string text = wrong ? events.error()->text() : countsText(c, c.index());
  ImFont* font = wrong ? c.fonts.words : c.fonts.mono;
  float textW = textWidth(font, kHintSize, text);
  Rect clip{at.x + 6, at.y - 6, panel.x + panel.w - 14 - at.x, kHead};
  // An error stands beside the chips, near the field, however wide the panel is.
  float x = wrong ? clip.x + 6 : std::max(clip.x, panel.x + panel.w - 14 - textW);
  drawCell(c, font, kHintSize, {x, at.y + 3}, wrong ? c.theme.error : c.theme.dim, text, clip);
  return at.y - panel.y + kHead - 8;
}

}  // namespace tp::ui
