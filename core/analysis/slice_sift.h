// Lists, counts and groups the slices that a query asks for, out of all that a CallAggregator tells of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/call_aggregator.h"
#include "core/analysis/filter.h"
#include "core/analysis/slice_groups.h"
#include "core/analysis/slice_list.h"
#include "core/analysis/slice_points.h"

namespace tp {

// What the records of a slice show.
class SliceWords {
 public:
  virtual ~SliceWords() = default;
  // Returns the row of the record that ended the slice, with what the record that began it shows in EventRow::entry; as
  // far as both are known. Valid until the next record.
  virtual EventRow& rowOf(const SeenCall& call) = 0;
};

class SliceSift {
 public:
  // Returns nullopt and sets `error` if the filter is invalid. `reader` must outlive the result.
  static std::optional<SliceSift> make(const SliceQuery& query, TraceReader& reader, FilterError& error);

  // Whether add() asks for words of slices.
  bool usesWords() const { return usesWords_; }
  // Returns false only if no slice of this name is listed.
  bool mayList(NameId name) { return byName(name) != Verdict::No; }
  void add(uint32_t unit, const SeenCall& call, SliceWords& words);

  // CallProfiles::classOf() of the tracks that are listed; CallProfiles::kClasses: there are no slices yet.
  size_t trackClass() const { return class_; }
  const SliceList& list() const { return list_; }
  // Of all slices, whether or not the filter holds for them.
  const SliceSums& all() const { return all_; }
  const SliceSums& listed() const { return listed_; }
  SliceGroups& groups() { return groups_; }
  // The durations of the listed slices that belong to no group, as far as they are known.
  DurationCounts durations();
  // The listed slices of known duration, if the query asks for SliceQuery::points.
  SlicePoints& points() { return points_; }
  // Filter::met(); empty without a filter.
  std::vector<uint8_t> met() const { return filter_ ? filter_->met() : std::vector<uint8_t>(); }

 private:
  enum class Verdict : uint8_t { Unasked, No, Yes, Depends };
  // How a field is read.
  struct Field {
    enum class Of : uint8_t { Duration, Begin, Self, Name, Thread, Caller, Row, Own } of = Of::Own;
    RowField row = RowField::None;
    std::string name;

    static Field named(const std::string& name);
    bool needsWords() const { return of == Of::Own || of == Of::Row; }
  };

  SliceSift(const SliceQuery& query, TraceReader& reader, std::optional<Filter> filter);

  bool isMeant(TrackId track);
  Verdict byName(NameId name);
  bool holds(const SeenCall& call);
  EventRow& rowOf(const SeenCall& call, SliceWords& words);
  RowLasted lastedOf(const SeenCall& call) const;
  RowValue valueOf(const Field& field, const EventRow& row);
  SliceKey keyOf(const SeenCall& call, const EventRow* row);
  GroupKey groupOf(const SeenCall& call, const EventRow* row);
  uint8_t alikeBefore(const SeenCall& call);
  void restart(size_t trackClass);
  uint8_t flagsOf(const SeenCall& call) const;
  void addPoint(const SeenCall& call);

  SliceQuery query_;
  TraceReader& reader_;
  std::optional<Filter> filter_;
  Field sort_, by_;
  bool usesWords_ = false;
  bool filterUsesWords_ = false;
  std::vector<uint8_t> classes_;   // by track: its class + 1; 0: not asked yet
  std::vector<Verdict> verdicts_;  // by name
  size_t class_ = CallProfiles::kClasses;
  SliceList list_;
  SliceSums all_, listed_;
  SliceGroups groups_;
  DurationTable durations_;  // of listed slices that belong to no group, as the only entry
  SlicePoints points_;
  uint64_t serial_ = 0;
  EventRow drawn_;    // of a slice whose words are not needed
  std::string room_;  // of valueOf()
  // The slices without duration at the same time that were listed last, and how many alike.
  struct Alike {
    TrackId track;
    NameId name;
    uint16_t depth;
    uint8_t count;
  };
  std::vector<Alike> alike_;
  Time alikeAt_ = 0;
};

}  // namespace tp
