// One of the two scopes of a comparison, A or B, and what is asked of the workers for it.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/compare/compared_side.h"
#include "core/analysis/compare/function_changes.h"
#include "core/analysis/compare/thread_changes.h"
#include "core/index/trace_index.h"

namespace tp {

class Session;

struct ComparedScope {
  uint32_t trace = kEveryTrace;  // TracePart::number of the only one that counts, where several are joined
  // The same of further recordings, if figures are means of several: sorted, without `trace`, which is one then. All of
  // each of them counts.
  std::vector<uint32_t> others = {};
  Time begin = 1;  // begin > end: all of its time
  Time end = 0;
  std::vector<TrackId> tracks = {};  // sorted; empty: all

  bool ranged() const { return begin <= end; }
  bool several() const { return !others.empty(); }
  bool operator==(const ComparedScope&) const = default;
};

// Returns each recording of the side as a scope of its own.
std::vector<ComparedScope> recordingsOf(const ComparedScope& scope);

// Returns what CallsQuestion and SchedulingQuestion are asked for.
CallScope callScope(const ComparedScope& scope);
SchedulingScope schedulingScope(const ComparedScope& scope);

// Returns what is known of the side as a whole, or of the first of its recordings, and which part it is. Its name is
// that of the part of a joined trace, else empty. Warnings are counted if it is all that is open.
ComparedSide comparedSide(const ComparedScope& scope, const TraceIndex& index);
// The same; what is not a part of a joined trace has the name of the session.
ComparedSide comparedSide(const ComparedScope& scope, const Session& session);

// The recordings of A, and behind them those of B, that are the same as an earlier one of both sides: how many there
// are, and of side 0 or 1 a sentence about each (ComparedSide::copies).
size_t countCopies(const std::array<ComparedScope, 2>& scopes, std::span<const TracePart> parts);
std::string copiesText(const std::array<ComparedScope, 2>& scopes, size_t side, std::span<const TracePart> parts);

// Appends to ComparedSide::part.
void addPart(ComparedSide& side, std::string_view words);

// Which threads a side is limited to, for ComparedSide::part: "threads 12, 13", "20 threads"; empty: all.
std::string threadsPart(std::span<const int64_t> tids);

// Returns the ids of the threads that the scope is limited to; empty: all.
std::vector<int64_t> threadsOf(const ComparedScope& scope, const TrackTable& tracks);

}  // namespace tp
