#include "core/tables/result_types.h"

#include <utility>

#include "core/tables/result_text.h"

namespace tp {

ResultTypes::ResultTypes(std::vector<std::string> names, std::vector<bool> integers)
    : names_(distinctNames(std::move(names))), integers_(std::move(integers)), seen_(names_.size()) {}

void ResultTypes::add(std::span<const Cell> cells) {
  for (size_t i = 0; i < cells.size(); ++i) {
    Seen& seen = seen_[i];
    seen.integer = seen.integer || cells[i].kind == Cell::Kind::Integer;
    seen.real = seen.real || cells[i].kind == Cell::Kind::Real;
    seen.text = seen.text || cells[i].kind == Cell::Kind::Text;
  }
}

std::vector<parquet::Column> ResultTypes::columns() const {
  std::vector<parquet::Column> out;
  for (size_t i = 0; i < names_.size(); ++i) {
    const Seen& seen = seen_[i];
    parquet::Type type = parquet::Type::Text;
    if (!seen.text && seen.real) type = parquet::Type::Real;
    if (!seen.text && !seen.real && (seen.integer || integers_[i])) type = parquet::Type::Integer;
    out.push_back({names_[i], type});
  }
  return out;
}

}  // namespace tp
