// SliceReading goes through the calls on a worker's streams for a list of slices. Where the query asks for arguments or
// results, it reads the words of the records as they come.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/slice_sift.h"
#include "core/session/calls/call_reading.h"

namespace tp {

class SliceReading final : public CallTaker, public SliceWords {
 public:
  // Both must outlive this.
  SliceReading(const SliceQuery& query, SliceSift& sift, TraceReader& reader);

  // Decodes some chunks. Returns false when all is done.
  bool step(const JobSite& site) { return reading_.step(site); }
  float progress() const { return reading_.progress(); }

  void take(uint32_t unit, ChunkReplay& replay, RecordBatch& batch) override;
  size_t bestClass() const override { return sift_.trackClass(); }
  // What began before the range is asked for its arguments, too.
  bool fromBegin() const override { return sift_.usesWords(); }
  // The CPUs' tracks show calls of threads again, which are no calls of their own unless these tracks are asked for.
  bool allUnits() const override { return cpus_; }
  EventRow& rowOf(const SeenCall& call) override;

 private:
  // What the record that began an open slice shows.
  struct Entry {
    uint16_t depth = 0;
    NameId name = kNoName;
    std::string text;
    std::vector<ShownValue> values;
  };

  static CallScope scopeOf(const SliceQuery& query);
  bool concerns(const Record& record);
  void addUpTo(uint32_t end);
  void read(uint32_t at);

  SliceSift& sift_;
  const CallScope scope_;
  const bool cpus_;
  CallAggregator calls_;
  CallReading reading_;
  uint32_t unit_ = 0;
  ChunkReplay* replay_ = nullptr;
  RecordBatch* batch_ = nullptr;
  uint32_t added_ = 0;                    // records of the batch that have been added
  std::optional<uint32_t> at_;            // the record that is being read
  std::vector<std::vector<Entry>> open_;  // by track: the open slices that may be listed, the outermost first
  EventRow row_;
};

}  // namespace tp
