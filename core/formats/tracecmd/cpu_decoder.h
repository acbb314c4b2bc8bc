// Decodes what one CPU recorded into one buffer: pages of the ring buffer, plain or in compressed chunks.
#pragma once

#include <array>

#include "core/decode/format.h"
#include "core/decode/wake_source.h"
#include "core/formats/tracecmd/codec.h"
#include "core/formats/tracecmd/event_schema.h"
#include "core/formats/tracecmd/events.h"
#include "core/formats/tracecmd/page_order.h"
#include "core/formats/tracecmd/process_maps.h"
#include "core/kernel/open_rows.h"
#include "core/kernel/ring_page.h"
#include "core/kernel/syscalls.h"

namespace tp::tracecmd {

using kernel::PageHeader;
using kernel::RingRecord;
using kernel::RingWalk;

// What the decoders of all CPUs share; outlives them.
struct Shared {
  std::string path;
  const TraceFile& file;
  const Events& events;
  const CommandLines& commands;
  EventText& text;
  const EventSchemas& schemas;
  const ProcessMaps& maps;
  TraceReader& reader;
  kernel::SyscallNames& syscalls;
  NameId idle;         // the name of a CPU's idle state of which only the end was seen
  NameId notRecorded;  // of time of which nothing is known
};

// Bytes of the number of chunks that a CPU's compressed data begins with.
inline constexpr uint64_t kChunkCount = 4;

// One stream: a CPU of a buffer, and its tracks.
struct CpuStream {
  uint32_t cpu = 0;
  std::string label;  // of the instance, or of a further file
  uint32_t pageSize = 4096;
  bool compressed = false;   // in chunks
  bool alone = true;         // no other stream is of this CPU: if switches are recorded, they are here
  TrackId group = kNoTrack;  // the heading of all CPUs of the buffer
  TrackId running = kNoTrack;
  TrackId events = kNoTrack;
};

class TextSearch;

class CpuDecoder final : public StreamDecoder {
 public:
  // `bare`: without what is drawn beside the records.
  CpuDecoder(Shared& shared, const CpuStream& stream, bool bare);
  ~CpuDecoder() override;

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  // That no more comes: what is open on the CPU's track ends with its last record.
  void finish(RecordBatch& out) override;
  std::vector<std::byte> save() const override;
  bool restore(Bytes state) override;
  void describe(const Record& record, EventRow& row) override;
  NameId rowName(const Record& record) const override;
  SpanMark spanOf(const Record& record) const override;
  void setNeedle(const WantedText& wanted) override;
  bool mayMatch(const Record& record) override;
  bool placeOf(const Record& record, Place& out) const override;
  void exchange(std::unique_ptr<UnpackEnd> end) override { exchange_ = std::move(end); }

  // The bytes of a record of the last batch; empty for one that has none.
  Bytes raw(const Record& record) const {
    uint64_t at = record.ref - unitRef_;
    if (at > unit_.size() || unit_.size() - at < record.size) return {};
    return unit_.subspan(static_cast<size_t>(at), record.size);
  }
  const CpuStream& stream() const { return stream_; }

 private:
  // Of the record that something is drawn beside. Not the record itself: a copy of what has just been written, field
  // by field, waits for the writing.
  struct Origin {
    Time time;
    uint64_t ref;
    int64_t value;
    uint32_t size;
  };

  // What begins no chunk, up to here; nothing is told of it yet.
  struct Skipped {
    uint64_t bytes = 0;
    uint64_t instead = 0;
  };

  struct Comm {
    int64_t pid = -1;
    std::array<char, 16> text{};
    NameId name = kNoName;
  };

