// The figures that JSON, CSV and SQL have of each function that differs. Keys are those of JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/compare/function_changes.h"

namespace tp {

// "new", "vanished", "both": which sides have it.
inline const char* kindOf(const FunctionChange& one) {
  return one.added() ? "new" : one.vanished() ? "vanished" : "both";
}

// The figures of each side.
struct SideFigure {
  std::string_view key;
  bool counts;  // is not divided
  std::optional<int64_t> (*of)(const FunctionFigures&);
};
inline constexpr SideFigure kSideFigures[] = {
    {"calls", false, [](const FunctionFigures& f) { return std::optional(f.callsOrRate()); }},
    {"total", false, [](const FunctionFigures& f) { return f.total; }},
    {"self", false, [](const FunctionFigures& f) { return std::optional(f.self); }},
    {"selfDoubt", false, [](const FunctionFigures& f) { return std::optional(f.selfDoubt); }},
    {"atMost", true, [](const FunctionFigures& f) { return std::optional(static_cast<int64_t>(f.atMost)); }},
    {"open", true, [](const FunctionFigures& f) { return std::optional(static_cast<int64_t>(f.open)); }},
    {"unbegun", true, [](const FunctionFigures& f) { return std::optional(static_cast<int64_t>(f.unbegun)); }},
};

// Those of the change.
struct ChangeFigure {
  std::string_view key;
  std::optional<int64_t> (*of)(const FunctionChange&);
};
inline constexpr ChangeFigure kChangeFigures[] = {
    {"change", [](const FunctionChange& c) { return std::optional(c.change); }},
    {"byCalls", [](const FunctionChange& c) { return std::optional(c.byCalls); }},
    {"byEach", [](const FunctionChange& c) { return std::optional(c.byEach); }},
    {"callsChange", [](const FunctionChange& c) { return std::optional(c.callsChange()); }},
    {"totalChange", [](const FunctionChange& c) { return c.totalChange(); }},
    {"noiseBelow", [](const FunctionChange& c) { return c.noiseBelow; }},
};

// "scale_row, fill_row"; of many, the first three and how many more there are.
std::string namesOf(const std::vector<InlinedPart>& parts);
std::string namesOf(const std::vector<MovedPart>& parts);
// "called in background, no longer in main": between which outermost functions it has moved.
std::string movedWords(const MovedTime& moved);
// The first row, if more of it has moved than has changed; else null.
const FunctionChange* movedFirst(const FunctionComparison& compared);
// Returns the sum of their changes.
int64_t sumOf(const std::vector<InlinedPart>& parts);

}  // namespace tp
