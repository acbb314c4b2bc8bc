// Decodes a task's records: <tid>.dat.
// Source: uftrace's documentation of the data format (data file), and its struct of 16 bytes: time, then from bit 0 on
// type (2 bits), more (1), magic (3), depth (10), address (48).
#pragma once

#include <array>

#include "core/formats/uftrace/counters.h"
#include "core/formats/uftrace/shared.h"

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

  // A word of our own for what comes from elsewhere: an event, and a number in place of the depth.
  static uint64_t makeEvent(uint64_t id, uint32_t number) { return 3 | 5 << 3 | (number & 1023) << 6 | id << 16; }
};

class RecordDecoder final : public StreamDecoder {
 public:
  // Both outlive the decoder.
  RecordDecoder(Shared& shared, const Task& task);

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  void finish(RecordBatch& out) override;
  std::vector<std::byte> save() const override;
  bool restore(Bytes state) override;
  void describe(const Record& record, EventRow& row) override;
  NameId rowName(const Record& record) const override;
  void lookFor(const WantedText& wanted) override;
  bool mayHold(const Record& record) override;

 private:
  struct State {
    Time time = 0;       // of the last record
    uint32_t depth = 0;  // of the next entry
    uint8_t started = 0;
    uint8_t skipping = 0;  // what can't be decoded has been warned of
    uint8_t offCpu = 0;    // a slice of the scheduler is open, at offDepth
    uint8_t any = 0;       // there has been a record of a call
    uint8_t ended = 0;     // finish() has said how far the trace reaches
    uint32_t offDepth = 0;
    uint32_t nextSwitch = 0;  // of the task's log
  };
  static constexpr int kCacheBits = 11;
  struct Cached {
    uint64_t address = ~uint64_t{0};
    FunctionId function = 0;
    NameId name = kNoName;
  };
  using Pair = std::array<Cached, 2>;  // the newer one first

  void enterSession(Time time);
  size_t sessionAt(Time time) const;
  Pair& pairOf(uint64_t address) { return cache_[(address * 0x9e3779b97f4a7c15u) >> (64 - kCacheBits)]; }
  const Cached& lookup(uint64_t address);
  size_t decodeCalls(const DecodeInput& input, size_t at, RecordBatch& out);
  uint32_t trueDepth(RawRecord& raw) const;
  bool plausible(Bytes data, size_t at, uint64_t previousDepth) const;
  size_t resync(const DecodeInput& input, size_t from);
  bool payload(const DecodeInput& input, size_t at, RawRecord raw, uint32_t& size, bool& enough);
  bool addSwitches(Time until, RecordBatch& out);
  void addSwitch(const Switch& one, RecordBatch& out);
  void addEvent(RawRecord raw, Bytes payload, Record& record, RecordBatch& out);
  Time nextSwitchTime() const;
  void describeCall(const Record& record, RawRecord raw, Bytes payload, EventRow& row);

  Shared& shared_;
  const Task& task_;
  const TaskLog* log_;
  TaskCounters counters_;
  TrackId events_ = kNoTrack;
  NameId offCpuNames_[2];  // waiting, pre-empted
  State state_;
  Time switchAt_;  // nextSwitchTime()
  size_t session_ = 0;
  Time sessionEnd_ = INT64_MIN;  // lookup() holds until then
  std::array<Pair, size_t{1} << kCacheBits> cache_;
  DecodeInput last_;       // for describe()
  bool taskHolds_ = true;  // the text that is looked for, in what every record tells of the task
};

}  // namespace tp::uftrace
