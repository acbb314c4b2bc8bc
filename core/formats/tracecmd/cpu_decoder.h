// Decodes what one CPU recorded into one buffer: pages of the ring buffer, plain or in compressed chunks.
#pragma once

#include <array>

#include "core/decode/format.h"
#include "core/decode/wake_source.h"
#include "core/formats/tracecmd/codec.h"
#include "core/formats/tracecmd/event_schema.h"
#include "core/formats/tracecmd/events.h"
#include "core/formats/tracecmd/page_order.h"
#include "core/kernel/open_rows.h"
#include "core/kernel/ring_page.h"
#include "core/kernel/syscalls.h"

namespace tp::tracecmd {

using kernel::PageHeader;
using kernel::RingRecord;
using kernel::RingWalk;

// The second text of the heading of CPUs whose switches were recorded.
inline constexpr std::string_view kWhoRuns = "who runs";

// Data that the decoders of all CPUs share. Outlives them.
struct Shared {
  std::string path;
  const TraceFile& file;
  const Events& events;
  const CommandLines& commands;
  TraceReader& reader;
  kernel::SyscallNames& syscalls;
  NameId idle;         // Name of an idle state whose beginning was not recorded.
  NameId notRecorded;  // Name of the slices for time that was not recorded.
  // Switches of threads were found. Files describe them as well if none is recorded: then no record tells who runs.
  bool hasSwitches = false;
  // The beginnings of wakings, sched_waking, were found among them.
  bool hasWakings = false;
};

// Size in bytes of the count of chunks with which a CPU's compressed data begin.
inline constexpr uint64_t kChunkCount = 4;

// One stream: a CPU of a buffer, with its tracks.
struct CpuStream {
  uint32_t cpu = 0;
  EventWords* words = nullptr;  // Of the kernel that wrote the buffer. Never null; outlives the stream's decoders.
  std::string label;            // Label of the instance, or of a further file; empty for neither.
  uint32_t pageSize = 4096;
  bool compressed = false;   // The data are in chunks.
  bool cut = false;          // The file ends before the data of the CPU do.
  bool idle = false;         // The recorder says that nothing happened on the CPU: no thread got it or left it.
  bool alone = true;         // No other stream is of this CPU: if switches are recorded, they are here.
  TrackId group = kNoTrack;  // The heading of all CPUs of the buffer.
  TrackId running = kNoTrack;
  TrackId events = kNoTrack;
};

class TextSearch;

class CpuDecoder : public StreamDecoder {
 public:
  // The references outlive the decoder. With `bare`, derived records are not made.
  CpuDecoder(Shared& shared, const CpuStream& stream, bool bare);
  ~CpuDecoder() override;

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  // Ends what is open on the CPU's track at its last record.
  void finish(RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void saveInput(WireWriter& out) const override;
  void describe(const Record& record, EventRow& row) override;
  NameId rowName(const Record& record) const override;
  SpanMark spanOf(const Record& record) const override;
  void setNeedle(const WantedText& wanted) override;
  bool mayMatch(const Record& record) override;
  bool placeOf(const Record& record, Place& out) const override;
  void exchange(std::unique_ptr<UnpackEnd> end) override { exchange_ = std::move(end); }

  // Returns the bytes of a record of the last batch; empty for a record without any. Valid until the next decode().
  Bytes raw(const Record& record) const {
    uint64_t at = record.ref - unitRef_;
    if (at > unit_.size() || unit_.size() - at < record.size) return {};
    return unit_.subspan(static_cast<size_t>(at), record.size);
  }
  const CpuStream& stream() const { return stream_; }

 protected:
  // Makes what comes next in the input the current unit: sets the members from `loaded_` to `pageAt_`. Returns false if
  // more bytes are needed. A unit of a derived class may be made of something else than the pages of a file.
  virtual bool loadUnit(const DecodeInput& input);
  void warn(uint64_t offset, std::string expected, std::string found);

  Shared& shared_;
  const CpuStream& stream_;

  // A unit is what decodes on its own: a chunk, or some pages. While a unit is being drained, none of its bytes are
  // consumed, so they stay where they are.
  bool loaded_ = false;
  uint64_t unitAt_ = 0;   // Offset in the file.
  size_t unitBytes_ = 0;  // Bytes of the file that the unit takes.
  Bytes unit_;            // The pages of the unit.
  Bytes ahead_;           // The unit and the bytes after it that are at hand.
  uint64_t unitRef_ = 0;  // Record::ref of the unit's first byte: an offset in the file, or in the decompressed chunk.
  size_t pageAt_ = 0;     // Position in the unit of the page after the current one.
  bool inPage_ = false;
  PageBefore before_;
  bool lostPending_ = false;

 private:
  // The fields of the record from which others are derived. They are not read back from the batch, because reading what
  // has just been written field by field is slow.
  struct Origin {
    Time time;
    uint64_t ref;
    int64_t value;
    uint32_t size;
  };

  // Bytes so far that begin no chunk, which have not been warned of yet. `instead` is what was found in place of a
  // chunk.
  struct Skipped {
    uint64_t bytes = 0;
    uint64_t instead = 0;
  };

  struct Comm {
    int64_t pid = -1;
    std::array<char, 16> text{};
    NameId name = kNoName;
  };

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire);
  void draw(const Origin& origin, RecordKind kind, uint16_t depth, NameId name, RecordBatch& out);
  void drawEnd(const Origin& origin, uint16_t depth, NameId name, RecordBatch& out);
  void drawNotRecorded(const Origin& origin, Time begin, RecordBatch& out);
  void endRows(const Origin& origin, RecordBatch& out);
  void pushLost(Time time, int64_t count, uint8_t flags, RecordBatch& out);
  void addLost(Time time, uint64_t ref, RecordBatch& out);
  bool loadChunk(const DecodeInput& input);
  bool skipToChunk(const DecodeInput& input, size_t from, uint64_t instead);
  void tellSkipped(uint64_t end);
  bool nextPage();
  void endPage();
  void lose();
  bool leaps(const RingRecord& raw);
  void puzzle(const RingRecord& raw, const Event* event);
  void tellUnclear(const Event& event);
  // Returns the file offset of a place in the current page, or, if that page is compressed, of its chunk.
  uint64_t pageInFile(uint64_t at = 0) const { return stream_.compressed ? unitAt_ : unitAt_ + pageBase_ + at; }
  bool drain(RecordBatch& out);
  [[gnu::always_inline]] inline void add(const RingRecord& raw, RecordBatch& out);
  void addDerived(const Event& event, const Bytes& data, const Origin& origin, RecordBatch& out);
  void follow(const Event* event, const Bytes& data, const Origin& origin, RecordBatch& out);
  SpanMark callSpan(const Event& event, const Bytes& data) const;
  void addStacks(const Record& record, int64_t tid, EventRow& row);
  void addRaise(const Record& record, const Event& entry, int64_t vector, EventRow& row);
  void addWakings(const Record& record, WakeContext context, EventRow& row);
  void addStack(const Event& event, Bytes data, EventRow& row) const;
  bool stillRuns(const Bytes& data) const;
  void run(int64_t tid, NameId name, bool begun, const Origin& origin, RecordBatch& out);
  void firstSwitch(const Origin& origin, RecordBatch& out);
  void drawSeen(const Origin& until, RecordBatch& out);
  NameId commName(int64_t pid, const Bytes& comm);
  Time toTime(uint64_t raw) const {
    if (!plainTime_) raw = shared_.file.scaled(stream_.cpu, raw);
    return shared_.file.shifted(raw);
  }

