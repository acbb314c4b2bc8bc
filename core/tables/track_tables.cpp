#include "core/index/time_bounds.h"
#include "core/tables/made_table.h"
#include "core/tables/whole_tables.h"

namespace tp {
namespace {

using Type = TableColumn::Type;
constexpr uint8_t kLimits = TableColumn::kLimits;

constexpr TableColumn kTrackColumns[] = {
    {"id", Type::Integer, kLimits, "what track_id of other tables is"},
    {"name", Type::Text, 0, "as the timeline shows it"},
    {"type", Type::Text, 0, "group, process, thread, state, cpu, counter, events, async"},
    {"parent_id", Type::Integer, kLimits, "track.id of the heading that it is under"},
    {"utid", Type::Integer, kLimits, "thread.utid of the thread that it belongs to"},
    {"upid", Type::Integer, kLimits, "process.upid of the process that it belongs to"},
    {"cpu", Type::Integer, kLimits, "the CPU that it is of"},
    {"detail", Type::Text, 0, "the second text on it"},
    {"trace", Type::Text, 0, "name of the trace, of several"},
};

constexpr TableColumn kThreadColumns[] = {
    {"utid", Type::Integer, kLimits, "the thread, in all tables"},
    {"tid", Type::Integer, kLimits, "its id; 0 for the idle thread of a CPU"},
    {"name", Type::Text, 0, "its last name"},
    {"upid", Type::Integer, kLimits, "process.upid; NULL if its process is not known"},
    {"is_main_thread", Type::Integer, 0, "1 if its id is that of its process, NULL if that is not known"},
    {"pid", Type::Integer, kLimits, "id of its process"},
    {"process_name", Type::Text, 0, "name of its process"},
    {"track_id", Type::Integer, kLimits, "track.id of its calls"},
    {"first_ts", Type::Integer, 0, "from when on something is drawn of it; NULL if nothing is"},
    {"last_ts", Type::Integer, 0, "until when"},
    {"start_ts", Type::Integer, 0, "when it was made; NULL if no record says it, or if several threads had its id"},
    {"end_ts", Type::Integer, 0, "when it ended; NULL likewise"},
    {"maker_utid", Type::Integer, kLimits, "thread.utid of the thread that made it; NULL likewise"},
    {"trace", Type::Text, 0, "name of the trace, of several"},
};

constexpr TableColumn kProcessColumns[] = {
    {"upid", Type::Integer, kLimits, "the process, in all tables"},
    {"pid", Type::Integer, kLimits, "its id"},
    {"name", Type::Text, 0, "its name"},
    {"track_id", Type::Integer, kLimits, "track.id of its heading"},
    {"parent_upid", Type::Integer, kLimits, "process.upid of the process that forked it, if a record says it"},
    {"trace", Type::Text, 0, "name of the trace, of several"},
};

std::optional<int64_t> known(int64_t code) {
  return code == kNullCode ? std::nullopt : std::optional(code);
}

void putText(MadeRows& rows, const TextPool& pool, int64_t code) {
  if (code == kNullCode) {
    rows.null();
  } else {
    rows.text(pool.text(code));
  }
}

void makeTracks(TableTrace& trace, MadeRows& rows) {
  const TrackNumbers& numbers = trace.numbers();
  for (TrackId number = 0; number < numbers.tracks().size(); ++number) {
    const Track& track = numbers.tracks()[number];
    const TrackPlace& place = numbers.place(number);
    rows.number(int64_t{number}).text(track.name).text(trackKindName(track.key.kind));
    rows.number(track.parent == kNoTrack ? std::nullopt : std::optional<int64_t>(track.parent));
    rows.number(known(place.utid)).number(known(place.upid)).number(known(place.cpu)).text(track.detail);
    putText(rows, trace.pool(), place.trace);
  }
}

// Returns from when to when something is drawn on the tracks of each thread, by utid.
std::vector<TimeBounds> threadBounds(TableTrace& trace) {
  const TrackNumbers& numbers = trace.numbers();
  std::vector<TimeBounds> bounds(numbers.threads().size() + 1);
  for (const Lane& lane : trace.facts().index().lanes()) {
    const TrackPlace* place = numbers.of(lane.track);
    if (place == nullptr || place->utid == kNullCode) continue;
    bounds[static_cast<size_t>(place->utid)].cover(lane.bounds.begin, lane.bounds.end);
  }
  return bounds;
}

std::optional<int64_t> makerOf(const TrackNumbers& numbers, const Track& thread) {
  TrackKey key = thread.key;
  key.tid = thread.life.maker().value_or(0);
  const TrackPlace* maker = key.tid > 0 ? numbers.find(key) : nullptr;
  return maker != nullptr ? known(maker->utid) : std::nullopt;
}

void makeThreads(TableTrace& trace, MadeRows& rows) {
  const TrackNumbers& numbers = trace.numbers();
  const std::vector<TimeBounds> bounds = threadBounds(trace);
  for (TrackId number : numbers.threads()) {
    const TrackPlace& place = numbers.place(number);
    const TimeBounds& drawn = bounds[static_cast<size_t>(place.utid)];
    rows.number(place.utid).number(place.tid).text(numbers.tracks()[number].name).number(known(place.upid));
    rows.number(place.pid == kNullCode ? std::nullopt : std::optional<int64_t>(place.pid == place.tid));
    rows.number(known(place.pid));
    putText(rows, trace.pool(), place.processName);
    rows.number(place.track);
    rows.number(drawn.empty() ? std::nullopt : std::optional(drawn.begin));
    rows.number(drawn.empty() ? std::nullopt : std::optional(drawn.end));
    const Lifetime& life = numbers.tracks()[number].life;
    rows.number(life.made()).number(life.ended()).number(makerOf(numbers, numbers.tracks()[number]));
    putText(rows, trace.pool(), place.trace);
  }
}

// Returns the upid of the process that forked this one. Records tell it of the process, or of its first thread: then
// the process is that of the thread which made it.
std::optional<int64_t> parentOf(const TrackNumbers& numbers, const Track& process) {
  const TrackTable& tracks = numbers.tracks();
  const std::optional<int64_t> byProcess = process.life.maker();
  TrackKey key = process.key;
  if (byProcess) {
    key.pid = *byProcess;
  } else {
    key.kind = TrackKind::Thread;
    key.pid = -1;
    key.tid = process.key.pid;
    const TrackId first = tracks.find(key);
    const std::optional<int64_t> maker = first != kNoTrack ? tracks[first].life.maker() : std::nullopt;
    if (!maker) return std::nullopt;
    key.tid = *maker;
  }
  const TrackId parent = tracks.find(key);
  if (parent == kNoTrack || tracks[parent].life.several()) return std::nullopt;
  return known(numbers.place(parent).upid);
}

void makeProcesses(TableTrace& trace, MadeRows& rows) {
  const TrackNumbers& numbers = trace.numbers();
  for (TrackId number : numbers.processes()) {
    const TrackPlace& place = numbers.place(number);
    rows.number(place.upid).number(place.pid).text(numbers.tracks()[number].name).number(place.track);
    rows.number(parentOf(numbers, numbers.tracks()[number]));
    putText(rows, trace.pool(), place.trace);
  }
}

}  // namespace

std::vector<std::unique_ptr<Table>> makeTrackTables(TableTrace& trace) {
  std::vector<std::unique_ptr<Table>> tables;
  tables.push_back(std::make_unique<MadeTable>("thread", "The threads of the trace.", kThreadColumns,
                                               [&trace](MadeRows& rows) { makeThreads(trace, rows); }));
  tables.push_back(std::make_unique<MadeTable>("process", "The processes of the trace, as far as it tells them.",
                                               kProcessColumns,
                                               [&trace](MadeRows& rows) { makeProcesses(trace, rows); }));
  tables.push_back(std::make_unique<MadeTable>("track", "The rows of the timeline, and their headings.", kTrackColumns,
                                               [&trace](MadeRows& rows) { makeTracks(trace, rows); }));
  return tables;
}

}  // namespace tp
