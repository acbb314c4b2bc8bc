#include <iterator>

#include "core/tables/arg_sets.h"
#include "core/tables/drawn_rows.h"
#include "core/tables/record_tables.h"

namespace tp {
namespace {

using Type = TableColumn::Type;
constexpr uint8_t kLimits = TableColumn::kLimits, kGroups = TableColumn::kGroups, kPlaces = TableColumn::kPlaces;

enum Column : uint32_t {
  kId,
  kTs,
  kDur,
  kTrack,
  kCategory,
  kName,
  kDepth,
  kParent,
  kEnd,
  kIncomplete,
  kUtid,
  kTid,
  kThreadName,
  kUpid,
  kPid,
  kProcessName,
  kCpu,
  kTrace,
  kArgSet,
  kSelf,
  kColumns
};

constexpr TableColumn kSliceColumns[] = {
    {"id", Type::Integer, kLimits | kPlaces, "of the slice, the same as long as the files are"},
    {"ts", Type::Integer, kLimits, "when it begins; of one whose beginning is not recorded, from when on it is drawn"},
    {"dur", Type::Integer, kLimits,
     "how long it lasts, or an upper bound of that; -1 if nothing is known of it: see incomplete"},
    {"track_id", Type::Integer, kLimits | kGroups, "track.id"},
    {"category", Type::Text, kLimits | kGroups, "the kind of its track: thread, cpu, async"},
    {"name", Type::Text, kLimits | kGroups, "of the function, system call, interrupt ..."},
    {"depth", Type::Integer, kLimits | kGroups, "its row on the track; 0 is the outermost"},
    {"parent_id", Type::Integer, 0,
     "slice.id of the slice around it; NULL if there is none, or if that was recorded elsewhere or later"},
    {"end_ts", Type::Integer, kLimits, "when it ends; of one without an end of its own, up to when it is drawn"},
    {"incomplete", Type::Text, kLimits | kGroups,
     "why dur is not known: unbegun (no beginning), lost (no end, and records were lost), cut (ended by something "
     "else), "
     "open (the trace ends); or at most: dur is an upper bound, because something was not recorded meanwhile"},
    {"utid", Type::Integer, kLimits | kGroups, "thread.utid"},
    {"tid", Type::Integer, kLimits | kGroups, "id of the thread"},
    {"thread_name", Type::Text, kLimits | kGroups, "name of the thread"},
    {"upid", Type::Integer, kLimits | kGroups, "process.upid"},
    {"pid", Type::Integer, kLimits | kGroups, "id of the process"},
    {"process_name", Type::Text, kLimits | kGroups, "name of the process"},
    {"cpu", Type::Integer, kLimits | kGroups, "the CPU whose track it is on"},
    {"trace", Type::Text, kLimits | kGroups, "name of the trace, of several"},
    {"arg_set_id", Type::Integer, kLimits | kPlaces | TableColumn::kHidden,
     "args.arg_set_id of its arguments and its result"},
    {"self_dur", Type::Integer, kLimits | TableColumn::kHidden,
     "of dur, what is not of slices within it; NULL if that, or how long one of these lasts, is not known"},
};
static_assert(std::size(kSliceColumns) == kColumns);

constexpr DrawnTable::TrackColumn kSliceTracks[] = {{kTrack, &TrackPlace::track},
                                                    {kUtid, &TrackPlace::utid},
                                                    {kTid, &TrackPlace::tid},
                                                    {kThreadName, &TrackPlace::threadName},
                                                    {kUpid, &TrackPlace::upid},
                                                    {kPid, &TrackPlace::pid},
                                                    {kProcessName, &TrackPlace::processName},
                                                    {kCpu, &TrackPlace::cpu},
                                                    {kTrace, &TrackPlace::trace}};

enum Incomplete : uint8_t { kUnbegun, kLost, kCut, kOpen, kAtMostOnly };
constexpr std::string_view kIncompleteTexts[] = {"unbegun", "lost", "cut", "open", "at most"};

int64_t incompleteOf(uint8_t flags) {
  if ((flags & kMarkNoDuration) == 0) return (flags & kMarkAtMost) != 0 ? int64_t{kAtMostOnly} : kNullCode;
  if ((flags & kMarkNoBegin) != 0) return kUnbegun;
  if ((flags & kMarkBroken) != 0) return kLost;
  return (flags & kMarkOpen) != 0 ? kOpen : kCut;
}

bool onTrack(TrackKind kind) {
  return kind != TrackKind::Counter && kind != TrackKind::ThreadState;
}

class SliceRows final : public DrawnRows {
 public:
  SliceRows(DrawnTable& table, const TableQuery& query) : DrawnRows(table, query) {}

