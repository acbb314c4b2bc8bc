// Decodes a task's records: <tid>.dat. What is damaged costs the records that it touches and those up to the next one
// that is borne out by its neighbours, and is warned of; a damaged time costs the time alone.
#pragma once

#include <array>

#include "core/formats/uftrace/counters.h"
#include "core/formats/uftrace/function_cache.h"
#include "core/formats/uftrace/raw_record.h"
#include "core/formats/uftrace/shared.h"
#include "core/formats/uftrace/time_order.h"

namespace tp::uftrace {

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
  void setNeedle(const WantedText& wanted) override;
  bool mayMatch(const Record& record) override;

 private:
  struct State {
    Time time = kNoTime;  // of the last record; before the first, what it is not before, where that is known
    uint32_t depth = 0;   // of the next entry
    uint8_t started = 0;
    uint8_t skipping = 0;  // what can't be decoded has been warned of
    uint8_t offCpu = 0;    // a slice of the scheduler is open, at offDepth
    uint8_t any = 0;       // there has been a record of a call
    uint8_t ended = 0;     // finish() has said how far the trace reaches
    uint8_t timed = 0;     // `time` is that of a record
    uint8_t astray = 0;    // the next bytes need not be a record's
    uint8_t losing = 0;    // records were lost since that at `time`
    uint32_t offDepth = 0;
    uint32_t nextSwitch = 0;  // of the task's log
    uint64_t astrayFrom = 0;  // where what is no record began
  };

  void enterSession(Time time);
  void cut(uint64_t offset, RecordBatch& out);
  size_t sessionAt(Time time) const;
  const FunctionCache::Entry& lookup(uint64_t address, Time time);
  size_t decodeCalls(const DecodeInput& input, size_t at, RecordBatch& out);
  uint32_t trueDepth(RawRecord& raw) const;
  void warn(uint64_t offset, std::string expected, std::string found);
  TimedRecord recordAt(Bytes data, size_t at) const { return {data.data() + at, shared_.endian}; }
  struct Search {
    size_t from;  // of the input's bytes
    Time time;    // of the record before
    bool leaps;   // what is found may be far from that
  };
  bool plausible(const DecodeInput& input, size_t at, const Search& search);
  size_t nextPlausible(const DecodeInput& input, const Search& search, size_t until);
  bool skipDamage(const DecodeInput& input, size_t& at);
  size_t askAfter(const DecodeInput& input, size_t at, Time time, std::array<Time, kAsked>& after, bool& enough) const;
  bool settleTime(const DecodeInput& input, size_t at, Time& time);
  bool goesOn(const DecodeInput& input, size_t at, Time time) const;
  bool claimedPayload(Bytes rest, TimedRecord record, uint32_t& size, bool& whole);
  bool payload(const DecodeInput& input, size_t at, TimedRecord record, uint32_t& size);
  bool addSwitches(Time until, RecordBatch& out);
  void addSwitch(const Switch& one, RecordBatch& out);
  void drawNotRecorded(Time begin, Time end, uint32_t depth, RecordBatch& out) const;
  void addEvent(RawRecord raw, Bytes payload, Record& record, RecordBatch& out);
  Time nextSwitchTime() const;
  void describeCall(const Record& record, RawRecord raw, Bytes payload, EventRow& row);

  Shared& shared_;
  const Task& task_;
  const TaskLog* log_;
  TaskCounters counters_;
  TrackId events_ = kNoTrack;
  NameId offCpuNames_[2];  // waiting, pre-empted
  NameId notRecorded_;
  State state_;
  Time switchAt_;  // nextSwitchTime()
  size_t session_ = 0;
  Time sessionEnd_ = INT64_MIN;  // lookup() holds until then
  FunctionCache cache_;
  DecodeInput last_;       // for describe()
  uint64_t told_ = 0;      // what lies before this offset has been warned of: a record may be looked at twice
  bool taskHolds_ = true;  // the text that is looked for, in what every record tells of the task
};

}  // namespace tp::uftrace
