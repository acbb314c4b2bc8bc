// Asks for the rows that a test holds for, and keeps where they are.
#pragma once

#include <array>

#include "core/analysis/row_test.h"
#include "core/session/question.h"
#include "core/session/search/hit_list.h"

namespace tp {

class SearchQuestion final : public Question {
 public:
  // Of more hits only the first are kept.
  static constexpr uint64_t kMaxHits = uint64_t{4} << 20;
  // Into how many parts of the trace's time hits are counted for an overview.
  static constexpr size_t kParts = 1200;

  // `kind`: Filter or Search, each of which has one at a time.
  SearchQuestion(JobKind kind, RowQuery query) : kind_(kind), query_(std::move(query)) {}

  const RowQuery& query() const { return query_; }
  // Those found so far.
  const HitList& hits() const { return hits_; }
  // How many there are in all: more than in hits() where these were cut.
  uint64_t count() const;
  bool cut() const { return cut_; }
  // The fields of the expression that no record has, once it is done.
  const std::vector<std::string>& unknownFields() const { return unknown_; }
  // Hits by part of the time from TraceIndex::begin() to end().
  const std::array<uint32_t, kParts>& parts() const { return parts_; }

  JobKind kind() const override { return kind_; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void finish(const TraceIndex& index) override;

 private:
  JobKind kind_;
  RowQuery query_;
  HitList hits_;
  std::vector<uint64_t> counts_;  // by worker
  bool cut_ = false;
  Time cutAt_ = 0;
  std::vector<uint8_t> met_;  // Filter::met(), of all workers
  std::vector<std::string> unknown_;
  std::array<uint32_t, kParts> parts_{};
};

}  // namespace tp