 private:
  bool ofSlices() const override { return true; }
  void slice(const Lane& lane, const ClosedSlice& slice, int64_t id, int64_t parent, CodedBatch& out) override {
    const TrackKind kind = lane.track->key.kind;
    // The outermost row of a CPU is what runs there: table sched.
    if (kind == TrackKind::Cpu && slice.depth == 0) return;
    const DrawnTable::DrawnName& name = table().nameOf(slice.name);
    if (name.isGap) return;
    int64_t* row = out.add();
    row[kId] = id;
    row[kTs] = slice.begin;
    row[kDur] = (slice.flags & kMarkNoDuration) != 0 ? -1 : slice.end - slice.begin;
    row[kCategory] = static_cast<int64_t>(kind);
    row[kName] = name.code;
    row[kDepth] = slice.depth;
    // Asynchronous slices stand by themselves; what is within who runs on a CPU has no slice around it.
    row[kParent] = kind == TrackKind::Async || (kind == TrackKind::Cpu && slice.depth == 1) ? kNullCode : parent;
    row[kEnd] = slice.end;
    row[kIncomplete] = incompleteOf(slice.flags);
    row[kArgSet] = id + kDrawnArgSets;
    row[kSelf] = lane.slices.ownKnown() ? slice.self : kNullCode;
    finishRow(lane, row, out);
  }
};

class SliceTable final : public DrawnTable {
 public:
  explicit SliceTable(TableTrace& trace) : DrawnTable(trace) {}

  std::string_view name() const override { return "slice"; }
  std::string_view about() const override {
    return "What lasts on a track: calls of functions, system calls, interrupts, markers, requests of devices.";
  }
  std::span<const TableColumn> columns() const override { return kSliceColumns; }
  std::span<const TrackColumn> trackColumns() const override { return kSliceTracks; }
  uint32_t timeColumn() const override { return kTs; }
  uint32_t idColumn() const override { return kId; }
  uint32_t argSetColumn() const override { return kArgSet; }
  bool takes(const TrackKey& key, bool again) const override { return !again && onTrack(key.kind); }
  std::unique_ptr<RowSource> scan(const TableQuery& query) override {
    return std::make_unique<SliceRows>(*this, query);
  }
  std::string_view text(size_t column, int64_t code) const override {
    if (column == kName) return nameText(code);
    if (column == kCategory) return trackKindName(static_cast<TrackKind>(code));
    if (column == kIncomplete) return kIncompleteTexts[code];
    return trace().pool().text(code);
  }
};

enum GapColumn : uint32_t { kGapId, kGapTs, kGapDur, kGapTrack, kGapUtid, kGapTid, kGapThreadName, kGapCpu, kGapTrace };
constexpr TableColumn kGapColumns[] = {
    {"id", Type::Integer, kLimits | kPlaces, "the same as long as the files are"},
    {"ts", Type::Integer, kLimits, "from when on nothing is known"},
    {"dur", Type::Integer, kLimits, "for how long"},
    {"track_id", Type::Integer, kLimits | kGroups, "track.id"},
    {"utid", Type::Integer, kLimits | kGroups, "thread.utid"},
    {"tid", Type::Integer, kLimits | kGroups, "id of the thread"},
    {"thread_name", Type::Text, kLimits | kGroups, "name of the thread"},
    {"cpu", Type::Integer, kLimits | kGroups, "the CPU"},
    {"trace", Type::Text, kLimits | kGroups, "name of the trace, of several"},
};
constexpr DrawnTable::TrackColumn kGapTracks[] = {
    {kGapTrack, &TrackPlace::track},           {kGapUtid, &TrackPlace::utid}, {kGapTid, &TrackPlace::tid},
    {kGapThreadName, &TrackPlace::threadName}, {kGapCpu, &TrackPlace::cpu},   {kGapTrace, &TrackPlace::trace}};

class GapRows final : public DrawnRows {
 public:
  GapRows(DrawnTable& table, const TableQuery& query) : DrawnRows(table, query) {}

 private:
  bool ofSlices() const override { return true; }
  void slice(const Lane& lane, const ClosedSlice& slice, int64_t id, int64_t, CodedBatch& out) override {
    if (!table().nameOf(slice.name).isGap) return;
    int64_t* row = out.add();
    row[kGapId] = id;
    row[kGapTs] = slice.begin;
    row[kGapDur] = slice.end - slice.begin;
    finishRow(lane, row, out);
  }
};

class GapTable final : public DrawnTable {
 public:
  explicit GapTable(TableTrace& trace) : DrawnTable(trace) {}

  std::string_view name() const override { return "gap"; }
  std::string_view about() const override { return "Time of a CPU or a thread of which nothing was recorded."; }
  std::span<const TableColumn> columns() const override { return kGapColumns; }
  std::span<const TrackColumn> trackColumns() const override { return kGapTracks; }
  uint32_t timeColumn() const override { return kGapTs; }
  uint32_t idColumn() const override { return kGapId; }
  bool takes(const TrackKey& key, bool) const override { return onTrack(key.kind); }
  std::unique_ptr<RowSource> scan(const TableQuery& query) override { return std::make_unique<GapRows>(*this, query); }
  std::string_view text(size_t, int64_t code) const override { return trace().pool().text(code); }
};

}  // namespace

std::unique_ptr<Table> makeSliceTable(TableTrace& trace) {
  return std::make_unique<SliceTable>(trace);
}

std::unique_ptr<Table> makeGapTable(TableTrace& trace) {
  return std::make_unique<GapTable>(trace);
}

}  // namespace tp
