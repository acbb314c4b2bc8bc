// What a trace format implements. A format knows nothing of the index, of its siblings or of any view: it recognises
// its files, reads their metadata, lists the streams that decode independently, and turns bytes into records.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/decode/event_row.h"
#include "core/decode/record.h"
#include "core/decode/unpack_exchange.h"
#include "core/io/file_set.h"
#include "core/io/status.h"
#include "core/io/warning_log.h"
#include "core/text/wanted_text.h"
#include "core/trace/names.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

// A run of bytes of one file.
struct Extent {
  uint64_t offset = 0;
  uint64_t size = 0;
};

// A unit that decodes on its own: a task's .dat, a CPU's ring buffer, a thread's buffers. Records come in time order
// within a stream unless the trace itself breaks it. On equal times, the stream listed first comes first.
struct StreamInfo {
  std::string name;             // "1234.dat", "CPU 0"
  size_t file = 0;              // position in FileSet::files()
  std::vector<Extent> extents;  // read in this order; ranges beyond the file's end are cut, with a warning, at open
  Time begin = 0;               // when known before decoding; begin > end: not known
  Time end = -1;
  // Of a kernel's stream: the CPU that wrote it, and the machine, as the tracks of its threads are labelled; -1: of
  // none.
  int32_t cpu = -1;
  std::string machine;
  uint32_t trace = 0;  // of several that are joined: which
  // It is recorded with the other streams of the CPU: that it has no events at first does not say that nothing was
  // recorded then.
  bool withOthers = false;
  bool packed = false;  // its decoders have to unpack it, and take part in an exchange

  uint64_t bytes() const {
    uint64_t sum = 0;
    for (const Extent& extent : extents) sum += extent.size;
    return sum;
  }
};

// Bytes for a decoder. `data` begins at file offset `offset` and stays where it is until the decoder asks for more.
struct DecodeInput {
  Bytes data;
  uint64_t offset = 0;
  uint32_t extent = 0;     // which of the stream's extents
  bool extentEnd = false;  // data reaches the end of the extent: nothing more will come for it
};

struct DecodeStep {
  size_t consumed = 0;  // bytes of `data` that are done with
  // The batch is not full and what is left of `data` is not a whole record: more bytes are needed. At extentEnd the
  // decoder instead consumes everything, warning of what it can't use.
  bool needMore = false;
  // save() may be called now: a decoder restored from it continues at the first unconsumed byte.
  bool resumable = false;
};

// Decodes one stream. Resumable at any byte: it is given what has been read so far and says how much it consumed.
class StreamDecoder {
 public:
  virtual ~StreamDecoder() = default;

  // Appends records to `out` until it is full or `input` is used up. Called again with the unconsumed bytes followed by
  // newer ones. Each call either consumes something, appends something, or asks for more. Damage is a warning in the
  // reader's log, after which it goes on where it can; it never fails.
  virtual DecodeStep decode(const DecodeInput& input, RecordBatch& out) = 0;

  // After the last extent: records that close the stream (at most a batch; called until nothing is appended).
  virtual void finish(RecordBatch& out) { (void)out; }

  // The decoder's state as a few bytes, only where the last step was resumable; restore() in a fresh decoder of the
  // same stream. False where the bytes are not such a state.
  virtual std::vector<std::byte> save() const = 0;
  virtual bool restore(Bytes state) = 0;

  // The text of a record of the last batch, before the next decode(). `row` arrives cleared.
  virtual void describe(const Record& record, EventRow& row) = 0;

  // The name that describe() would give a record of the last batch, where that is known without its words: what is
  // looked for by name is found at the speed of decoding. kNoName: not known.
  virtual NameId rowName(const Record& record) const {
    (void)record;
    return kNoName;
  }

  // What a record of the last batch begins or ends, beside the slices that decode() tells of.
  virtual SpanMark spanOf(const Record& record) const {
    (void)record;
    return {};
  }

  // What mayMatch() is about from here on. It lives as long as the decoder, or until the next call.
  virtual void setNeedle(const WantedText& wanted) { (void)wanted; }
  // False where all that describe() would tell of a record of the last batch, its name apart, can't hold the text: what
  // is looked for in many records is then found without their words.
  virtual bool mayMatch(const Record& record) {
    (void)record;
    return true;
  }

  // Where a record of the last batch lies, where that is not the bytes at Record::ref of its file: false, and nothing
  // happens, where it is.
  struct Place {
    uint64_t offset = 0;
    bool unpacked = false;
    Bytes bytes;
  };
  virtual bool placeOf(const Record& record, Place& out) const {
    (void)record, (void)out;
    return false;
  }

  // Of a packed stream: from here on, what is unpacked goes through this end. Never restored after that.
  virtual void exchange(std::unique_ptr<UnpackEnd> end) { (void)end; }
};

// Records that need an order across streams: of threads that move between CPUs, say. The index merges the streams by
// time and hands the records over one by one; what comes of them is indexed like a stream, after the streams.
struct MergeInfo {
  std::string name;              // "threads"
  std::vector<uint32_t> inputs;  // positions in TraceReader::streams(), each once
  // The merger makes do with what decoder() gives, derived records apart, and the states that decoder() saves restore
  // inputDecoder(): whoever indexes a stream and the merge then decodes it once for both.
  bool fromDecoder = false;
  // An input that is decoded for it alone takes this many times less than one that is indexed.
  uint32_t costDivisor = 1;
  // Its slices retell the calls of the inputs' threads, as what ran on the CPUs: who counts the threads' has no use for
  // it, and who asks which thread ran when, none for them.
  bool duplicatesThreadCalls = false;
};

