#include "core/tables/arg_sets.h"
#include "core/tables/drawn_rows.h"
#include "core/tables/record_tables.h"

namespace tp {
namespace {

using Type = TableColumn::Type;
constexpr uint8_t kLimits = TableColumn::kLimits, kGroups = TableColumn::kGroups, kPlaces = TableColumn::kPlaces;

// The first columns of all three tables, and what comes behind them.
enum Column : uint32_t {
  kId,
  kTs,
  kTrack,
  kUtid,
  kTid,
  kThreadName,
  kUpid,
  kPid,
  kProcessName,
  kCpu,
  kTrace,
  kOwn,
  kArgSet
};
constexpr TableColumn kPlaceId = {"id", Type::Integer, kLimits | kPlaces, "the same as long as the files are"};
constexpr TableColumn kPlaceTs = {"ts", Type::Integer, kLimits, "when"};
constexpr TableColumn kPlaceTrack = {"track_id", Type::Integer, kLimits | kGroups, "track.id"};
constexpr TableColumn kPlaceUtid = {"utid", Type::Integer, kLimits | kGroups, "thread.utid"};
constexpr TableColumn kPlaceTid = {"tid", Type::Integer, kLimits | kGroups, "id of the thread"};
constexpr TableColumn kPlaceThread = {"thread_name", Type::Text, kLimits | kGroups, "name of the thread"};
constexpr TableColumn kPlaceUpid = {"upid", Type::Integer, kLimits | kGroups, "process.upid"};
constexpr TableColumn kPlacePid = {"pid", Type::Integer, kLimits | kGroups, "id of the process"};
constexpr TableColumn kPlaceProcess = {"process_name", Type::Text, kLimits | kGroups, "name of the process"};
constexpr TableColumn kPlaceCpu = {"cpu", Type::Integer, kLimits | kGroups, "the CPU"};
constexpr TableColumn kPlaceTrace = {"trace", Type::Text, kLimits | kGroups, "name of the trace, of several"};

constexpr TableColumn kInstantColumns[] = {
    kPlaceId,
    kPlaceTs,
    kPlaceTrack,
    kPlaceUtid,
    kPlaceTid,
    kPlaceThread,
    kPlaceUpid,
    kPlacePid,
    kPlaceProcess,
    kPlaceCpu,
    kPlaceTrace,
    {"name", Type::Text, kLimits | kGroups, "what happened"},
    {"arg_set_id", Type::Integer, kLimits | kPlaces | TableColumn::kHidden, "args.arg_set_id of what it tells"}};
constexpr TableColumn kCounterColumns[] = {
    kPlaceId,
    kPlaceTs,
    kPlaceTrack,
    kPlaceUtid,
    kPlaceTid,
    kPlaceThread,
    kPlaceUpid,
    kPlacePid,
    kPlaceProcess,
    kPlaceCpu,
    kPlaceTrace,
    {"value", Type::Integer, kLimits, "from then on; NULL if it is not known because records were lost"}};
constexpr TableColumn kLossColumns[] = {
    kPlaceId,
    kPlaceTs,
    kPlaceTrack,
    kPlaceUtid,
    kPlaceTid,
    kPlaceThread,
    kPlaceUpid,
    kPlacePid,
    kPlaceProcess,
    kPlaceCpu,
    kPlaceTrace,
    {"records", Type::Integer, kLimits, "how many were lost before that time; NULL if the trace does not say it"}};
static_assert(std::size(kInstantColumns) == kArgSet + 1 && std::size(kCounterColumns) == kOwn + 1 &&
              std::size(kLossColumns) == kOwn + 1);

constexpr DrawnTable::TrackColumn kTracks[] = {{kTrack, &TrackPlace::track},
                                               {kUtid, &TrackPlace::utid},
                                               {kTid, &TrackPlace::tid},
                                               {kThreadName, &TrackPlace::threadName},
                                               {kUpid, &TrackPlace::upid},
                                               {kPid, &TrackPlace::pid},
                                               {kProcessName, &TrackPlace::processName},
                                               {kCpu, &TrackPlace::cpu},
                                               {kTrace, &TrackPlace::trace}};

class PointRows final : public DrawnRows {
 public:
  // `kind`: of the records that are rows.
  PointRows(DrawnTable& table, const TableQuery& query, RecordKind kind) : DrawnRows(table, query), kind_(kind) {}

 private:
  void point(const Lane& lane, const Record& record, int64_t id, CodedBatch& out) override {
    if (record.kind != kind_) return;
    int64_t* row = out.add();
    row[kId] = id;
    row[kTs] = lane.slices.now();
    row[kOwn] = own(record);
    if (kind_ == RecordKind::Instant) row[kArgSet] = id + kDrawnArgSets;
    finishRow(lane, row, out);
  }
  int64_t own(const Record& record) {
    if (kind_ == RecordKind::Instant) return table().nameOf(record.name).code;
    if (kind_ == RecordKind::Lost) return record.value < 0 ? kNullCode : record.value;
    return record.lacksValue() ? kNullCode : record.value;
  }

  RecordKind kind_;
};

class PointTable final : public DrawnTable {
 public:
  PointTable(TableTrace& trace, RecordKind kind, std::string_view name, std::string_view about,
             std::span<const TableColumn> columns)
      : DrawnTable(trace), kind_(kind), name_(name), about_(about), columns_(columns) {}

  std::string_view name() const override { return name_; }
  std::string_view about() const override { return about_; }
  std::span<const TableColumn> columns() const override { return columns_; }
  std::span<const TrackColumn> trackColumns() const override { return kTracks; }
  uint32_t timeColumn() const override { return kTs; }
  uint32_t idColumn() const override { return kId; }
  uint32_t argSetColumn() const override { return kind_ == RecordKind::Instant ? kArgSet : kNoColumn; }
  bool takes(const TrackKey& key, bool) const override {
    if (kind_ == RecordKind::Lost) return true;
    return key.kind != TrackKind::ThreadState && (key.kind == TrackKind::Counter) == (kind_ == RecordKind::Counter);
  }
  std::unique_ptr<RowSource> scan(const TableQuery& query) override {
    return std::make_unique<PointRows>(*this, query, kind_);
  }
  std::string_view text(size_t column, int64_t code) const override {
    return column == kOwn ? nameText(code) : trace().pool().text(code);
  }

 private:
  RecordKind kind_;
  std::string_view name_, about_;
  std::span<const TableColumn> columns_;
};

}  // namespace

std::unique_ptr<Table> makeInstantTable(TableTrace& trace) {
  return std::make_unique<PointTable>(trace, RecordKind::Instant, "instant",
                                      "Points in time on tracks; some are on those of a CPU and of threads.",
                                      kInstantColumns);
}

std::unique_ptr<Table> makeCounterTable(TableTrace& trace) {
  return std::make_unique<PointTable>(trace, RecordKind::Counter, "counter", "Values over time.", kCounterColumns);
}

std::unique_ptr<Table> makeLossTable(TableTrace& trace) {
  return std::make_unique<PointTable>(trace, RecordKind::Lost, "loss", "Where records were lost.", kLossColumns);
}

}  // namespace tp
