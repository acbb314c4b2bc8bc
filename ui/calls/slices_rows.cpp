#include "ui/calls/slices_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "ui/base/tooltip.h"
#include "ui/calls/slices_menu.h"
#include "ui/view/slice_cells.h"

namespace tp::ui {
namespace {

constexpr float kTitles = 22, kRow = 21, kScrollBar = 12;
constexpr float kGap = 16;                                               // between columns
constexpr float kBeforeNumber = 6;                                       // of a thread, behind its name
constexpr float kDuration = 70;                                          // width of the text before its bar
constexpr float kLeastName = 150, kLeastWords = 90, kLeastReason = 200;  // least widths of columns that take the rest
constexpr float kAsyncTrack = 220;  // width of the names of tracks that are no threads
constexpr float kLeastBar = 60, kMaxBar = 260;

// How a column is drawn. The columns of the lowest worth are left out first if there is no room; 0: never.
struct Look {
  float width = 0;
  int worth = 0;
  bool figure = false;  // right-aligned, in the font of figures
  bool rest = false;    // shares what room is left
};

Look lookOf(SliceColumn column) {
  switch (column) {
    case SliceColumn::Begin:
      return {82, 8, true};
    case SliceColumn::Duration:
      return {kDuration, 0, true};
    case SliceColumn::Self:
      return {68, 5, true};
    case SliceColumn::Thread:
      return {124, 6};
    case SliceColumn::Name:
      return {kLeastName, 0, false, true};
    case SliceColumn::Caller:
      return {120, 3};
    case SliceColumn::Cpu:
      return {28, 1, true};
    case SliceColumn::Argument:
      return {86, 4};
    case SliceColumn::Arguments:
      return {kLeastWords, 4, false, true};
    case SliceColumn::Result:
      return {64, 2};
    case SliceColumn::Why:
      return {kLeastReason, 6, false, true};
  }
  return {};
}

struct Place {
  ShownColumn column;
  Look look;
  float x = 0, w = 0;
};

struct Columns {
  std::vector<Place> places;
  float bar = 0, barWidth = 0;  // of the bars behind the durations; width 0: none
};

float widthOf(const std::vector<Place>& places) {
  float sum = 0;
  for (const Place& place : places) sum += place.look.width + kGap;
  return sum;
}

// Chooses the columns that fit, and divides the room among them.
Columns placeColumns(Context& c, const Rect& area) {
  Columns columns;
  std::vector<Place>& places = columns.places;
  for (ShownColumn& column : drawnColumns(c)) {
    Look look = lookOf(column.column);
    if (column.column == SliceColumn::Thread && c.slices.kind == SliceKind::Async) look.width = kAsyncTrack;
    places.push_back({std::move(column), look});
  }
  // Bars are worth more than a column or two.
  constexpr int kBarWorth = 3;
  for (;;) {
    auto least = places.end();
    for (auto one = places.begin(); one != places.end(); ++one)
      if (one->look.worth > 0 && (least == places.end() || one->look.worth <= least->look.worth)) least = one;
    if (least == places.end()) break;
    const float bars = least->look.worth < kBarWorth ? 2 * kLeastBar : 0;
    if (widthOf(places) + bars <= area.w) break;
    places.erase(least);
  }
  float room = std::max(0.0f, area.w - widthOf(places));
  const auto rests = static_cast<float>(
      std::count_if(places.begin(), places.end(), [](const Place& place) { return place.look.rest; }));
  // Bars take a part of what is left; all of it, if no text could use it.
  columns.barWidth = std::min(kMaxBar, rests > 0 ? room * 0.45f : room * 0.6f);
  if (columns.barWidth < kLeastBar) columns.barWidth = 0;
  if (columns.barWidth > 0) room -= columns.barWidth;
  float x = area.x;
  for (Place& place : places) {
    place.x = x;
    place.w = place.look.width + (place.look.rest ? room / rests : 0);
    x += place.w + kGap;
    if (place.column.column != SliceColumn::Duration || columns.barWidth <= 0) continue;
    columns.bar = place.x + place.w + 10;
    x += columns.barWidth;
  }
  // Without a column that takes the rest, the threads' one does.
  for (Place& place : places)
    if (rests == 0 && place.column.column == SliceColumn::Caller) place.w += room * 0.5f;
  if (rests == 0)
    for (size_t i = 0, behind = 0; i < places.size(); ++i) {
      if (behind > 0) places[i].x += room * 0.5f;
      behind += places[i].column.column == SliceColumn::Caller ? 1 : 0;
    }
  return columns;
}

void drawTitles(Context& c, const Columns& columns, const Rect& area) {
  for (const Place& place : columns.places) {
    const std::string sort = place.column.sort();
    const bool sorted = !sort.empty() && sort == c.slices.sort;
    const std::string title = place.column.title() + (sorted ? c.slices.ascending ? " \u25b4" : " \u25be" : "");
    const Rect box{place.x - 4, area.y, place.w + 8, kTitles};
    bool hovered = false;
    if (!sort.empty()) {
      ImGui::SetCursorScreenPos(box.min());
      ImGui::PushID(sort.c_str());
      if (ImGui::InvisibleButton("sort", {box.w, box.h})) {
        c.slices.sortBy(sort);
        c.moreToCome = true;
      }
      hovered = ImGui::IsItemHovered();
      c.noteControl(place.column.title(), sorted);
      ImGui::PopID();
    }
    const float wide = textWidth(c.fonts.words, kHintSize, title);
    const float x = place.look.figure ? place.x + std::max(0.0f, place.w - wide) : place.x;
    drawCell(c, c.fonts.words, kHintSize, {x, area.y + 5}, sorted || hovered ? c.theme.text : c.theme.dim, title, box);
  }
  c.draw->AddLine({area.x - 8, area.y + kTitles}, {area.x + area.w, area.y + kTitles}, c.theme.line);
}

// The longest duration that bars stand for.
Time longest(const WindowState& c, const SliceRows& rows) {
  const SlicesQuestion& question = *c.slices.question();
  if (question.found() && question.durations().size() > 0) return std::max<Time>(1, question.durations().max());
  Time most = 1;
  for (const SortedSlice& one : rows.slices)
    if (one.slice.durationKnown()) most = std::max(most, one.slice.duration);
  return most;
}

void drawThread(Canvas& c, const TraceIndex& index, const ListedSlice& slice, const Place& place, float y) {
  const Track& track = index.tracks()[slice.track];
  const Rect clip{place.x, y, place.w, kRow};
  // What is no thread has a name and, in words, what else is to be known of it.
  if (track.key.kind == TrackKind::Async) {
    const std::string whole = track.name + (track.detail.empty() ? "" : " " + track.detail);
    return drawCell(c, c.fonts.words, kWordSize, {place.x, y + 3}, c.theme.text, whole, clip);
  }
  // A number without its last digit is another number: the name gives way.
  const float number = textWidth(c.fonts.mono, kHintSize, track.detail);
  const float room = track.detail.empty() ? place.w : place.w - number - kBeforeNumber;
  const std::string name = fitText(c.fonts.words, kWordSize, track.name, std::max(0.0f, room));
  drawText(c, c.fonts.words, kWordSize, {place.x, y + 3}, c.theme.text, name, &clip);
  const float wide = textWidth(c.fonts.words, kWordSize, name);
  if (number <= place.w)
    drawText(c, c.fonts.mono, kHintSize, {place.x + (wide > 0 ? wide + kBeforeNumber : 0), y + 5}, c.theme.dim,
             track.detail, &clip);
}

void drawRowCells(Context& c, const SliceRows& rows, size_t row, const Columns& columns, Time most, float y) {
  const ListedSlice& slice = rows.slices[row].slice;
  if (columns.barWidth > 0 && slice.durationKnown()) {
    const double share = static_cast<double>(slice.duration) / static_cast<double>(most);
    const float width = std::max(1.0f, static_cast<float>(std::min(1.0, share)) * columns.barWidth);
    c.draw->AddRectFilled({columns.bar, y + 6}, {columns.bar + width, y + kRow - 6}, c.theme.accentSoft, 2);
  }
  for (const Place& place : columns.places) {
    if (place.column.column == SliceColumn::Thread) {
      drawThread(c, c.index(), slice, place, y);
      continue;
    }
    const std::string text = sliceCellText(c, rows, row, place.column);
    if (text.empty()) continue;
    float x = place.x;
    const bool known = slice.durationKnown() || place.column.column != SliceColumn::Duration;
    const bool quiet = place.column.column == SliceColumn::Caller || !known;
    if (place.column.column == SliceColumn::Name) {
      const bool state = c.slices.question()->query().kind == SliceKind::States;
      const ImU32 ink =
          state ? c.names.stateColour(slice.name) : c.theme.slices[hueOf(c.index().names().view(slice.name))];
      c.draw->AddRectFilled({x, y + 7}, {x + 8, y + 15}, ink, 2);
      x += 14;
    } else if (place.look.figure) {
      x += std::max(0.0f, place.w - textWidth(c.fonts.mono, kMonoSize, text));
    }
    if (place.column.column == SliceColumn::Why) {
      drawCell(c, c.fonts.words, kHintSize, {x, y + 5}, c.theme.dim, text, {place.x, y, place.w, kRow});
      continue;
    }
    drawCell(c, c.fonts.mono, kMonoSize, {x, y + 4}, quiet ? c.theme.dim : c.theme.text, text,
             {place.x, y, place.w, kRow});
  }
}

void drawBody(Context& c, const Rect& body, const Columns& columns) {
  SlicesView& slices = c.slices;
  const SliceRows rows = sliceRows(c, c.index());
  if (rows.slices.empty()) return;
  const Time most = longest(c, rows);
  const double first = std::floor(slices.top());
  float y = body.y - static_cast<float>(slices.top() - first) * kRow;
  for (auto row = static_cast<size_t>(first); row < rows.slices.size() && y < body.y + body.h; ++row, y += kRow) {
    if (slices.chosen(row)) c.draw->AddRectFilled({body.x, y}, {body.x + body.w, y + kRow}, c.theme.accentSoft);
    if (slices.any() && row == slices.cursor())
      c.draw->AddRectFilled({body.x, y}, {body.x + 2, y + kRow}, slices.focused ? c.theme.accent : c.theme.dim);
    drawRowCells(c, rows, row, columns, most, y);
  }
}

void handleRows(Context& c, const Rect& body) {
  SlicesView& slices = c.slices;
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetCursorScreenPos(body.min());
  ImGui::InvisibleButton("slices", {body.w, body.h});
  const double pointed = std::floor(slices.top() + static_cast<double>((io.MousePos.y - body.y) / kRow));
  const bool any = pointed >= 0 && pointed < static_cast<double>(slices.size());
  if (ImGui::IsItemHovered() && any) {
    const float y = std::max(body.y, body.y + static_cast<float>(pointed - slices.top()) * kRow);
    const float end = std::min(body.y + body.h, body.y + static_cast<float>(pointed + 1 - slices.top()) * kRow);
    c.draw->AddRectFilled({body.x, y}, {body.x + body.w, end}, ImGui::GetColorU32(ImGuiCol_HeaderHovered));
  }
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    slices.scrollTo(slices.top() - static_cast<double>(io.MouseWheel) * 3);
    c.moreToCome = true;
  }
  if (ImGui::IsItemActivated()) {
    if (any) {
      slices.moveTo(static_cast<size_t>(pointed), io.KeyShift);
      if (!io.KeyShift) slices.choose();
    }
    slices.focused = true;
    c.moreToCome = true;
  } else if (ImGui::IsItemHovered() && any && ImGui::IsMouseReleased(1)) {
    // The menu of several rows is that of the one at the cursor, which may be any of them.
    if (!slices.chosen(static_cast<size_t>(pointed))) slices.moveTo(static_cast<size_t>(pointed), false);
    slices.focused = true;
    openSliceRowMenu(c);
  } else if (c.focus.clickedTimeline()) {
    slices.focused = false;
  }
}

// The menu that keys have asked for opens below the row.
void handleMenu(Context& c, const Rect& body) {
  SlicesView& slices = c.slices;
  if (std::exchange(slices.menuWanted, false) && slices.any()) {
    const double row = static_cast<double>(slices.cursor()) + 1 - slices.top();
    openSliceRowMenu(c, ImVec2{body.x + 90, std::min(body.y + static_cast<float>(row) * kRow, body.y + body.h)});
  }
  drawSliceRowMenu(c);
}

// Where the scrollbar is being held, from its upper end, in pixels.
struct Grip {
  float at = 0;
};

void drawBar(Context& c, const Rect& area) {
  SlicesView& slices = c.slices;
  const auto size = static_cast<double>(slices.size());
  const double most = size - slices.visible();
  if (most <= 0) return;
  const float length = std::max(24.0f, area.h * static_cast<float>(slices.visible() / size));
  const float room = area.h - length;
  float top = area.y + room * static_cast<float>(slices.top() / most);
  ImGui::SetCursorScreenPos(area.min());
  ImGui::InvisibleButton("slices bar", {area.w, area.h});
  float& grip = c.memory.of<Grip>().at;
  const float mouse = ImGui::GetIO().MousePos.y;
  if (ImGui::IsItemActivated()) grip = mouse >= top && mouse < top + length ? mouse - top : length / 2;
  if (ImGui::IsItemActive() && room > 0) {
    const double share = std::clamp(static_cast<double>((mouse - grip - area.y) / room), 0.0, 1.0);
    slices.scrollTo(share * most);
    top = area.y + room * static_cast<float>(share);
  }
  const bool near = ImGui::IsItemHovered() || ImGui::IsItemActive();
  c.draw->AddRectFilled({area.x + 2, top}, {area.x + area.w - 2, top + length}, near ? c.theme.faint : c.theme.line, 4);
}

}  // namespace

