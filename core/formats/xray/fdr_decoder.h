// Decodes the buffers of one thread of a Flight Data Recorder log: its calls and events, and records for the CPUs'
// tracks (CpuSamples).
#pragma once

#include <limits>

#include "core/formats/xray/cpu_samples.h"
#include "core/formats/xray/fdr_walk.h"

namespace tp::xray {

class FdrDecoder final : public StreamDecoder {
 public:
  enum class Makes : bool { Calls, Samples };  // Calls includes Samples.

  // `stream` and its log outlive the decoder.
  FdrDecoder(const ThreadStream& stream, Makes makes)
      : log_(*stream.log),
        stream_(stream),
        makes_(makes),
        walk_(stream, makes == Makes::Samples),
        sightings_(log_.header, stream.tracks.thread) {}

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  void finish(RecordBatch& out) override { sightings_.finish(out); }
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void saveInput(WireWriter& out) const override;
  void describe(const Record& record, EventRow& row) override;
  NameId rowName(const Record& record) const override { return record.name; }
  void setNeedle(const WantedText& wanted) override { threadHolds_ = wanted.number == stream_.tid; }
  // The text of a call without arguments can contain the needle only by its name, which rowName() has, or its thread.
  bool mayMatch(const Record& record) override {
    return record.kind > RecordKind::End || record.size > kFunctionSize || threadHolds_;
  }

 private:
  // A record, and the slice for what was not recorded before it.
  static constexpr uint32_t kMaxPerRecord = 2 + CpuSamples::kMax;
  static constexpr Time kNotLost = std::numeric_limits<Time>::min();

  template <Makes kMakes>
  DecodeStep decodeAs(const DecodeInput& input, RecordBatch& out);
  template <Makes kMakes>
  void addFunctions(const DecodeInput& input, size_t& at, RecordBatch& out);
  [[gnu::always_inline]] void start(Record& made, uint64_t tsc, uint64_t offset, size_t size) const;
  [[gnu::always_inline]] void complete(Record& made, const FunctionRecord& function, uint16_t depth);
  [[gnu::always_inline]] uint16_t follow(const FunctionRecord& function);
  void lose(uint64_t offset, RecordBatch& out);
  void drawNotRecorded(Time now, RecordBatch& out);
  void describeEvent(Bytes raw, EventRow& row) const;
  NameId eventName(const FdrWalk::Item& item) const;

  const Shared& log_;
  const ThreadStream& stream_;
  const Makes makes_;
  FdrWalk walk_;
  CpuSamples sightings_;
  CallDepths calls_;
  Time lostFrom_ = kNotLost;  // When the last record before a loss was, until the next record.
  DecodeInput last_;          // Input of the last decode(), for describe().
  bool threadHolds_ = true;   // The thread's id is the needle.
};

}  // namespace tp::xray
