#include "ui/view/row_text.h"

#include <algorithm>

#include "core/tables/result_text.h"
#include "ui/base/time_text.h"

namespace tp::ui {
namespace {

constexpr size_t kTold = 14;  // columns

std::string textOf(const ClockInfo& clock, std::string_view column, const Cell& cell) {
  if (column == "dur" && cell.kind == Cell::Kind::Integer)
    return cell.integer < 0 ? "not known" : durationText(cell.integer, clock);
  return shownText(cell);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> rowTexts(const ClockInfo& clock, const SqlResult& result, size_t row) {
  std::vector<std::pair<std::string, std::string>> texts;
  const std::vector<std::string>& columns = result.columns();
  const size_t told = std::min(columns.size(), kTold);
  for (size_t i = 0; i < told; ++i) texts.emplace_back(columns[i], textOf(clock, columns[i], result.cell(row, i)));
  if (told < columns.size()) texts.emplace_back("further columns", countText(columns.size() - told));
  return texts;
}

}  // namespace tp::ui
