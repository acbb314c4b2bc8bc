#include "ui/view/field_columns.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/analysis/event_fields.h"
#include "ui/base/menu.h"

namespace tp::ui {
namespace {

constexpr size_t kLongest = 64;  // bytes of a field's name

std::vector<std::string>* chosen(Context& c) {
  for (auto& [format, fields] : c.settings.columns)
    if (format == c.index().info().format) return &fields;
  return nullptr;
}

}  // namespace

const std::vector<std::string>& fieldColumns(const WindowState& c, const TraceIndex& index) {
  static const std::vector<std::string> kNone;
  for (const auto& [format, fields] : c.settings.columns)
    if (format == index.info().format) return fields;
  return kNone;
}

bool isFieldColumn(const WindowState& c, const TraceIndex& index, const std::string& field) {
  const std::vector<std::string>& fields = fieldColumns(c, index);
  return std::find(fields.begin(), fields.end(), field) != fields.end();
}

bool setFieldColumn(Context& c, const std::string& field, bool on) {
  if (field.empty() || field.size() > kLongest || isFieldColumn(c, c.index(), field) == on) return false;
  std::vector<std::string>* fields = chosen(c);
  if (fields == nullptr)
    fields = &c.settings.columns.emplace_back(c.index().info().format, std::vector<std::string>{}).second;
  if (!on) {
    fields->erase(std::find(fields->begin(), fields->end(), field));
  } else if (fields->size() < kMaxFieldColumns) {
    fields->push_back(field);
  } else {
    return false;
  }
  return c.moreToCome = true;
}

std::string fieldText(const TableRow& row, const std::string& field) {
  for (const auto& [name, text] : row.fields)
    if (name == field) return text;
  std::string_view value;
  return findArg(row.row.args, field, value) ? std::string(value) : std::string();
}

std::vector<std::string> fieldsInView(WindowState& c) {
  std::set<std::string, std::less<>> names;
  RowTable& table = c.events.table();
  uint64_t first = static_cast<uint64_t>(std::floor(c.events.top()));
  uint64_t count = static_cast<uint64_t>(std::ceil(c.events.visible())) + 1;
  for (uint64_t number = std::max(first, table.offset()); number < first + count; ++number) {
    const TableRow* row = table.row(number - table.offset());
    if (row == nullptr) continue;
    for (const auto& [name, text] : row->fields)
      if (name.size() <= kLongest) names.emplace(name);
    eachArg(row->row.args, [&](std::string_view name, std::string_view) {
      if (name.size() <= kLongest) names.emplace(name);
      return false;
    });
  }
  return {names.begin(), names.end()};
}

void drawFieldItems(Context& c) {
  std::vector<std::string> fields = fieldsInView(c);
  for (const std::string& field : fieldColumns(c, c.index()))
    if (std::find(fields.begin(), fields.end(), field) == fields.end()) fields.push_back(field);
  if (fields.empty()) ImGui::TextDisabled("The records in view name no fields.");
  bool full = fieldColumns(c, c.index()).size() >= kMaxFieldColumns;
  for (const std::string& field : fields) {
    bool on = isFieldColumn(c, c.index(), field);
    if (menuItem(c, field, nullptr, on, on || !full)) setFieldColumn(c, field, !on);
  }
}

}  // namespace tp::ui
