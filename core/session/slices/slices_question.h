// Asks for a list of slices: first which they are, then what their records show.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/filter.h"
#include "core/session/question.h"
#include "core/session/slices/slices_messages.h"

namespace tp {

class SlicesQuestion : public Question {
 public:
  explicit SlicesQuestion(SliceQuery query) : query_(std::move(query)) {}

  const SliceQuery& query() const { return query_; }

  // These grow while the question is being answered. Ids are the index's.
  const SliceSums& all() const { return all_; }
  const SliceSums& listed() const { return listed_; }
  // CallProfiles::classOf() of the tracks that are listed.
  size_t trackClass() const { return class_; }
  const std::vector<SortedSlice>& slices() const { return slices_; }
  // Whether slices(), counts, groups and durations are complete; what the records show may still be missing.
  bool found() const { return found_; }

  // Whether the trace has system calls, as far as it was answered.
  bool systemCalls() const { return systemCalls_; }

  // Valid once found().
  // Of SliceQuery::points, in the order of time, with SlicePoints::window().
  const std::vector<SlicePoint>& points() const { return points_; }
  std::vector<SlicePoint> takePoints() { return std::move(points_); }
  Time window() const { return window_; }
  const std::vector<SliceGroup>& groups() const { return groups_; }
  const SliceSums& left() const { return left_; }
  const DurationCounts& durations() const { return durations_; }
  // What the filter asks for and no slice has: Filter::unknown() and unnamed().
  const std::vector<std::string>& unknownFields() const { return unknown_; }
  const std::vector<std::string>& unknownNames() const { return unnamed_; }

  // What the records of a slice show, by its position in slices(); null if that is not known yet.
  const SliceText* text(size_t position) const {
    return position < texts_.size() && told_[position] ? &texts_[position] : nullptr;
  }

  JobKind kind() const override { return JobKind::Slices; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void finish(const TraceIndex& index) override;
  // States are made of several records, and have no words of their own.
  bool goesOn() const override { return !slices_.empty() && !worded_ && query_.kind != SliceKind::States; }
  float asPart(float progress) const override { return found_ ? 0.7f + 0.3f * progress : 0.7f * progress; }

 private:
  struct Part {
    SlicesPart told;  // with the index's ids
    bool any = false;
  };

  bool readTexts(WireReader& in);
  bool counts(const Part& part) const;
  void combine(const TraceIndex& index);
  void finishFound(const TraceIndex& index);
  void finishPoints();

  SliceQuery query_;
  std::vector<Part> parts_;  // by worker
  SliceSums all_, listed_, left_;
  size_t class_ = CallProfiles::kClasses;
  std::vector<SortedSlice> slices_;
  bool tells_ = false;  // SlicesPart::tells of any worker
  bool systemCalls_ = false;
  bool found_ = false;
  bool worded_ = false;  // the words were asked for
  std::vector<SliceGroup> groups_;
  DurationCounts durations_;
  std::vector<SlicePoint> points_;
  Time window_ = 0;
  std::vector<std::string> unknown_, unnamed_;
  std::vector<SliceText> texts_;
  std::vector<bool> told_;
};

}  // namespace tp
