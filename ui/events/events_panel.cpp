#include "ui/events/events_panel.h"

// The event table: a head with the filter, titles, and of any number of rows those that fit into the panel.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "ui/base/table_columns.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/events/events_head.h"
#include "ui/events/events_menu.h"
#include "ui/view/event_columns.h"
#include "ui/view/field_columns.h"

namespace tp::ui {
namespace {

constexpr float kTitles = 22;
constexpr float kRow = 20;
constexpr float kBar = 12;

constexpr float kFieldWidth = 110;
constexpr float kNameShare = 0.17f;  // of a wide window
// Below kSmall pixels, columns are narrower by this factor; in narrow panels most are hidden at first.
constexpr float kSmall = 1000, kSmaller = 0.75f;

// Where a column is on the screen; width 0: it is not shown. Columns of fields come last.
struct Place {
  float x = 0, w = 0;
};
using Places = std::vector<Place>;

// ImGui's table has only the titles: they can be dragged, resized and hidden, and determine the places of the columns.
Places drawTitles(Context& c, const Rect& area) {
  const std::vector<std::string>& fields = fieldColumns(c, c.index());
  int count = kEventColumns + static_cast<int>(fields.size());
  Places places(static_cast<size_t>(count));
  ImGui::SetCursorScreenPos(area.min());
  ImGui::PushFont(c.fonts.words, kHintSize);
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_Resizable | ImGuiTableFlags_Hideable |
                                     ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings |
                                     ImGuiTableFlags_BordersInnerV;
  // Each size of the panel has widths of its own.
  const char* size = area.w < kNarrow ? " narrow" : area.w < kSmall ? " small" : "";
  std::string id = "events " + c.index().info().format + size;
  c.events.columns = 0;
  uint32_t figures = 0;
  if (ImGui::BeginTable(id.c_str(), count, kFlags, {area.w, area.h})) {
    for (int i = 0; i < kEventColumns; ++i) {
      EventColumn column = static_cast<EventColumn>(i);
      const ColumnLook& look = lookOf(column);
      bool stretch = column == EventColumn::Args;
      ImGuiTableColumnFlags flags = stretch ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed;
      bool fits = area.w >= kNarrow || column == EventColumn::Time || column == EventColumn::Name ||
                  column == EventColumn::Duration || stretch;
      if (!fits || !shownAtFirst(column, c.index())) flags |= ImGuiTableColumnFlags_DefaultHide;
      if (column == EventColumn::Name) flags |= ImGuiTableColumnFlags_NoHide;
      if (!hasColumn(column, c)) flags |= ImGuiTableColumnFlags_Disabled;
      if (look.number) figures |= 1u << i;
      float width = look.width * (area.w < kSmall ? kSmaller : 1);
      if (column == EventColumn::Name) width = std::max(width, area.w * kNameShare);
      ImGui::TableSetupColumn(titleOf(column, c), flags, stretch ? 0 : width);
    }
    for (const std::string& field : fields)
      ImGui::TableSetupColumn(field.c_str(), ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_NoHide,
                              kFieldWidth);
    tableTitles(c, figures);
    for (int i = 0; i < count; ++i) {
      if (!ImGui::TableSetColumnIndex(i)) continue;
      if ((ImGui::TableGetColumnFlags(i) & ImGuiTableColumnFlags_IsEnabled) == 0) continue;
      if (i < kEventColumns) c.events.columns |= 1u << i;
      places[static_cast<size_t>(i)] = {ImGui::GetCursorScreenPos().x, ImGui::GetContentRegionAvail().x};
    }
    ImGui::EndTable();
  }
  ImGui::PopFont();
  return places;
}

void drawColumn(Context& c, const TableRow& row, uint64_t number, EventColumn column, const Place& place, float y) {
  std::string text = cellText(c, row, number, column);
  bool words = column == EventColumn::Thread || column == EventColumn::Kind;
  ImFont* font = words ? c.fonts.words : c.fonts.mono;
  float size = words ? kWordSize : kMonoSize;
  Rect clip{place.x, y, place.w, kRow};
  float x = place.x;
  ImU32 ink = c.theme.text;
  if (column == EventColumn::Number || column == EventColumn::Kind || column == EventColumn::Depth) ink = c.theme.dim;
  if (row.row.kind == "lost") ink = c.theme.warn;
  if (column == EventColumn::Name) {
    // Calls are indented by their depth, as far as there is room for their names.
    if ((row.row.present & EventRow::kDepth) != 0)
      x += std::min(7.0f * static_cast<float>(std::clamp(row.row.depth, 0, 64)), place.w * 0.4f);
    if (row.row.kind != "lost")
      c.draw->AddRectFilled({x, y + 6}, {x + 8, y + 14}, c.theme.slices[hueOf(row.row.name)], 2);
    x += 14;
  } else if (lookOf(column).number) {
    x += std::max(0.0f, place.w - textWidth(font, size, text));
  }
  drawCell(c, font, size, {x, y + (words ? 2.0f : 3.0f)}, ink, text, clip);
}

void drawField(Canvas& c, const TableRow& row, const std::string& field, const Place& place, float y) {
  drawCell(c, c.fonts.mono, kMonoSize, {place.x, y + 3}, c.theme.text, fieldText(row, field),
           {place.x, y, place.w, kRow});
}

void drawRows(Context& c, const Rect& body, const Places& places) {
  EventsView& events = c.events;
  RowTable& table = events.table();
  uint64_t end = table.offset() + table.size();
  double first = std::floor(events.top());
  float y = body.y - static_cast<float>(events.top() - first) * kRow;
  bool focused = events.focused;
  const std::vector<std::string>& fields = fieldColumns(c, c.index());
  for (uint64_t number = static_cast<uint64_t>(first); number < end && y < body.y + body.h; ++number, y += kRow) {
    if (events.any() && events.chosen(number))
      c.draw->AddRectFilled({body.x, y}, {body.x + body.w, y + kRow}, c.theme.accentSoft);
    if (events.any() && number == events.cursor())
      c.draw->AddRectFilled({body.x, y}, {body.x + 2, y + kRow}, focused ? c.theme.accent : c.theme.dim);
    const TableRow* row = table.row(number - table.offset());
    for (size_t i = 0; i < places.size(); ++i) {
      EventColumn column = static_cast<EventColumn>(i);
      if (places[i].w <= 0) continue;
      if (i >= kEventColumns) {
        if (row != nullptr) drawField(c, *row, fields[i - kEventColumns], places[i], y);
      } else if (row != nullptr) {
        drawColumn(c, *row, number, column, places[i], y);
      } else if (column == EventColumn::Name || column == EventColumn::Time) {
        float w = places[i].w * (column == EventColumn::Name ? 0.45f : 0.8f);
        c.draw->AddRectFilled({places[i].x, y + 7}, {places[i].x + w, y + 13}, c.theme.raised, 3);
      }
    }
  }
}

// Moves the cursor to the row under the pointer, and opens the menu of the cell.
void offerMenu(Context& c, const Rect& body, const Places& places) {
  EventsView& events = c.events;
  ImVec2 mouse = ImGui::GetIO().MousePos;
  double row = std::floor(events.top() + static_cast<double>((mouse.y - body.y) / kRow));
  double first = static_cast<double>(events.table().offset());
  if (row < first) return;
  const TableRow* at = events.table().row(static_cast<uint64_t>(row - first));
  if (at == nullptr) return;
  if (!events.any() || !events.chosen(static_cast<uint64_t>(row))) events.moveTo(static_cast<uint64_t>(row), false);
  events.focused = true;
  for (size_t i = 0; i < places.size(); ++i) {
    bool within = places[i].w > 0 && mouse.x >= places[i].x - 8 && mouse.x < places[i].x + places[i].w + 8;
    if (!within) continue;
    if (i < kEventColumns) return openEventsMenu(c, *at, static_cast<EventColumn>(i));
    return openEventsMenu(c, *at, fieldColumns(c, c.index())[i - kEventColumns]);
  }
}

void handleRows(Context& c, const Rect& body, const Places& places) {
  EventsView& events = c.events;
  ImGuiIO& io = ImGui::GetIO();
  ImGui::SetCursorScreenPos(body.min());
  ImGui::InvisibleButton("rows", {body.w, body.h});
  double pointed = std::floor(events.top() + static_cast<double>((io.MousePos.y - body.y) / kRow));
  bool any = pointed >= 0 && pointed < static_cast<double>(events.table().offset() + events.table().size());
  // The highlight guides the eye along a wide row.
  if (ImGui::IsItemHovered() && any) {
    float y = std::max(body.y, body.y + static_cast<float>(pointed - events.top()) * kRow);
    float end = std::min(body.y + body.h, body.y + static_cast<float>(pointed + 1 - events.top()) * kRow);
    c.draw->AddRectFilled({body.x, y}, {body.x + body.w, end}, ImGui::GetColorU32(ImGuiCol_HeaderHovered));
  }
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    events.scrollTo(events.top() - static_cast<double>(io.MouseWheel) * 3);
    c.moreToCome = true;
  }
  if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(1)) offerMenu(c, body, places);
  if (ImGui::IsItemActivated()) {
    if (any) {
      events.moveTo(static_cast<uint64_t>(pointed), io.KeyShift);
      if (!io.KeyShift) events.choose();
    }
    events.focused = true;
    c.moreToCome = true;
  } else if (c.focus.clickedTimeline()) {
    events.focused = false;
  }
}

