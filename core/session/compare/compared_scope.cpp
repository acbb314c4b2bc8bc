#include "core/session/compare/compared_scope.h"

#include <algorithm>
#include <limits>

#include "core/index/trace_spans.h"
#include "core/session/session.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

// Returns when the traces of the scope were recorded.
TimeBounds boundsOf(const ComparedScope& scope, const TraceIndex& index) {
  TimeBounds bounds;
  const std::vector<TracePart>& parts = index.info().parts;
  const std::vector<TimeBounds> ofParts = boundsOfParts(index);
  for (size_t i = 0; i < std::min(parts.size(), ofParts.size()); ++i)
    if (parts[i].number == scope.trace) return ofParts[i];
  bounds.begin = index.begin();
  bounds.end = index.end();
  return bounds;
}

std::string rangeText(Time begin, Time end) {
  return "from " + std::to_string(begin) + " to " + std::to_string(end);
}

// Of a range in which nothing was recorded: it is told as it was asked for.
std::string nothingText(const ComparedScope& scope) {
  const bool from = scope.begin > std::numeric_limits<Time>::min(), to = scope.end < std::numeric_limits<Time>::max();
  const std::string asked = from && to ? rangeText(scope.begin, scope.end)
                            : from     ? "from " + std::to_string(scope.begin)
                                       : "up to " + std::to_string(scope.end);
  return asked + ", when nothing was recorded";
}

struct CopiedPart {
  size_t side = 0;
  const TracePart* copy = nullptr;
  const TracePart* of = nullptr;
};

std::vector<CopiedPart> copiesAmong(const std::array<ComparedScope, 2>& scopes, std::span<const TracePart> parts) {
  std::vector<CopiedPart> copies;
  std::vector<const TracePart*> met;
  for (size_t side = 0; side < 2; ++side)
    for (const ComparedScope& one : recordingsOf(scopes[side])) {
      const auto part =
          std::find_if(parts.begin(), parts.end(), [&one](const TracePart& of) { return of.number == one.trace; });
      // Both sides may be parts of one trace.
      if (part == parts.end() || std::find(met.begin(), met.end(), &*part) != met.end()) continue;
      const auto same =
          std::find_if(met.begin(), met.end(), [&part](const TracePart* of) { return of->copyOf == part->copyOf; });
      if (same != met.end()) copies.push_back({side, &*part, *same});
      met.push_back(&*part);
    }
  return copies;
}

}  // namespace

std::vector<ComparedScope> recordingsOf(const ComparedScope& scope) {
  std::vector<ComparedScope> out{scope};
  out[0].others.clear();
  for (const uint32_t other : scope.others) out.emplace_back().trace = other;
  return out;
}

CallScope callScope(const ComparedScope& scope) {
  CallScope calls;
  calls.stacks = false;
  calls.trace = scope.trace;
  calls.begin = scope.begin;
  calls.end = scope.end;
  calls.tracks = scope.tracks;
  return calls;
}

SchedulingScope schedulingScope(const ComparedScope& scope) {
  return {scope.begin, scope.end, scope.trace, {}};
}

ComparedSide comparedSide(const ComparedScope& scope, const TraceIndex& index) {
  ComparedSide side;
  side.clock = index.info().clock;
  const TimeBounds bounds = boundsOf(scope, index);
  side.begin = scope.ranged() ? std::max(bounds.begin, scope.begin) : bounds.begin;
  side.end = scope.ranged() ? std::min(bounds.end, scope.end) : bounds.end;
  side.kernel = index.info().traits.kernel;
  for (const TracePart& part : index.info().parts) {
    if (part.number != scope.trace) continue;
    side.name = part.name;
    side.kernel = part.traits.kernel;
  }
  for (const TrackLosses& one : index.losses()) {
    if (scope.trace != kEveryTrace && index.tracks()[one.track].key.trace != scope.trace) continue;
    side.lossPlaces += one.places;
    side.lostRecords += one.records;
  }
  std::string threads = threadsPart(threadsOf(scope, index.tracks()));
  if (threads.empty() && !scope.tracks.empty()) threads = countText(scope.tracks.size(), "track");
  if (scope.ranged()) side.part = side.begin <= side.end ? rangeText(side.begin, side.end) : nothingText(scope);
  addPart(side, threads);
  if (scope.trace == kEveryTrace || index.info().parts.size() < 2) side.warnings = index.warningCount();
  return side;
}

ComparedSide comparedSide(const ComparedScope& scope, const Session& session) {
  ComparedSide side = comparedSide(scope, session.index());
  if (side.name.empty()) side.name = session.name();
  return side;
}

size_t countCopies(const std::array<ComparedScope, 2>& scopes, std::span<const TracePart> parts) {
  return copiesAmong(scopes, parts).size();
}

std::string copiesText(const std::array<ComparedScope, 2>& scopes, size_t side, std::span<const TracePart> parts) {
  std::string text;
  for (const CopiedPart& one : copiesAmong(scopes, parts))
    if (one.side == side) text += (text.empty() ? "" : "; ") + copyText(one.copy->name, one.of->name);
  return text;
}

void addPart(ComparedSide& side, std::string_view words) {
  if (!side.part.empty() && !words.empty()) side.part += ", ";
  side.part += words;
}

std::string threadsPart(std::span<const int64_t> tids) {
  constexpr size_t kNamed = 8;
  if (tids.size() > kNamed) return countText(tids.size(), "thread");
  std::string text;
  for (const int64_t tid : tids) text += (text.empty() ? "" : ", ") + std::to_string(tid);
  return text.empty() ? text : (tids.size() == 1 ? "thread " : "threads ") + text;
}

std::vector<int64_t> threadsOf(const ComparedScope& scope, const TrackTable& tracks) {
  std::vector<int64_t> tids;
  for (const TrackId track : scope.tracks) {
    const TrackKey& key = tracks[track].key;
    if (key.kind == TrackKind::Thread || key.kind == TrackKind::ThreadState) tids.push_back(key.tid);
  }
  std::sort(tids.begin(), tids.end());
  tids.erase(std::unique(tids.begin(), tids.end()), tids.end());
  return tids;
}

}  // namespace tp
