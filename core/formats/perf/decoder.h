// Decodes the records of a perf.data, in the order of time.
#pragma once

#include <array>
#include <limits>
#include <map>
#include <vector>

#include "core/formats/perf/round_order.h"
#include "core/formats/perf/shared.h"
#include "core/formats/perf/stack_cache.h"
#include "core/formats/perf/walk.h"

namespace tp::perf {

// What a record says, for the merger.
struct SeenRecord {
  uint32_t type = 0;
  uint16_t misc = 0;
  bool timed = false;
  int64_t cpu = -1;                             // -1: not known
  int32_t pid = -1, tid = -1;                   // -1: not known
  const tracecmd::Event* tracepoint = nullptr;  // of a sample; null: it is none, or is not described
  Bytes raw;                                    // its record
  // Of kSwitchCpuWide: the thread that comes, or that has gone; of kExit and kFork: the thread that ends, or is new.
  int32_t otherTid = -1;
};

class Decoder final : public StreamDecoder {
 public:
  // `shared` outlives this object.
  explicit Decoder(Shared& shared);
  ~Decoder() override;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  void finish(RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void describe(const Record& record, EventRow& row) override;
  bool sampleOf(const Record& record, SampledStack& out) override;
  // Of a record of the last batch.
  SeenRecord seen(const Record& record) const;
  bool hasCallchain(const Record& record) const;
  // Whether records up to now say what the thread is called: it is one of those that are recorded.
  bool isRecorded(int64_t tid) const {
    return tid > 0 && tid <= std::numeric_limits<int32_t>::max() &&
           processes_.commOf(static_cast<int32_t>(tid)) != kNoName;
  }
  NameId rowName(const Record& record) const override { return record.name; }

 private:
  // What a record says of itself, whatever its type.
  struct Origin {
    size_t event = EventTable::kNone;  // kNone: not known, or the record is damaged
    bool timed = false;
    Time time = 0;
    int32_t pid = -1, tid = -1;
    int64_t cpu = -1;   // -1: not known
    SampleHead sample;  // of a sample
  };
  // The function at an address, where the decoder stands.
  struct KnownFrame {
    uint64_t address = 0;
    int32_t pid = -1;
    bool kernel = false;
    NameId name = kNoName;
  };
  // A record of one entry may stand for so many samples.
  static constexpr uint32_t kMaxMembers = 128;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire);

  bool scan(bool end);
  void skipBehind(const WalkedRecord& record, uint64_t begin);
  bool isListed(uint32_t type) const;
  Bytes recordAt(uint64_t offset) const;
  size_t eventOf(Bytes record, const RecordHeader& header) const {
    return header.type < kFirstOfTool ? shared_.file.events.eventOf(record, header, shared_.file.endian)
                                      : EventTable::kNone;
  }
  Time timeIn(Bytes record, const RecordHeader& header, size_t event) const;
  void readOrigin(Bytes record, const RecordHeader& header, size_t event, Origin& out) const;
  bool emit(const RoundOrder::Entry& entry, RecordBatch& out);
  NameId frameName(int32_t pid, const Frame& frame);
  void forgetNames();
  void prefetch(const RoundOrder::Entry* entry) const;
  bool followHistory(const Origin& origin, RecordBatch& out);
  void nameThreads(Bytes record, const RecordHeader& header, const Origin& origin);
  void addSample(Record& record, Bytes bytes, const Origin& origin, RecordBatch& out);
  void addMembers(const Record& leader, RecordBatch& out);
  TrackId trackOf(const Origin& origin);
  void tellOnce(bool& told, const char* expected, const char* found);
  void describeSample(const Record& record, Bytes bytes, size_t event, EventRow& row);

  Shared& shared_;
  const size_t number_;  // in Shared::contexts
  RoundOrder order_;
  bool started_ = false;
  uint64_t scanned_ = 0;  // up to this offset in the file, records were added to order_
  bool scannedAll_ = false;
  DecodeInput input_;
  Processes processes_;
  uint64_t told_ = 0;     // of Shared::history, what processes_ knows
  uint64_t emitted_ = 0;  // records, which number them if they have no times
  Time latest_ = kNotWoken;
  std::map<uint64_t, uint64_t> reached_;  // by id of an event in a group: its count at the sample before
  std::vector<GroupValue> group_;         // of the current sample
  struct Known {
    int32_t tid = -1, pid = -1;
    int64_t cpu = -1;
    TrackId events = kNoTrack;
  };
  std::array<Known, 256> tracks_{};  // of the latest threads, by id
  std::vector<NameId> frames_;       // of the last sampleOf()
  StackCache stacks_;
  std::vector<KnownFrame> named_;  // of the latest addresses, by what hashes them
  bool toldUnknown_ = false, toldAux_ = false, toldPacked_ = false, toldFull_ = false;
};

}  // namespace tp::perf
