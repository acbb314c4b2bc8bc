// Decodes a task's records: <tid>.dat.
// Source: uftrace's documentation of the data format (data file), and its struct of 16 bytes: time, then from bit 0 on
// type (2 bits), more (1), magic (3), depth (10), address (48).
#pragma once

#include <array>

#include "core/formats/uftrace/events.h"
#include "core/formats/uftrace/functions.h"
#include "core/index/format.h"

namespace tp::uftrace {

enum class RawType : uint8_t { Entry, Exit, Lost, Event };

struct RawRecord {
  uint64_t word = 0;
  static constexpr uint32_t kSize = 16;

  RawType type() const { return static_cast<RawType>(word & 3); }
  bool more() const { return (word & 4) != 0; }
  bool valid() const { return (word >> 3 & 7) == 5; }
  uint32_t depth() const { return word >> 6 & 1023; }
  uint64_t address() const { return word >> 16; }
};

// What the decoders of all tasks share; outlives them.
struct Shared {
  const FileSet& files;
  Functions& functions;
  const Events& events;
  TraceReader& reader;
  Endian endian;
  bool is64;
  Time firstCall = INT64_MIN;  // of all tasks, where known
};

struct Task {
  int64_t tid = 0;
  int64_t pid = 0;
  std::string comm;
  TrackId thread = kNoTrack;
  std::vector<SessionRef> sessions;
  size_t file = 0;
};

class RecordDecoder final : public StreamDecoder {
 public:
  // Both outlive the decoder.
  RecordDecoder(Shared& shared, const Task& task);

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  std::vector<std::byte> save() const override;
  bool restore(Bytes state) override;
  void describe(const Record& record, EventRow& row) override;

 private:
  struct State {
    Time time = 0;       // of the last record
    uint32_t depth = 0;  // of the next entry
    uint8_t started = 0;
    uint8_t skipping = 0;  // what can't be decoded has been warned of
  };
  static constexpr size_t kCacheSlots = 4096;
  struct Cached {
    uint64_t address = ~uint64_t{0};
    FunctionId function = 0;
    NameId name = kNoName;
  };

  void enterSession(Time time);
  size_t sessionAt(Time time) const;
  const Cached& lookup(uint64_t address);
  uint32_t trueDepth(RawRecord& raw) const;
  bool plausible(Bytes data, size_t at, uint64_t previousDepth) const;
  size_t resync(const DecodeInput& input, size_t from);
  bool payload(const DecodeInput& input, size_t at, RawRecord raw, uint32_t& size, bool& enough);
  TrackId eventsTrack();

  Shared& shared_;
  const Task& task_;
  TrackId events_ = kNoTrack;
  State state_;
  size_t session_ = 0;
  Time sessionEnd_ = INT64_MIN;  // lookup() holds until then
  std::array<Cached, kCacheSlots> cache_;
  DecodeInput last_;  // for describe()
  char address_[24] = {};
};

}  // namespace tp::uftrace