  const bool bare_;
  bool scheduled_;        // Records tell who runs.
  const bool plainTime_;  // Time stamps need no scaling, only an offset.

  Decompressor chunks_;
  Unpacked chunk_;  // The decompressed chunk if there is no exchange.
  std::unique_ptr<UnpackEnd> exchange_;
  Bytes page_;
  size_t pageBase_ = 0;  // Position of page_ in the unit.
  RingWalk walk_;
  PageHeader header_;
  uint64_t latest_ = 0;   // The latest time that a record of this page may have, counted from the page's time.
  uint64_t near_ = 0;     // The same, but at most kLongPause.
  bool puzzled_ = false;  // A record of this page that no format describes has been warned of.
  bool paused_ = false;   // A record of this page that comes hours after the page's time has been warned of.
  // By number of an event: whether it has been warned of because of its print format. Empty until one is.
  std::vector<bool> unclear_;
  Skipped skipped_;
  uint64_t wasted_ = 0;   // Bytes of chunks that could be neither unpacked nor confirmed by a following chunk.
  int64_t running_ = -1;  // Id of the running thread; -1 if it is not known.
  bool begun_ = false;    // The switch to that thread was recorded.
  NameId runningName_ = kNoName;
  Time since_ = 0;         // Time from which that thread runs.
  Time seen_ = kNotWoken;  // Time of the latest record; kNotWoken before the first one.
  Time told_ = kNotWoken;  // Time of the latest record that tells who runs; kNotWoken before the first one.
  Time from_ = kNotWoken;  // Time of the first record, or of the first one after a loss; kNotWoken before that.
  kernel::OpenRows openRows_;
  bool switched_ = false;  // There was a switch. The running thread is not drawn before that.
  bool toldEnd_ = false;
  std::array<Comm, 256> comms_;
  std::unique_ptr<TextSearch> search_;  // Null if no needle is set.
};

}  // namespace tp::tracecmd
