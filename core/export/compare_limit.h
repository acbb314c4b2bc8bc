// Whether what a comparison sums up grew by more than a limit, for continuous integration, and whether that can be
// told.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/compare/function_changes.h"
#include "core/analysis/compare/stack_changes.h"
#include "core/analysis/compare/thread_changes.h"
#include "core/analysis/compare/timed_changes.h"
#include "core/text/json_writer.h"

namespace tp {

// Returns whether self time, the time of all calls, the time in which threads ran, or the sum of any kind of times that
// is judged (TimedKind::judged), grew by more than so many percent. What lacks something (lackText()) tells nothing.
bool growsAbove(const FunctionComparison& compared, double percent);
bool growsAbove(const StackComparison& compared, double percent);
bool growsAbove(const ThreadComparison& compared, double percent);
bool growsAbove(const TimedComparison& compared, double percent);

// Says which side has nothing that could be compared, so that a growth of its sum tells nothing; empty: both have
// something. Without a line end.
std::string lackText(const FunctionComparison& compared);
std::string lackText(const StackComparison& compared);
std::string lackText(const ThreadComparison& compared);
std::string lackText(const TimedComparison& compared);

// Whether the sum of a kind, by its position, grew by more than so many percent; nullopt if that is not judged, or is
// not known, as only one side has any of it.
std::optional<bool> kindGrowsAbove(const TimedComparison& compared, size_t kind, double percent);
// Of a kind that would be judged if not only one side had any, "B"; null: it is judged, or neither has any.
const char* onlySideOf(const TimedComparison& compared, size_t kind);

// Whether both traces record what is compared. Of calls, that is not known of a trace that has none.
inline bool bothTell(const FunctionComparison&) {
  return true;
}
inline bool bothTell(const StackComparison&) {
  return true;
}
inline bool bothTell(const ThreadComparison& compared) {
  return compared.known;
}
bool bothTell(const TimedComparison& compared);

// "self time changed by +12.0 %, which is more than +10 %", or that it is not more. `lack`: lackText(); if it is not
// empty, the line says that the growth is not known.
std::string limitText(std::string_view what, int64_t from, int64_t to, double limit, std::string_view lack);

// Appends the members about the growth and about the limit, if there is one. `failed` is null if there is a `lack`.
void limitMembers(JsonWriter& json, int64_t from, int64_t to, std::optional<double> limit, std::string_view lack);
// The same without a growth.
void limitMembers(JsonWriter& json, bool failed, std::optional<double> limit, std::string_view lack);

}  // namespace tp
