#include "ui/events/events_menu.h"

#include "core/analysis/call_profile.h"
#include "core/analysis/number.h"
#include "ui/base/menu.h"
#include "ui/view/field_columns.h"
#include "ui/view/function_menu.h"
#include "ui/view/leads.h"

namespace tp::ui {
namespace {

constexpr const char* kMenu = "cell";

// The cell that was clicked on.
struct CellMenu {
  std::string expression;     // a filter expression for rows with the same value; empty: there is none
  NameId function = kNoName;  // of the call that the record begins or ends; kNoName: of none
  size_t trackClass = 0;      // of the call, as CallProfiles::classOf() has it
  std::string field = {};  // the record's own field in whose column the cell is; empty if the column is not that of one
};

// Returns an empty string if the text cannot be written in an expression.
std::string equals(std::string_view field, std::string_view text) {
  bool plain = !text.empty() && text.find_first_of("\"\\") == std::string_view::npos;
  return plain ? std::string(field) + " == \"" + std::string(text) + '"' : std::string();
}

void narrow(Context& c, const std::string& by) {
  EventsView& events = c.events;
  events.showHits(false);
  bool usable = !events.filter.empty() && !events.error();
  events.filter = usable ? "(" + events.filter + ") && " + by : by;
  events.applyFilter();
  c.moreToCome = true;
}

void open(Context& c, const TableRow& row, std::string expression, std::string field) {
  CellMenu menu{std::move(expression), kNoName, 0, std::move(field)};
  const bool call = row.kind != RecordKind::Event && row.track < c.index().tracks().size();
  if (call) menu.function = c.index().names().find(row.row.name);
  if (menu.function != kNoName) menu.trackClass = callClass(c.index(), c.names, menu.function, row.track);
  if (menu.trackClass >= CallProfiles::kClasses) menu.function = kNoName;
  c.memory.of<CellMenu>() = std::move(menu);
  openMenu(kMenu);
}

}  // namespace

std::string sameAs(const TableRow& at, EventColumn column) {
  const RowField field = lookOf(column).field;
  std::string room;
  const RowValue value = readField(at.row, field, room);
  if (value.kind == RowValue::Kind::None) return {};
  const std::string_view name = infoOf(field).name;
  if (!value.isWhole()) return equals(name, value.text);
  std::string text = std::string(name) + " == ";
  appendValue(text, value);
  return text;
}

void openEventsMenu(Context& c, const TableRow& row, EventColumn column) {
  open(c, row, sameAs(row, column), {});
}

void openEventsMenu(Context& c, const TableRow& row, const std::string& field) {
  std::string value = fieldText(row, field);
  Number number;
  size_t length = 0;
  bool plain = parseNumber(value, number, length) && length == value.size();
  const std::string name = "args." + field;
  open(c, row, plain ? name + " == " + value : equals(name, value), field);
}

void drawEventsMenu(Context& c) {
  if (!beginPopup(kMenu)) return;
  const auto& [expression, function, trackClass, field] = c.memory.of<CellMenu>();
  std::string words = expression.size() > 60 ? expression.substr(0, 60) + " \u2026" : expression;
  if (!expression.empty()) {
    if (menuItem(c, "Only " + words)) narrow(c, expression);
    if (menuItem(c, "Without " + words)) narrow(c, "!(" + expression + ")");
    ImGui::Separator();
  }
  if (function != kNoName) {
    drawFunctionItems(c, function, trackClass);
    ImGui::Separator();
  }
  if (menuItem(c, "Copy the chosen rows", "Ctrl+C")) c.events.copy();
  if (!c.events.filter.empty() && menuItem(c, "Drop the filter")) {
    c.events.filter.clear();
    c.events.applyFilter();
  }
  if (!c.events.callsTitle().empty() && menuItem(c, "All records again")) c.events.clearCalls();
  if (!field.empty() && menuItem(c, "Remove the column " + field)) setFieldColumn(c, std::string(field), false);
  endMenu();
}

}  // namespace tp::ui