void drawSliceRows(Context& c, const Rect& area) {
  SlicesView& slices = c.slices;
  // Whole rows: of one that is cut, next to nothing could be read.
  const float height = std::max(1.0f, std::floor((area.h - kTitles - 1) / kRow)) * kRow;
  const Rect body{area.x + 6, area.y + kTitles + 1, area.w - 6 - kScrollBar, height};
  const Columns columns = placeColumns(c, {area.x + 14, area.y, area.w - 20 - kScrollBar, area.h});
  slices.setVisible(static_cast<double>(body.h / kRow));
  c.scrolls = body;
  slices.scrollTo(slices.top() - static_cast<double>(std::exchange(c.scrolledBy, 0.0f) / kRow));
  if (slices.size() > 0) drawTitles(c, columns, {area.x + 14, area.y, area.w - 14, kTitles});
  handleRows(c, body);
  handleMenu(c, body);
  c.draw->PushClipRect(body.min(), body.max(), true);
  drawBody(c, body, columns);
  c.draw->PopClipRect();
  if (slices.size() == 0)
    drawText(c, c.fonts.words, kWordSize, {body.x + 10, area.y + 10}, c.theme.dim, noSlicesText(c, c.session));
  drawBar(c, {area.x + area.w - kScrollBar, body.y, kScrollBar, body.h});
}

}  // namespace tp::ui