  void draw(const Origin& origin, RecordKind kind, uint16_t depth, NameId name, RecordBatch& out);
  void drawEnd(const Origin& origin, uint16_t depth, NameId name, RecordBatch& out);
  void drawNotRecorded(const Origin& origin, Time begin, RecordBatch& out);
  void endRows(const Origin& origin, RecordBatch& out);
  void addLost(Time time, uint64_t ref, RecordBatch& out);
  bool loadUnit(const DecodeInput& input);
  bool loadChunk(const DecodeInput& input);
  bool skipToChunk(const DecodeInput& input, size_t from, uint64_t instead);
  void tellSkipped(uint64_t end);
  bool nextPage();
  void endPage();
  void lose();
  bool leaps(const RingRecord& raw);
  void puzzle(const RingRecord& raw, const Event* event);
  // Of a compressed page, its chunk.
  uint64_t pageInFile(uint64_t at = 0) const { return stream_.compressed ? unitAt_ : unitAt_ + pageBase_ + at; }
  bool drain(RecordBatch& out);
  [[gnu::always_inline]] inline void add(const RingRecord& raw, RecordBatch& out);
  void addDerived(const Event& event, const Bytes& data, const Origin& origin, RecordBatch& out);
  void follow(const Event* event, const Bytes& data, const Origin& origin, RecordBatch& out);
  SpanMark callSpan(const Event& event, const Bytes& data) const;
  void addStacks(const Record& record, int64_t tid, EventRow& row);
  void addWakings(const Record& record, WakeContext context, EventRow& row);
  std::string stackText(const Event& event, Bytes data, int64_t tid) const;
  bool stillRuns(const Bytes& data) const;
  void run(int64_t tid, NameId name, bool begun, const Origin& origin, RecordBatch& out);
  void firstSwitch(const Origin& origin, RecordBatch& out);
  void drawSeen(const Origin& until, RecordBatch& out);
  NameId commName(int64_t pid, const Bytes& comm);
  void warn(uint64_t offset, std::string expected, std::string found);
  Time toTime(uint64_t raw) const {
    if (!plainTime_) raw = scaled(raw);
    return clampTime(static_cast<int64_t>(raw + static_cast<uint64_t>(shared_.file.timeOffset)));
  }
  uint64_t scaled(uint64_t raw) const;

  Shared& shared_;
  const CpuStream& stream_;
  const bool bare_;
  const bool scheduled_;
  const bool plainTime_;  // stamps are ns, but for an offset

  // A unit is what decodes on its own: a chunk, or some pages. While it is being drained, nothing of it is consumed,
  // and so its bytes stay where they are.
  bool loaded_ = false;
  uint64_t unitAt_ = 0;   // in the file
  size_t unitBytes_ = 0;  // of the file
  Bytes unit_;            // its pages
  Bytes ahead_;           // and what of those after it is at hand
  uint64_t unitRef_ = 0;  // Record::ref of its first byte: in the file, or in what was decompressed
  Decompressor chunks_;
  Unpacked chunk_;  // where it is nobody else's, too
  std::unique_ptr<UnpackEnd> exchange_;
  size_t pageAt_ = 0;  // the page after the current one, in the unit
  Bytes page_;
  size_t pageBase_ = 0;  // of page_ in the unit
  RingWalk walk_;
  bool inPage_ = false;
  PageHeader header_;
  uint64_t latest_ = 0;   // of the records of this page, counted from its time
  uint64_t near_ = 0;     // of these, where no more than an hour or two lies between
  bool puzzled_ = false;  // told that a record of this page is none that is described
  bool paused_ = false;   // told that a record of this page comes hours after its beginning
  PageBefore before_;
  Skipped skipped_;
  uint64_t wasted_ = 0;  // bytes of bad chunks that lead nowhere
  bool lostPending_ = false;
  int64_t running_ = -1;  // thread; -1: not known
  bool begun_ = false;    // the switch to it was recorded
  NameId runningName_ = kNoName;
  Time since_ = 0;         // of it
  Time seen_ = kNotWoken;  // of the latest record; kNotWoken: there was none
  Time told_ = kNotWoken;  // of the latest record that tells who runs
  Time from_ = kNotWoken;  // of the first record, or the first after a loss; kNotWoken: it is yet to come
  kernel::OpenRows openRows_;
  bool switched_ = false;  // there was a switch: until then who runs is not drawn
  bool toldEnd_ = false;
  std::array<Comm, 256> comms_;
  std::unique_ptr<TextSearch> search_;  // null: nothing is looked for
};

}  // namespace tp::tracecmd
