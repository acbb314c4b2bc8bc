// Decodes a task's records in <tid>.dat. Damage is warned of and loses the records that it touches, up to the next one
// that its neighbours confirm. If only a time is damaged, only that time is replaced.
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
  // `shared` and `task` outlive the decoder.
  RecordDecoder(Shared& shared, const Task& task);

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  void finish(RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void describe(const Record& record, EventRow& row) override;
  NameId rowName(const Record& record) const override;
  void setNeedle(const WantedText& wanted) override;
  bool mayMatch(const Record& record) override;

 private:
  struct State {
    // Time of the last record; before the first one, the start of the first program of all, or kNoTime if that is not
    // known.
    Time time = kNoTime;
    uint32_t depth = 0;  // Depth of the next entry.
    // `depth` is known: a call has been seen since the beginning or the last loss.
    uint8_t started = 0;
    uint8_t skipping = 0;         // An unknown length of arguments has been warned of.
    uint8_t offCpu = 0;           // 1 or 2 if an off-CPU slice (waiting, pre-empted) is open at offDepth.
    uint8_t any = 0;              // There has been a record of a call.
    uint8_t ended = 0;            // finish() has appended the record that marks the end of the thread.
    uint8_t timed = 0;            // `time` is that of a record.
    uint8_t astray = 0;           // The next bytes need not be the beginning of a record.
    uint8_t losing = 0;           // Records were lost after the one at `time`.
    uint8_t switchesMissing = 0;  // Switches of the thread contradict each other, because others are missing.
    uint32_t offDepth = 0;
    uint32_t nextSwitch = 0;  // Position in the switches of the task's log.
    uint64_t astrayFrom = 0;  // File offset at which the bytes that form no record began.
    // A bit for each depth at which a call is open whose entry had a damaged time; the last for all deeper ones, too.
    uint64_t undated = 0;

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.time, self.depth, self.started, self.skipping, self.offCpu, self.any, self.ended, self.timed);
      wire(self.astray, self.losing, self.switchesMissing, self.offDepth, self.nextSwitch, self.astrayFrom,
           self.undated);
    }
  };

  void enterSession(Time time);
  void lose(uint64_t offset, RecordBatch& out);
  size_t sessionAt(Time time) const;
  const FunctionCache::Entry& lookup(uint64_t address, Time time);
  size_t decodeCalls(const DecodeInput& input, size_t at, RecordBatch& out);
  uint32_t trueDepth(RawRecord& raw) const;
  void warn(uint64_t offset, std::string expected, std::string found);
  TimedRecord recordAt(Bytes data, size_t at) const { return {data.data() + at, shared_.endian}; }
  struct Search {
    size_t from;                // Position in the input's bytes.
    Time time;                  // Time of the record before.
    bool leaps;                 // The record that is found may have a time far from that.
    uint32_t depth = kNoDepth;  // How many calls are open before the record that is found, if that is known.
    static constexpr uint32_t kNoDepth = ~uint32_t{0};
  };
  bool plausible(const DecodeInput& input, size_t at, const Search& search);
  size_t nextPlausible(const DecodeInput& input, const Search& search, size_t until);
  bool skipDamage(const DecodeInput& input, size_t& at);
  size_t askAfter(const DecodeInput& input, size_t at, Time time, bool any, std::array<Time, kAsked>& after,
                  bool& enough) const;
  bool settleTime(const DecodeInput& input, size_t at, Time& time, bool& replaced);
  bool goesOn(const DecodeInput& input, size_t at, Time time) const;
  bool claimedPayload(Bytes rest, TimedRecord record, uint32_t& size, bool& whole);
  bool holdsRecords(const DecodeInput& input, size_t begin, size_t end, Time time);
  bool payload(const DecodeInput& input, size_t at, TimedRecord record, uint32_t& size);
  bool addSwitches(Time until, RecordBatch& out);
  void endAtExec(Time until, RecordBatch& out);
  void noteMissingSwitch(Record& record);
  void addSwitch(const Switch& one, RecordBatch& out);
  Time lastCall() const;
  bool mayLeave(Time time) const;
  bool mayArrive() const;
  void addEnd(RecordBatch& out);
  void drawNotRecorded(Time begin, Time end, uint32_t depth, RecordBatch& out) const;
  void addCall(RawType type, uint32_t depth, bool undated, Record& record, RecordBatch& out);
  void addEvent(RawRecord raw, Bytes payload, Record& record, RecordBatch& out);
  Time nextSwitchTime() const;
  void describeCall(const Record& record, RawRecord raw, Bytes payload, EventRow& row);

  Shared& shared_;
  const Task& task_;
  const TaskLog* log_;
  TaskCounters counters_;
  TrackId events_ = kNoTrack;
  NameId offCpuNames_[2];  // Waiting, pre-empted.
  NameId notRecorded_;
  NameId ended_;  // The name of the record with which the thread ends.
  State state_;
  Time switchAt_;  // Equals nextSwitchTime().
  size_t session_ = 0;
  Time sessionEnd_ = INT64_MIN;  // The results of lookup() hold until this time.
  FunctionCache cache_;
  DecodeInput last_;       // Input of the last decode(), for describe().
  uint64_t told_ = 0;      // Damage before this file offset has been warned of. A record may be decoded twice.
  bool taskHolds_ = true;  // The needle may be found in the task's name or number, which every row contains.
};

}  // namespace tp::uftrace
