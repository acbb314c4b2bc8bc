// Decodes perf-cpu<N>.dat: when tasks were forked, ended and renamed. Scheduling is shown within the tasks' calls
// (RecordDecoder), or here if the files are too large for that. Source: uftrace's documentation of the data format
// (perf event data); the records are those of Linux perf_event_open.
#pragma once

#include <map>

#include "core/formats/uftrace/perf_record.h"
#include "core/formats/uftrace/shared.h"

namespace tp::uftrace {

class PerfDecoder final : public StreamDecoder {
 public:
  // The references must outlive the decoder. Records of threads that are not in `tasks` are left out.
  PerfDecoder(Shared& shared, const std::vector<Task>& tasks, size_t file, int cpu);

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void describe(const Record& record, EventRow& row) override;

 private:
  void add(const PerfRecord& perf, uint32_t size, uint64_t offset, RecordBatch& out);
  void addLife(const PerfRecord& perf);
  TrackId trackOf(const Task& task);

  Shared& shared_;
  size_t file_;
  int cpu_;
  std::map<int64_t, const Task*> tasks_;
  std::map<int64_t, TrackId> tracks_;
  Time before_ = kNoTime;  // Time of the last record.
  DecodeInput last_;       // Input of the last decode(), for describe().
};

}  // namespace tp::uftrace
