// What a trace format implements. A format knows nothing of the index, of other formats or of any view: it recognises
// its files, reads their metadata, lists the streams that decode independently, and turns bytes into records.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/decode/decoded_facts.h"
#include "core/decode/event_row.h"
#include "core/decode/record.h"
#include "core/decode/sampled_stack.h"
#include "core/decode/side_watch.h"
#include "core/decode/unpack_exchange.h"
#include "core/decode/written_function.h"
#include "core/io/file_set.h"
#include "core/io/status.h"
#include "core/io/warning_log.h"
#include "core/io/wire.h"
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
// within a stream unless the trace itself breaks it. At equal times, the stream listed first comes first; in merges,
// what StreamDecoder::orderOf() says goes before that.
struct StreamInfo {
  std::string name;             // "1234.dat", "CPU 0"
  size_t file = 0;              // position in FileSet::files()
  std::vector<Extent> extents;  // read in this order; open() cuts ranges beyond the file's end, with a warning
  Time begin = 0;               // if known before decoding; unknown if begin > end
  Time end = -1;
  // For a kernel's stream: the CPU that wrote it, and the machine, as in the label of its threads' tracks. -1 if none.
  int32_t cpu = -1;
  std::string machine;
  bool cpuGuessed = false;  // the trace does not say which CPU it is
  uint32_t trace = 0;       // if several are joined: TrackKey::trace
  // It is one of several streams of its CPU that are recorded together: that it has no events at first does not mean
  // that nothing was recorded then.
  bool withOthers = false;
  // No other stream is of its CPU: if switches are recorded of other CPUs, its records tell who runs there, even if no
  // switch is among them.
  bool alone = false;
  // The stream that would have the switches of its CPU is missing, so it is not known who ran there.
  bool switchesMissing = false;
  bool packed = false;  // its decoders unpack it, and can take part in an UnpackExchange

  uint64_t bytes() const {
    uint64_t sum = 0;
    for (const Extent& extent : extents) sum += extent.size;
    return sum;
  }
};

// Bytes for a decoder. `data` begins at file offset `offset` and stays valid until the decoder asks for more.
struct DecodeInput {
  Bytes data;
  uint64_t offset = 0;
  uint32_t extent = 0;  // index in StreamInfo::extents
  // `data` reaches the end of the extent: nothing more will come for it.
  bool extentEnd = false;
};

struct DecodeStep {
  size_t consumed = 0;  // bytes of `data` that are not needed any more
  // The batch is not full, and the rest of `data` is no whole record: more bytes are needed. At extentEnd the decoder
  // consumes everything instead, with a warning about what it can't use.
  bool needMore = false;
  // save() may be called now: a decoder that is restored from it continues at the first unconsumed byte.
  bool resumable = false;
};

// Decodes one stream. Can stop at any byte: it gets what has been read so far and returns how much it consumed.
class StreamDecoder {
 public:
  virtual ~StreamDecoder() = default;

  // Appends records to `out` until it is full or `input` is used up. Called again with the unconsumed bytes followed by
  // newer ones. Each call consumes something, appends something, or asks for more. Damage is a warning in the reader's
  // log, and decoding goes on where it can; it never fails.
  virtual DecodeStep decode(const DecodeInput& input, RecordBatch& out) = 0;

  // Appends the records that close the stream, after the last extent. Called until nothing is appended.
  virtual void finish(RecordBatch& out) { (void)out; }

  // save() writes the decoder's state, and may be called only if the last step was resumable. What it writes must not
  // depend on the order of the numbers of names and tracks, which other readers of the trace have in another one.
  // restore() reads all of it, on a fresh decoder of the same stream; it returns false if it is no such state.
  virtual void save(WireWriter& out) const = 0;
  virtual bool restore(WireReader& in) = 0;
  // As save(), for the checkpoint of a merge that this decoder is an input of: writes what the inputDecoder() of the
  // stream would write here, so that the bytes are the same whether or not the stream is decoded once for both.
  virtual void saveInput(WireWriter& out) const { save(out); }

