// DrawnRows goes through the records of a trace, unit by unit (a stream or a merge), and makes rows of what is drawn on
// its tracks: slices, instants, samples, losses. It pairs records as the timeline does.
#pragma once

#include <memory>
#include <vector>

#include "core/decode/record_driver.h"
#include "core/index/slice_lane.h"
#include "core/index/track_places.h"
#include "core/tables/row_filter.h"
#include "core/tables/table_trace.h"

namespace tp {

// A table whose rows are things on tracks.
class DrawnTable : public CodedTable {
 public:
  explicit DrawnTable(TableTrace& trace) : trace_(trace) {}

  TableTrace& trace() const { return trace_; }
  // The columns that tell the track.
  struct TrackColumn {
    uint32_t column = 0;
    int64_t TrackPlace::*code = nullptr;
  };
  virtual std::span<const TrackColumn> trackColumns() const = 0;
  // The column of the time at which a thing begins.
  virtual uint32_t timeColumn() const = 0;
  static constexpr uint32_t kNoColumn = ~uint32_t{0};
  // The column of the set of its arguments, if there is one.
  virtual uint32_t argSetColumn() const { return kNoColumn; }
  // Whether rows are made of what is on the track. `again`: it is in a merge that shows calls of threads again.
  virtual bool takes(const TrackKey& key, bool again) const = 0;
  struct DrawnName {
    int64_t code = -1;   // of the text: equal names have equal codes; < 0: not met yet
    bool isGap = false;  // it is that of time that was not recorded
  };
  // Valid until the next call.
  const DrawnName& nameOf(NameId name);
  double expectedRows() const override { return 1e7; }
  std::optional<size_t> parts() override { return trace_.unitGroups().size() - 1; }

 protected:
  std::string_view nameText(int64_t code) const { return trace_.reader().names().view(static_cast<NameId>(code)); }

 private:
  TableTrace& trace_;
  std::vector<DrawnName> names_;  // by NameId
};

class DrawnRows : public RowSource {
 public:
  // Both must outlive this.
  DrawnRows(DrawnTable& table, const TableQuery& query);
  bool fill(CodedBatch& out) final;

 protected:
  struct Lane {
    SliceLane slices;
    const Track* track = nullptr;       // the reader's
    const TrackPlace* place = nullptr;  // null if no column needs it
    bool taken = true;                  // rows are made of it; else it is only followed, for UnitPoints
  };

  // What is drawn, in the order of the records. slice() and point() add a row if it is to be one; ofSlices() says
  // whether slice() ever does.
  virtual bool ofSlices() const { return false; }
  virtual void slice(const Lane& lane, const ClosedSlice& slice, int64_t id, int64_t parent, CodedBatch& out) {
    (void)lane, (void)slice, (void)id, (void)parent, (void)out;
  }
  virtual void point(const Lane& lane, const Record& record, int64_t id, CodedBatch& out) {
    (void)lane, (void)record, (void)id, (void)out;
  }
  // A slice has begun, of which slice() tells later.
  virtual void begun(const Lane& lane, int64_t id, CodedBatch& out) { (void)lane, (void)id, (void)out; }

  // The record with which these are called; null at the end of a unit.
  const Record* current() const { return inBatch_ < batch_.count ? &batch_.records[inBatch_] : nullptr; }
  // Fills `row` with the description of that record, which there must be.
  void describe(EventRow& row) {
    row.clear();
    driver_->describe(batch_, inBatch_, row);
  }

  bool needs(size_t column) const { return column < needed_.size() && needed_[column]; }
  // Sets the columns that tell the track, and takes the row back if it does not meet the limits.
  void finishRow(const Lane& lane, int64_t* row, CodedBatch& out) {
    for (const DrawnTable::TrackColumn& one : trackColumns_) row[one.column] = lane.place->*one.code;
    if (filtered_ && !filter_.meets(row)) out.takeBack();
  }
  DrawnTable& table() { return table_; }

 private:
  // Ids of rows are numbers of records, in each unit from here on.
  static constexpr int kUnitBits = 40;
  static constexpr uint32_t kNotTaken = TrackPlaces::kNone - 1;

  void limitIds(int64_t least, int64_t most);
  bool startUnit();
  bool mayHaveRows(size_t unit);
  void endUnit(CodedBatch& out);
  void leaveUnit();
  // Decodes the next batch if the one before is used up. Returns false at the end of the unit.
  bool pull();
  void addBatch(CodedBatch& out);
  Lane* lane(TrackId track, Time time);
  Lane makeLane(SliceLane slices);
  // Only of scans of a range of time.
  void notePoint();
  void goTo(size_t point);
  bool goOn();
  size_t nextWanted() const;
  bool inRange(Time begin) const { return begin >= least_ && begin <= most_; }
  // The numbers of the unit's records that may be the ids of wanted rows.
  int64_t firstNumber() const { return unitOf(idLeast_) == unit_ ? numberOf(idLeast_) : 0; }
  int64_t lastNumber() const { return unitOf(idMost_) == unit_ ? numberOf(idMost_) : numberOf(-1); }
  static uint64_t unitOf(int64_t id) { return static_cast<uint64_t>(id) >> kUnitBits; }
  static int64_t numberOf(int64_t id) { return id & ((int64_t{1} << kUnitBits) - 1); }
  int64_t idOf(int64_t number) const { return static_cast<int64_t>(unit_) << kUnitBits | number; }

  DrawnTable& table_;
  TableTrace& trace_;
  RowFilter filter_;
  bool filtered_;
  std::vector<bool> needed_;                           // by column
  std::vector<DrawnTable::TrackColumn> trackColumns_;  // those that are needed
  // Of the unit that is decoded.
  size_t unit_ = 0, endUnit_ = 0;  // and behind the last unit of the scan
  bool again_ = false;
  bool told_ = false;  // its warnings are told
  std::unique_ptr<RecordDriver> driver_;
  std::vector<Lane> lanes_;
  TrackPlaces laneOf_;
  RecordBatch batch_;
  uint32_t inBatch_ = 0;  // position of the next record in batch_
  int64_t number_ = 0;    // of the next record in the unit
  bool started_ = false;
  Time start_ = 0, now_ = 0;
  // Of things that begin outside of this range no rows are wanted, nor of those with other ids.
  Time least_ = INT64_MIN, most_ = INT64_MAX;
  int64_t idLeast_ = 0, idMost_ = INT64_MAX;
  bool ranged_ = false;
  std::unique_ptr<UnitPoints> noting_;  // while points are noted
  const UnitPoints* points_ = nullptr;  // of the unit, if they were noted before
  size_t point_ = 0;                    // the last one that was passed
  int64_t boundary_ = -1;               // number of the record at the next one; -1: there is none
};

}  // namespace tp