// Where the scrollbar is being held, from its upper end, in pixels.
struct Grip {
  float at = 0;
};

void drawBar(Context& c, const Rect& area) {
  EventsView& events = c.events;
  double size = static_cast<double>(events.table().size()), most = size - events.visible();
  if (most <= 0) return;
  double first = static_cast<double>(events.table().offset());
  float length = std::max(24.0f, area.h * static_cast<float>(events.visible() / size));
  float room = area.h - length;
  float top = area.y + room * static_cast<float>((events.top() - first) / most);
  ImGui::SetCursorScreenPos(area.min());
  ImGui::InvisibleButton("events bar", {area.w, area.h});
  float& grip = c.memory.of<Grip>().at;
  float mouse = ImGui::GetIO().MousePos.y;
  if (ImGui::IsItemActivated()) grip = mouse >= top && mouse < top + length ? mouse - top : length / 2;
  if (ImGui::IsItemActive() && room > 0) {
    double share = std::clamp(static_cast<double>((mouse - grip - area.y) / room), 0.0, 1.0);
    events.scrollTo(first + share * most);
    top = area.y + room * static_cast<float>(share);
  }
  bool near = ImGui::IsItemHovered() || ImGui::IsItemActive();
  c.draw->AddRectFilled({area.x + 2, top}, {area.x + area.w - 2, top + length}, near ? c.theme.faint : c.theme.line, 4);
}

}  // namespace