  // Fills `row`, which the caller has cleared, with the text of a record of the last batch. Must be called before the
  // next decode().
  virtual void describe(const Record& record, EventRow& row) = 0;

  // Returns the name that describe() would give a record of the last batch, if it is known without making the text, so
  // that a search by name runs at the speed of decoding. kNoName if it is not.
  virtual NameId rowName(const Record& record) const {
    (void)record;
    return kNoName;
  }

  // What a record of the last batch begins or ends, besides the slices that decode() reports.
  virtual SpanMark spanOf(const Record& record) const {
    (void)record;
    return {};
  }

  // Sets the needle of mayMatch(). `wanted` must outlive the decoder, or stay valid until the next call.
  virtual void setNeedle(const WantedText& wanted) { (void)wanted; }
  // Returns false only if describe()'s text for a record of the last batch, the name aside, cannot contain the needle:
  // a search then need not make the text.
  virtual bool mayMatch(const Record& record) {
    (void)record;
    return true;
  }

  // For a record of the last batch that is not at offset Record::ref of its file: fills `out` with its place. Returns
  // false and does nothing if it is there.
  struct Place {
    uint64_t offset = 0;    // in the file: of the record or, if it was compressed, of its block
    bool unpacked = false;  // the record was in compressed data
    Bytes bytes;            // of the record; valid until the next decode()
  };
  virtual bool placeOf(const Record& record, Place& out) const {
    (void)record, (void)out;
    return false;
  }

  // Sets `out` to the stack of a record of the last batch, if it is a sample that has one. Returns false and does
  // nothing if it is none. TraceInfo::sampled has the events of which there are some.
  virtual bool sampleOf(const Record& record, SampledStack& out) {
    (void)record, (void)out;
    return false;
  }

  // Where the times of a trace are too coarse to tell which of two records of different streams was earlier, its file
  // may: of equal times, a merge takes the record with the lower number first. It is one of the last batch. By default
  // 0.
  virtual uint64_t orderOf(const Record& record) const {
    (void)record;
    return 0;
  }

  // Only for a packed stream: from now on, unpacks by `end`. The decoder is never restored afterwards.
  virtual void exchange(std::unique_ptr<UnpackEnd> end) { (void)end; }
};

// Records that need an order across streams: those of threads that move between CPUs, for example. The streams are
// merged by time, and their records passed to a StreamMerger one by one; the records that it makes are indexed like a
// stream.
struct MergeInfo {
  std::string name;              // "threads"
  std::vector<uint32_t> inputs;  // positions in TraceReader::streams(), each once
  // The merger can use the records of decoder(), apart from derived ones, and inputDecoder() can be restored from the
  // state that decoder() saves. A worker that indexes a stream and the merge then decodes the stream once for both.
  bool fromDecoder = false;
  // How many times less an input costs that is decoded only for the merge, compared with one that is indexed.
  uint32_t costDivisor = 1;
  // Its slices show the calls of the inputs' threads once more, on the CPUs that they ran on: statistics of calls leave
  // out the merge, statistics of scheduling leave out the inputs.
  bool duplicatesThreadCalls = false;
};

// Derives the records of further tracks from the records of several streams in time order.
class StreamMerger {
 public:
  // The most records that one call may append.
  static constexpr uint32_t kMaxPerRecord = 24;

  virtual ~StreamMerger() = default;

  // Takes the next record in time, of input number `input`. It is one of the last batch of `decoder`, which is the
  // input's TraceReader::inputDecoder() or decoder(), so that the merger may ask the decoder for more than the record
  // has. What is appended is derived: it does not count as a record of the trace.
  virtual void add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) = 0;

  // The input's next record will be `lost`, a Lost, and the merge has reached the input's last record before the loss:
  // from here on nothing is known about what the input records, whatever the other inputs report. Called once for each
  // Lost; add() follows when its time comes. What is appended counts as made from the Lost.
  virtual void losing(size_t input, const Record& lost, StreamDecoder& decoder, RecordBatch& out) {
    (void)input, (void)lost, (void)decoder, (void)out;
  }
  // All inputs have ended: appends what is known only then. Called until nothing is appended. These records are made
  // from none of the inputs'.
  virtual void finish(RecordBatch& out) { (void)out; }

  // From now on, tells each stack that was recorded with a switch (TraceReader::noteSwitchStacks()) or a waking, and
  // each waking by an interrupt in which requests of block devices had completed. Only a merger that began with the
  // first record tells all of them.
  virtual void watchSides(const SideWatch& watch) { (void)watch; }

  // As for StreamDecoder.
  virtual void save(WireWriter& out) const = 0;
  virtual bool restore(WireReader& in) = 0;

  // Adds to `row`, which has the text of the record from which `record` was made, what the merger knows beyond it.
  virtual void describe(const Record& record, EventRow& row) = 0;
};

