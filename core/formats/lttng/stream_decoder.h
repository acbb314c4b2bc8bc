// Decodes one tracefile: what one CPU, or one thread, wrote to one channel.
#pragma once

#include <algorithm>

#include "core/formats/lttng/marker_schema.h"
#include "core/formats/lttng/sub_buffer_scan.h"

namespace tp::lttng {

// Data that the decoders of one trace share. Outlives them.
struct Shared {
  std::vector<TraceFile> files;  // In the order of the streams.
  Markers markers;
  Clock clock;
  SymbolTables symbols;
  TraceReader& reader;
  MarkerSchemas schemas;
};

class FieldSearch;

class TraceFileDecoder final : public StreamDecoder {
 public:
  TraceFileDecoder(Shared& shared, const TraceFile& file, TrackId track);
  ~TraceFileDecoder() override;

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  // Appends how far the file reaches.
  void finish(RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void describe(const Record& record, EventRow& row) override;
  NameId rowName(const Record& record) const override;
  void setNeedle(const WantedText& wanted) override;
  bool mayMatch(const Record& record) override;

  // Calls each(position, field, value) for the fields of an event of the last batch. Returns false if they are not
  // available.
  template <class Each>
  bool eachField(const Record& record, Each&& each) const;
  // The same for the fields at these positions only.
  template <class Each>
  void someFields(const Record& record, std::span<const uint32_t> positions, Each&& each) const;
  const Marker* markerOf(const Record& record) const { return channel_.find(static_cast<uint16_t>(record.value)); }
  uint32_t cpu() const { return file_.cpu; }
  int64_t tid() const { return file_.tid; }

 private:
  // Layout of Record::value: the event's id, the size of its header in bytes from kHeaderShift on, and the number in
  // the header from kInHeaderShift on.
  static constexpr unsigned kHeaderShift = 16, kInHeaderShift = 32;

  struct State {
    uint64_t tsc = 0;  // Used only by save() and restore().
    SubBufferPlace place;
    uint32_t lost = 0;  // The counters of the last sub-buffer.
    uint32_t corrupt = 0;
    uint64_t ended = 0;              // Because of damage, the rest of the sub-buffer cannot be used.
    uint64_t latest = ~uint64_t{0};  // TSC at which the sub-buffer ends.
    uint64_t payloadAt = 0;          // File offset of the last event's payload.
    // File offset at which that event ends. Its payload stays at hand until the next event is found.
    uint64_t goOnAt = 0;
    uint64_t told = 0;      // Events that nothing describes have been warned of in this sub-buffer.
    Time seen = kNotWoken;  // Time of the latest event; kNotWoken before the first one.
    uint64_t toldEnd = 0;
  };

  // Returns null if the record is not of the last batch.
  const std::byte* payloadOf(const Record& record, size_t& size) const {
    size_t headerSize = static_cast<size_t>(static_cast<uint64_t>(record.value) >> kHeaderShift & 0xffff);
    uint64_t at = record.ref - last_.offset;
    if (at > last_.data.size() || last_.data.size() - at < record.size || headerSize > record.size) return nullptr;
    size = record.size - headerSize;
    return last_.data.data() + at + headerSize;
  }
  NameId nameOf(const RawEvent& event);
  void beginSubBuffer(const DecodeInput& input, uint64_t offset, RecordBatch& out);
  uint64_t judgeTimes(const SubBuffer& header);
  size_t passOver(const DecodeInput& input, Bytes data, size_t at, const RawEvent& event, RecordBatch& out);
  size_t addEvents(const DecodeInput& input, size_t at, RecordBatch& out);
  size_t endCut(const DecodeInput& input, size_t at, RecordBatch& out);
  DecodeStep step(const DecodeInput& input, size_t at, bool needsMore);
  void addEvent(const RawEvent& event, uint64_t offset, RecordBatch& out);
  void addLost(int64_t count, uint64_t offset, RecordBatch& out);
  void warn(uint64_t offset, std::string expected, std::string found);

  Shared& shared_;
  const TraceFile& file_;
  const TrackId track_;
  const Channel& channel_;
  EventReader events_;
  SubBufferScan scan_;
  State state_;
  DecodeInput last_;                     // Input of the last decode(), for describe().
  std::map<uint16_t, NameId> unknown_;   // Names of events that nothing describes, by id.
  std::unique_ptr<FieldSearch> search_;  // Null if no needle is set, or every event contains it.
};

template <class Each>
bool TraceFileDecoder::eachField(const Record& record, Each&& each) const {
  const Marker* marker = markerOf(record);
  size_t size = 0;
  const std::byte* payload = marker == nullptr ? nullptr : payloadOf(record, size);
  if (payload == nullptr) return false;
  Cursor cursor(Bytes(payload, size), file_.first.layout.endian);
  size_t first = events_.firstInHeader(*marker) ? 1 : 0;
  if (first > 0)
    each(size_t{0}, marker->fields[0], FieldValue{static_cast<uint64_t>(record.value) >> kInHeaderShift, {}});
  return walkFields(*marker, cursor, first, each);
}

template <class Each>
void TraceFileDecoder::someFields(const Record& record, std::span<const uint32_t> positions, Each&& each) const {
  const Marker* marker = markerOf(record);
  if (positions.empty() || marker == nullptr) return;
  if (!marker->fixed || events_.firstInHeader(*marker)) {
    eachField(record, [&](size_t i, const Field& field, const FieldValue& value) {
      if (std::find(positions.begin(), positions.end(), i) != positions.end()) each(i, field, value);
    });
    return;
  }
  size_t size = 0;
  const std::byte* payload = payloadOf(record, size);
  if (payload == nullptr) return;
  for (uint32_t position : positions) {
    if (position >= marker->fields.size()) return;
    const Field& field = marker->fields[position];
    if (field.offset > size) return;
    Cursor cursor(Bytes(payload + field.offset, size - field.offset), file_.first.layout.endian);
    FieldValue value = readField(field, cursor);
    if (cursor.failed()) return;
    each(position, field, value);
  }
}

}  // namespace tp::lttng
