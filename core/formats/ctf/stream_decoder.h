// Decodes one file of a stream: packet by packet, event by event.
#pragma once

#include "core/formats/ctf/clock.h"
#include "core/formats/ctf/event_places.h"
#include "core/formats/ctf/event_schema.h"
#include "core/formats/ctf/function_names.h"
#include "core/formats/ctf/text_search.h"
#include "core/formats/ctf/trace_files.h"

namespace tp::ctf {

// What the decoders of one trace share. Outlives them.
struct Shared {
  Trace trace;
  std::vector<Clock> clocks;  // by stream class
  TraceReader& reader;
  kernel::ThreadTracks& threads;  // of the machine
  FunctionNames& functions;
  Process process;
  EventSchemas schemas;
};

class FileDecoder final : public StreamDecoder {
 public:
  // `track` gets the losses, and the events that tell no thread or, with `onThreads` false, all events. `shared` and
  // `file` outlive this.
  FileDecoder(Shared& shared, const DataFile& file, TrackId track, bool onThreads);

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  // Appends how far the file reaches.
  void finish(RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void describe(const Record& record, EventRow& row) override;
  void setNeedle(const WantedText& wanted) override;
  bool mayMatch(const Record& record) override;
  NameId rowName(const Record& record) const override {
    return record.kind == RecordKind::Lost ? kNoName : record.name;
  }

  const Shared& shared() const { return shared_; }
  const DataFile& file() const { return file_; }
  // The event of a record of the last batch, which is no Lost.
  const EventLayout& eventOf(const Record& record) const { return shared_.trace.layout->events()[numberOf(record)]; }
  static uint32_t numberOf(const Record& record) {
    return static_cast<uint32_t>(static_cast<uint64_t>(record.value) >> kEventShift);
  }
  // How many bits its header has; 0 if that is not known.
  static unsigned headerOf(const Record& record) {
    return static_cast<unsigned>(static_cast<uint64_t>(record.value) >> kHeaderShift & kLongestHeader);
  }
  // Its bytes, and the bit of its packet at which its header begins; false if it is not of the last batch.
  bool bytesOf(const Record& record, RowBytes& out) const;

 private:
  // Layout of Record::value: the event's number from kEventShift on; then how many bits its header has, 0 if they are
  // too many; then the low bits of its place in the packet, in bits, by which it is aligned.
  static constexpr unsigned kEventShift = 40, kHeaderShift = 32;
  static constexpr uint64_t kLongestHeader = 255, kPlaceMask = (uint64_t{1} << kHeaderShift) - 1;
  static int64_t valueOf(uint32_t event, uint64_t begin, uint64_t header) {
    if (header > kLongestHeader) header = 0;
    return static_cast<int64_t>(uint64_t{event} << kEventShift | header << kHeaderShift | (begin & kPlaceMask));
  }

  struct State {
    uint64_t packetAt = 0;           // in the file
    uint64_t packetEnd = 0;          // in the file; where the next packet begins
    uint64_t content = 0;            // in bits: no event begins from here on
    uint64_t at = 0;                 // in bits: the next event
    uint64_t stream = 0;             // the number of the stream class
    uint64_t inPacket = 0;           // whether there are events to read
    uint64_t extent = ~uint64_t{0};  // whose bytes were decoded last
    uint64_t number = 0;             // of the next event, where no clock tells the time
    Counted counted;                 // up to the end of the packet before
    Time seen = kNotWoken;           // time of the latest record
    uint64_t toldEnd = 0;
  };

  bool beginPacket(const DecodeInput& input, uint64_t offset, RecordBatch& out);
  void tellHoles(uint64_t offset, RecordBatch& out);
  void endPacket(RecordBatch& out);
  bool addEvents(const DecodeInput& input, RecordBatch& out);
  void addEvent(const Event& of, Time time, uint64_t begin, uint64_t end, RecordBatch& out);
  void breakOff(std::string expected, std::string found, RecordBatch& out);
  void addLost(int64_t count, uint64_t offset, Time time, RecordBatch& out);
  void tellThread(const EventLayout& event, const RowBytes& bytes, EventRow& row);
  void warn(uint64_t offset, std::string expected, std::string found);
  Time firstTime(uint64_t cycles) const;
  Time timeNow() const { return clock().at(told_.clock); }
  const StreamLayout& stream() const { return shared_.trace.layout->streams()[static_cast<size_t>(state_.stream)]; }
  const Clock& clock() const { return shared_.clocks[static_cast<size_t>(state_.stream)]; }

  Shared& shared_;
  const DataFile& file_;
  const TrackId track_;
  const bool onThreads_;
  EventPlaces places_;
  State state_;
  Told told_;
  uint32_t packetKnown_ = 0;  // Told::known of the packet's own fields
  DecodeInput last_;          // input of the last decode(), for describe()
  Told scratch_;              // of describe()
  std::unique_ptr<TextSearch> search_;
};

}  // namespace tp::ctf