class RecordDriver;
class TraceReader;
// Makes a driver from the reader's own decoders and mergers; see TraceReader::newDriver().
RecordDriver* newOwnDriver(TraceReader& reader, size_t unit);

// An opened trace. Used by one thread; another thread opens its own from the same FileSet, and gets the same streams.
class TraceReader {
 public:
  virtual ~TraceReader() = default;

  const TraceInfo& info() const { return info_; }
  const std::vector<StreamInfo>& streams() const { return streams_; }
  // These three grow while streams are decoded.
  NameTable& names() { return names_; }
  const NameTable& names() const { return names_; }
  TrackTable& tracks() { return tracks_; }
  WarningLog& warnings() { return warnings_; }

  // `traits` are those of the format; a reader that knows that its trace has less says so.
  virtual void setTraits(const FormatTraits& traits) { info_.traits = traits; }
  void setSiblings(std::vector<std::string> folders) { info_.siblings = std::move(folders); }

  // Called before anything is decoded: names system calls as on this machine, as in uname ("x86_64"), where the trace
  // has their numbers only and does not tell the machine. info() says so.
  virtual void assumeMachine(const std::string& machine) { (void)machine; }

  // Returns a new decoder, or null for a stream that does not exist. The reader must outlive it.
  virtual std::unique_ptr<StreamDecoder> decoder(size_t stream) = 0;

  const std::vector<MergeInfo>& merges() const { return merges_; }
  // Returns a new merger, or null for a merge that does not exist. The reader must outlive it.
  virtual std::unique_ptr<StreamMerger> merger(size_t merge) {
    (void)merge;
    return nullptr;
  }
  // Returns a new driver for a unit: a stream or, numbered after the streams, a merge. It uses decoder() and merger(),
  // except in a joined trace, whose parts make their own. Called by makeDriver() (record_driver.h), which takes
  // ownership.
  virtual RecordDriver* newDriver(size_t unit) { return newOwnDriver(*this, unit); }

  // What counts as a call in the tables of functions and stacks, as in the trace's own tool.
  enum class CallCounting : uint8_t {
    Slices,  // every slice, as it is drawn
    // Calls that have an end, under the end's name, and those that are open when the trace ends; not those that were
    // cut.
    Ends,
  };
  virtual CallCounting callCounting(TrackId track) const {
    (void)track;
    return CallCounting::Slices;
  }
  // Identifies the function of a call, so that calls within calls of the same function are recognised even if several
  // functions share a name. (Ends only.)
  virtual uint64_t callIdentity(const Record& record) const { return record.name; }

  // Returns a decoder for a stream whose records go to a merger only. It need not make derived records: mergers never
  // see them.
  virtual std::unique_ptr<StreamDecoder> inputDecoder(size_t stream) { return decoder(stream); }

  // Returns the times at which the switches of a stream's CPU may be missing, although the CPU recorded switches and no
  // record of the stream says that some were lost, in clock units; from INT64_MIN for the time before the first record,
  // to INT64_MAX for that after the last. nullopt if the rows of the stream tell what was recorded, as in most formats.
  virtual std::optional<std::vector<TimeRange>> missingSwitches(size_t stream) {
    (void)stream;
    return std::nullopt;
  }

  // Whether its decoders implement spanOf().
  virtual bool hasSpans() const { return false; }

