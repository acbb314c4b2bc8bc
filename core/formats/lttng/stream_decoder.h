// Decodes one tracefile: what one CPU wrote to one channel.
#pragma once

#include "core/formats/lttng/symbols.h"

namespace tp::lttng {

// What the decoders of one trace share; outlives them.
struct Shared {
  std::vector<TraceFile> files;  // as the streams are
  Markers markers;
  Clock clock;
  SymbolTables symbols;
  TraceReader& reader;
};

class TraceFileDecoder final : public StreamDecoder {
 public:
  TraceFileDecoder(Shared& shared, const TraceFile& file, TrackId track)
      : shared_(shared),
        file_(file),
        track_(track),
        events_(file.first.layout, file.compact(), shared.markers.channel(file.channel)) {}

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  std::vector<std::byte> save() const override;
  bool restore(Bytes state) override;
  void describe(const Record& record, EventRow& row) override;

 private:
  struct State {
    uint64_t tsc = 0;  // used by save() and restore() alone
    uint32_t extent = ~uint32_t{0};
    uint32_t lost = 0;  // the counters of the last sub-buffer
    uint32_t corrupt = 0;
    uint32_t ended = 0;  // damage: the rest of the extent can't be used
  };

  bool beginSubBuffer(const DecodeInput& input, RecordBatch& out);
  void addEvent(const RawEvent& event, uint64_t offset, RecordBatch& out);
  void addLost(int64_t count, uint64_t offset, RecordBatch& out);
  void warn(uint64_t offset, std::string expected, std::string found);

  Shared& shared_;
  const TraceFile& file_;
  const TrackId track_;
  EventReader events_;
  State state_;
  DecodeInput last_;  // for describe()
};

}  // namespace tp::lttng
