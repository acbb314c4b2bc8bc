// Decodes perf-cpu<N>.dat: when tasks were scheduled, forked, ended and renamed.
// Source: uftrace's documentation of the data format (perf event data); the records are those of Linux perf_event_open.
#pragma once

#include <map>

#include "core/formats/uftrace/record_decoder.h"

namespace tp::uftrace {

class PerfDecoder final : public StreamDecoder {
 public:
  // Both outlive the decoder. Records of threads that are not among `tasks` are left out.
  PerfDecoder(Shared& shared, const std::vector<Task>& tasks, size_t file, int cpu);

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  std::vector<std::byte> save() const override { return {}; }
  bool restore(Bytes state) override { return state.empty(); }
  void describe(const Record& record, EventRow& row) override;

 private:
  void decodeOne(Bytes raw, uint64_t offset, RecordBatch& out);
  TrackId eventsTrack(int64_t tid);

  Shared& shared_;
  size_t file_;
  int cpu_;
  std::map<int64_t, const Task*> tasks_;
  std::map<int64_t, TrackId> tracks_;
};

}  // namespace tp::uftrace