  // Returns the system of records with this name, "sched" for example; empty if they have none, nullopt if it is not
  // the same for all of them.
  virtual std::optional<std::string_view> systemOf(NameId name) const {
    (void)name;
    return std::string_view();
  }

  // Whether slices of this name on a track are system calls. Known of what was decoded by the reader's mergers.
  virtual bool isSystemCall(TrackId track, NameId name) const {
    (void)track;
    return name < systemCalls_.size() && systemCalls_[name];
  }
  virtual bool hasSystemCalls() const { return !systemCalls_.empty(); }
  // For mergers: says that slices of this name are system calls.
  void noteSystemCall(NameId name) {
    if (name < systemCalls_.size() && systemCalls_[name]) return;
    if (name >= systemCalls_.size()) systemCalls_.resize(name + size_t{1});
    systemCalls_[name] = true;
  }

  // What the reader's mergers have found, and what those of other readers of the trace have: then it is as if this one
  // had decoded it. The numbers are those of names(). There is one for each trace that is joined.
  virtual std::vector<DecodedFacts> decoded() const {
    DecodedFacts facts;
    for (NameId name = 0; name < systemCalls_.size(); ++name)
      if (systemCalls_[name]) facts.systemCalls.push_back(name);
    facts.switchStacks = switchStacks_;
    return {facts};
  }
  virtual void noteDecoded(std::span<const DecodedFacts> facts) {
    if (facts.empty()) return;
    for (const NameId name : facts.front().systemCalls) noteSystemCall(name);
    switchStacks_ = switchStacks_ || facts.front().switchStacks;
  }
  // Translates numbers that the driver of a unit knows (SavedNumbers::own()) to those of names() and tracks(), and the
  // other way round. They are the same, except in joined traces.
  virtual NumberMap numbersOfTrace(size_t unit, const NumberMap& ofUnit) {
    (void)unit;
    return ofUnit;
  }
  virtual NumberMap numbersOfUnit(size_t unit, const NumberMap& ofTrace) {
    (void)unit;
    return ofTrace;
  }

  // Whether switches have stacks (StreamMerger::watchSides()). Known of what was decoded by the reader's mergers.
  virtual bool hasSwitchStacks() const { return switchStacks_; }
  // For mergers: says so.
  void noteSwitchStacks() { switchStacks_ = true; }

  // Appends where functions were written, of those that names() has: from number `from` on, some at a time. Returns the
  // number to go on with; 0: these were the last.
  virtual size_t writtenFunctions(size_t from, std::vector<WrittenFunction>& out) {
    (void)from, (void)out;
    return 0;
  }

  // Adds files that were dropped on the open trace: a program with names for what the trace only numbers, for example.
  // Appends to `renamed` the names that have changed; info() may have changed as well. Returns false if the files do
  // not belong to this trace.
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
  std::vector<bool> systemCalls_;  // by name
  bool switchStacks_ = false;
};

struct Probe {
  int confidence = 0;  // 0: not this format; 100: certain
  // If the confidence is 0, it may say why: a sentence for the user, without a full stop. It is shown if no format
  // takes the files.
  std::string reason;
};

// A format, as the registry lists it.
struct Format {
  std::string_view id;       // "uftrace"
  std::string_view accepts;  // what it opens, for the error about other files: "uftrace data directories"
  Probe (*probe)(const FileSet& files);
  Result<std::unique_ptr<TraceReader>> (*open)(const FileSet& files);
  bool singleFile = false;  // each file is a trace by itself; otherwise a folder is
  // Whether files of two drops, each of which the format can open, are one trace: those of a guest and of its host.
  // Null if they never are.
  bool (*belongTogether)(const FileSet& a, const FileSet& b) = nullptr;
  FormatTraits traits = {};  // given to each trace that it opens
};

// Opens files as a trace of the format.
inline Result<std::unique_ptr<TraceReader>> openAs(const Format& format, const FileSet& files) {
  Result<std::unique_ptr<TraceReader>> reader = format.open(files);
  if (reader) (*reader)->setTraits(format.traits);
  return reader;
}

}  // namespace tp