void drawEventsPanel(Context& c, const Rect& area) {
  EventsView& events = c.events;
  float head = drawEventsHead(c, area);
  Rect titles{area.x + 14, area.y + head, area.w - 20 - kBar, kTitles};
  Places places = drawTitles(c, titles);
  // Whole rows: of one that is cut, next to nothing could be read.
  const float height = std::max(1.0f, std::floor((area.h - head - kTitles) / kRow)) * kRow;
  Rect body{area.x + 6, area.y + head + kTitles, area.w - 6 - kBar, height};
  events.setVisible(static_cast<double>(body.h / kRow));
  c.scrolls = body;
  events.scrollTo(events.top() - static_cast<double>(std::exchange(c.scrolledBy, 0.0f) / kRow));
  handleRows(c, body, places);
  drawEventsMenu(c);
  c.draw->PushClipRect(body.min(), body.max(), true);
  if (events.table().size() > 0) drawRows(c, body, places);
  c.draw->PopClipRect();
  if (events.table().size() == 0)
    drawText(c, c.fonts.words, kWordSize, {body.x + 10, body.y + 10}, c.theme.dim, nothingText(c, c.session));
  drawBar(c, {area.x + area.w - kBar, body.y, kBar, body.h});
}

std::vector<PanelTable> eventsTables(Context& c) {
  EventsView& events = c.events;
  RowTable& table = events.table();
  PanelTable out;
  std::vector<EventColumn> columns;
  for (int i = 0; i < kEventColumns; ++i)
    if ((events.columns >> i & 1) != 0) columns.push_back(static_cast<EventColumn>(i));
  for (EventColumn column : columns) out.head.push_back(lookOf(column).title);
  const std::vector<std::string>& fields = fieldColumns(c, c.index());
  out.head.insert(out.head.end(), fields.begin(), fields.end());
  uint64_t first = std::max(static_cast<uint64_t>(std::floor(events.top())), table.offset());
  uint64_t end = table.offset() + table.size();
  uint64_t last = std::min(end, static_cast<uint64_t>(std::floor(events.top() + events.visible())));
  for (uint64_t number = first; number < last; ++number) {
    const TableRow* row = table.row(number - table.offset());
    if (row == nullptr) continue;
    std::vector<std::string> cells;
    for (EventColumn column : columns) cells.push_back(cellText(c, *row, number, column));
    for (const std::string& field : fields) cells.push_back(fieldText(*row, field));
    out.rows.push_back(std::move(cells));
  }
  out.title = "Events, rows " + countText(first + 1) + " to " + countText(last) + " of " + countText(table.size());
  return {out};
}

}  // namespace tp::ui
