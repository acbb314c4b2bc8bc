// Asks for the rows that match a test, and keeps their places.
#pragma once

#include <array>

#include "core/analysis/row_test.h"
#include "core/session/question.h"
#include "core/session/search/hit_list.h"
#include "core/session/search/search_messages.h"

namespace tp {

class SearchQuestion final : public Question {
 public:
  // The most hits that are kept, of all workers together: the first ones in the order of the event table.
  static constexpr uint64_t kMaxHits = uint64_t{4} << 20;
  // The number of equal parts of the trace's time in which the overview counts hits.
  static constexpr size_t kParts = 1200;

  // `kind` is Filter or Search; there is one question of each at a time.
  SearchQuestion(JobKind kind, RowQuery query);

  const RowQuery& query() const { return query_; }
  // Returns the hits found so far.
  const HitList& hits() const { return hits_; }
  // Returns the number of all hits: more than hits() has if that was cut.
  uint64_t count() const;
  bool cut() const { return cut_; }
  // Returns whether hits().durationOf() says how long threads waited, because that is what the expression asks for.
  bool asksWaited() const { return test_ && test_->asksWaited(); }
  // Returns the fields of the expression that no record has; valid once done().
  const std::vector<std::string>& unknownFields() const { return unknown_; }
  // Returns the names in the expression that no record has; valid once done().
  const std::vector<std::string>& unknownNames() const { return unnamed_; }
  // Returns the number of hits in each part of the time from TraceIndex::begin() to end().
  const std::array<uint32_t, kParts>& parts() const { return parts_; }

  JobKind kind() const override { return kind_; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void finish(const TraceIndex& index) override;

 private:
  JobKind kind_;
  RowQuery query_;
  std::optional<RowTest> test_;  // tells of the expression; units of time are not those of the trace
  HitList hits_;
  std::vector<uint64_t> counts_;  // by worker
  bool cut_ = false;
  Time cutAt_ = 0;
  std::vector<uint8_t> met_;  // Filter::met() of all workers
  std::vector<std::string> unknown_;
  std::vector<std::string> unnamed_;
  std::array<uint32_t, kParts> parts_{};
};

}  // namespace tp