class StreamMerger {
 public:
  // No more records than this come of one.
  static constexpr uint32_t kMaxPerRecord = 24;

  virtual ~StreamMerger() = default;

  // The next record in time, of input number `input`. `decoder` made it, by TraceReader::inputDecoder(), and it is one
  // of the decoder's last batch: the two may share more than the record says. What is appended is derived from streams
  // that have told of their records already, so that nothing of it counts as a record of the trace.
  virtual void add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) = 0;

  // The next record of that input will be this one, a Lost, and the merge has come to the last of the input's records
  // before the loss: from here on nothing is known of what it records, whatever the other inputs go on to tell. Called
  // once for each Lost; add() follows in its turn. What is appended counts as made of the Lost.
  virtual void losing(size_t input, const Record& lost, StreamDecoder& decoder, RecordBatch& out) {
    (void)input, (void)lost, (void)decoder, (void)out;
  }
  // All inputs have ended: what is known only then (at most a batch; called until nothing is appended). It is made of
  // none of their records.
  virtual void finish(RecordBatch& out) { (void)out; }

  // As for decoders.
  virtual std::vector<std::byte> save() const = 0;
  virtual bool restore(Bytes state) = 0;

  // Adds what is known beyond the words of the record from which `record` was made, which `row` holds already.
  virtual void describe(const Record& record, EventRow& row) = 0;
};

class RecordDriver;
class TraceReader;
// By the reader's own decoders and mergers; see TraceReader::newDriver().
RecordDriver* newOwnDriver(TraceReader& reader, size_t unit);

// An opened trace. Owned by one thread; another thread opens its own from the same FileSet, and finds the same streams.
class TraceReader {
 public:
  virtual ~TraceReader() = default;

  const TraceInfo& info() const { return info_; }
  const std::vector<StreamInfo>& streams() const { return streams_; }
  // Grow while streams are decoded.
  NameTable& names() { return names_; }
  TrackTable& tracks() { return tracks_; }
  WarningLog& warnings() { return warnings_; }

  void setSiblings(std::vector<std::string> folders) { info_.siblings = std::move(folders); }

  // Null for a stream that does not exist.
  virtual std::unique_ptr<StreamDecoder> decoder(size_t stream) = 0;

  const std::vector<MergeInfo>& merges() const { return merges_; }
  // Null for a merge that does not exist.
  virtual std::unique_ptr<StreamMerger> merger(size_t merge) {
    (void)merge;
    return nullptr;
  }
  // Makes the records of a stream, or beyond those, of a merge: by decoder() and merger(), but where several traces are
  // joined, each of which has its own. Asked for by makeDriver() (record_driver.h), which owns what it gets.
  virtual RecordDriver* newDriver(size_t unit) { return newOwnDriver(*this, unit); }

  // What counts as a call in the tables of functions and stacks, as the trace's own tool has it.
  enum class CallCounting : uint8_t {
    Slices,  // every slice, as it is drawn
    Ends,  // what has an end, by the end's name, and what is open when the trace ends; not what something else cut off
  };
  virtual CallCounting callCounting(TrackId track) const {
    (void)track;
    return CallCounting::Slices;
  }
  // Tells functions of one name apart where calls within calls of the same function are counted (Ends only).
  virtual uint64_t callIdentity(const Record& record) const { return record.name; }

  // A decoder of a stream whose records go to a merger only. Derived ones need not be made: mergers never see them.
  virtual std::unique_ptr<StreamDecoder> inputDecoder(size_t stream) { return decoder(stream); }

  // Whether its decoders tell of spans.
  virtual bool hasSpans() const { return false; }

  // What records of this name are listed under, as "sched"; empty: nothing. Unknown where it is not one for all.
  virtual std::optional<std::string_view> systemOf(NameId name) const {
    (void)name;
    return std::string_view();
  }

  // Takes in what was dropped on the open trace: a program that names what the trace only numbers, say. Names that were
  // told of before and are others now are appended to `renamed`; info() may have changed as well. False where the files
  // do not belong to this trace: they are something of their own.
  virtual bool addFiles(const FileSet& files, std::vector<NameId>& renamed) {
    (void)files, (void)renamed;
    return false;
  }

 protected:
  TraceInfo info_;
  std::vector<StreamInfo> streams_;
  std::vector<MergeInfo> merges_;
  NameTable names_;
  TrackTable tracks_;
  WarningLog warnings_;
};

struct Probe {
  int confidence = 0;  // 0: not this format; 100: certain
  std::string reason;  // a sentence for a person: "trace.dat is a trace-cmd file, version 5, which ..."
};

// A format as the registry lists it.
struct Format {
  std::string_view id;       // "uftrace"
  std::string_view accepts;  // for the landing page: "uftrace data directories"
  Probe (*probe)(const FileSet& files);
  Result<std::unique_ptr<TraceReader>> (*open)(const FileSet& files);
  bool singleFile = false;  // a file is a trace by itself; else it takes a folder
  // Whether files of two drops, each of which it would open, are one trace: a guest's beside its host's. Null: never.
  bool (*belongTogether)(const FileSet& a, const FileSet& b) = nullptr;
};

}  // namespace tp
