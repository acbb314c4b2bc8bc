// A trace without a format: records written as they are, for tests of the index that want to know every slice.
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "core/decode/format.h"

namespace tp::test {

struct RawRecord {
  Time time = 0;
  uint32_t name = 0;
  uint16_t depth = 0;
  RecordKind kind = RecordKind::Begin;
  uint8_t track = 0;
};
static_assert(sizeof(RawRecord) == 16);

// One stream, one thread track for each number of `RawRecord::track`, names "f0", "f1" ...
class SyntheticReader final : public TraceReader {
 public:
  SyntheticReader(uint64_t bytes, uint32_t names, uint32_t trackCount) {
    info_.format = "synthetic";
    for (uint32_t i = 0; i < names; ++i) ids_.push_back(names_.intern("f" + std::to_string(i)));
    for (uint32_t i = 0; i < trackCount; ++i) {
      Track track;
      track.key.kind = TrackKind::Thread;
      track.key.tid = i;
      track.name = "thread " + std::to_string(i);
      tracks_.add(track);
    }
    StreamInfo stream;
    stream.name = "stream";
    stream.extents.push_back({0, bytes});
    streams_.push_back(stream);
  }

  std::unique_ptr<StreamDecoder> decoder(size_t) override { return std::make_unique<Decoder>(*this); }

 private:
  class Decoder final : public StreamDecoder {
   public:
    explicit Decoder(SyntheticReader& reader) : reader_(reader) {}
    DecodeStep decode(const DecodeInput& input, RecordBatch& out) override {
      size_t at = 0;
      for (; !out.full() && input.data.size() - at >= sizeof(RawRecord); at += sizeof(RawRecord)) {
        RawRecord raw;
        std::memcpy(&raw, input.data.data() + at, sizeof raw);
        Record& record = out.push();
        record = Record{};
        record.time = raw.time;
        record.ref = input.offset + at;
        record.name = reader_.ids_[raw.name];
        record.track = raw.track;
        record.depth = raw.depth;
        record.kind = raw.kind;
        record.size = sizeof raw;
      }
      return {at, !out.full(), true};
    }
    void save(WireWriter&) const override {}
    bool restore(WireReader&) override { return true; }
    void describe(const Record& record, EventRow& row) override { row.time = record.time; }

   private:
    SyntheticReader& reader_;
  };

  std::vector<NameId> ids_;
};

}  // namespace tp::test
