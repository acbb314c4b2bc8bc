#include "ui/events/events_menu.h"

#include "core/analysis/number.h"
#include "ui/base/menu.h"
#include "ui/view/field_columns.h"

namespace tp::ui {
namespace {

constexpr const char* kMenu = "cell";
// The filter expression for the cell that was clicked on.
std::string expression;
// The field in whose column the cell is; empty if the column is not that of a field.
std::string fieldOf;

std::string text(const char* field, std::string_view value) {
  bool plain = !value.empty() && value.find_first_of("\"\\") == std::string_view::npos;
  return plain ? std::string(field) + " == \"" + std::string(value) + '"' : std::string();
}

template <class T>
std::string number(const char* field, const EventRow& row, uint32_t bit, T value) {
  return (row.present & bit) != 0 ? std::string(field) + " == " + std::to_string(value) : std::string();
}

void narrow(Context& c, const std::string& by) {
  EventsView& events = c.events;
  events.showHits(false);
  bool usable = !events.filter.empty() && !events.error();
  events.filter = usable ? "(" + events.filter + ") && " + by : by;
  events.applyFilter();
  c.moreToCome = true;
}

}  // namespace

std::string sameAs(const TableRow& at, EventColumn column) {
  const EventRow& row = at.row;
  switch (column) {
    case EventColumn::Time:
      return "ts == " + std::to_string(row.time);
    case EventColumn::Cpu:
      return number("cpu", row, EventRow::kCpu, row.cpu);
    case EventColumn::Thread:
      return number("tid", row, EventRow::kTid, row.tid);
    case EventColumn::Flags:
      return text("flags", flagsText(row));
    case EventColumn::Kind:
      return text("kind", row.kind);
    case EventColumn::Name:
      return text("name", row.name);
    case EventColumn::Args:
      return text("args", row.args);
    case EventColumn::Stream:
      return text("stream", row.stream);
    case EventColumn::Buffer:
      return text("buffer", row.buffer);
    case EventColumn::Trace:
      return text("trace", row.trace);
    case EventColumn::Depth:
      return number("depth", row, EventRow::kDepth, row.depth);
    case EventColumn::Tsc:
      return number("tsc", row, EventRow::kTsc, row.tsc);
    case EventColumn::Id:
      return number("id", row, EventRow::kId, row.id);
    default:
      return {};
  }
}

void openEventsMenu(const TableRow& row, EventColumn column) {
  expression = sameAs(row, column);
  fieldOf.clear();
  ImGui::OpenPopup(kMenu);
}

void openEventsMenu(const TableRow& row, const std::string& field) {
  std::string value = fieldText(row, field);
  Number number;
  size_t length = 0;
  bool plain = parseNumber(value, number, length) && length == value.size();
  expression = plain ? "args." + field + " == " + value : text(("args." + field).c_str(), value);
  fieldOf = field;
  ImGui::OpenPopup(kMenu);
}

void drawEventsMenu(Context& c) {
  if (!beginPopup(kMenu)) return;
  std::string words = expression.size() > 60 ? expression.substr(0, 60) + " \u2026" : expression;
  if (!expression.empty()) {
    if (menuItem(c, "Only " + words)) narrow(c, expression);
    if (menuItem(c, "Without " + words)) narrow(c, "!(" + expression + ")");
    ImGui::Separator();
  }
  if (menuItem(c, "Copy the chosen rows", "Ctrl+C")) c.events.copy();
  if (!c.events.filter.empty() && menuItem(c, "Drop the filter")) {
    c.events.filter.clear();
    c.events.applyFilter();
  }
  if (!c.events.callsTitle().empty() && menuItem(c, "All records again")) c.events.clearCalls();
  if (!fieldOf.empty() && menuItem(c, "Remove the column " + fieldOf)) setFieldColumn(c, fieldOf, false);
  endMenu();
}

}  // namespace tp::ui
