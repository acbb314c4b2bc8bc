// The kinds of samples that a perf.data has: what its attributes say of the layout of records.
// Source: include/uapi/linux/perf_event.h of the kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/io/cursor.h"

namespace tp::perf {

// The types of records. Those below kFirstOfTool are of the kernel, the others of perf itself.
enum RecordType : uint32_t {
  kMmap = 1,
  kLost = 2,
  kComm = 3,
  kExit = 4,
  kThrottle = 5,
  kUnthrottle = 6,
  kFork = 7,
  kRead = 8,
  kSample = 9,
  kMmap2 = 10,
  kAux = 11,
  kItraceStart = 12,
  kLostSamples = 13,
  kSwitch = 14,
  kSwitchCpuWide = 15,
  kNamespaces = 16,
  kKsymbol = 17,
  kBpfEvent = 18,
  kCgroup = 19,
  kTextPoke = 20,
  kFirstOfTool = 64,
  kHeaderAttr = 64,
  kTracingData = 66,
  kBuildId = 67,
  kFinishedRound = 68,
  kIdIndex = 69,
  kAuxTrace = 71,
  kEventUpdate = 78,
  kFeature = 80,
  kCompressed = 81,
  kFinishedInit = 82,
  kCompressed2 = 83,
};

// Bits of a sample's type, in the order in which their fields lie in the record where that is another one.
enum SampleBit : uint64_t {
  kBitIp = 1u << 0,
  kBitTid = 1u << 1,
  kBitTime = 1u << 2,
  kBitAddr = 1u << 3,
  kBitRead = 1u << 4,
  kBitCallchain = 1u << 5,
  kBitId = 1u << 6,
  kBitCpu = 1u << 7,
  kBitPeriod = 1u << 8,
  kBitStreamId = 1u << 9,
  kBitRaw = 1u << 10,
  kBitBranches = 1u << 11,
  kBitUserRegs = 1u << 12,
  kBitUserStack = 1u << 13,
  kBitWeight = 1u << 14,
  kBitDataSource = 1u << 15,
  kBitIdentifier = 1u << 16,
  kBitTransaction = 1u << 17,
  kBitIntrRegs = 1u << 18,
  kBitPhysAddr = 1u << 19,
  kBitAux = 1u << 20,
  kBitCgroup = 1u << 21,
  kBitDataPageSize = 1u << 22,
  kBitCodePageSize = 1u << 23,
  kBitWeightStruct = 1u << 24,
};

inline constexpr size_t kHeaderSize = 8;

struct RecordHeader {
  uint32_t type = 0;
  uint16_t misc = 0;
  uint16_t size = 0;  // of the record with its header, in bytes
};
// `at` must have kHeaderSize bytes.
inline RecordHeader readHeader(const std::byte* at, Endian endian) {
  return {loadUnchecked<uint32_t>(at, endian), loadUnchecked<uint16_t>(at + 4, endian),
          loadUnchecked<uint16_t>(at + 6, endian)};
}

// Where the fields that most samples have begin in a record, in bytes; 0: samples do not have them.
struct SamplePlaces {
  uint16_t ip = 0, tid = 0, time = 0, addr = 0, id = 0, cpu = 0, period = 0;
  uint16_t end = 0;  // of these fields
  // Samples have nothing else but a callchain and bytes of a tracepoint behind them. If not, only what lies before the
  // period is where the fields above say.
  bool plain = false;
  // The same for the fields that end other records, counted from behind; 0 as above.
  uint16_t tidBehind = 0, timeBehind = 0, cpuBehind = 0, behind = 0;
};
SamplePlaces placesOf(uint64_t sampleType);

// One event that was sampled.
struct EventAttr {
  static constexpr uint32_t kTracepoint = 2;

  uint32_t type = 0;
  uint32_t size = 0;  // of the attribute in the file, in bytes
  uint64_t config = 0;
  uint64_t period = 0;  // between two samples; 0 if a frequency was asked for
  uint64_t frequency = 0;
  uint64_t sampleType = 0;  // SampleBits
  SamplePlaces places;      // of the same
  uint64_t readFormat = 0;
  uint64_t branchType = 0;
  uint64_t userRegs = 0, intrRegs = 0;
  int32_t clock = -1;  // as for clock_gettime(); -1: perf's own
  bool sampleIdAll = false;
  bool switches = false;
  std::string name;
  std::vector<uint64_t> ids;

  bool has(uint64_t bit) const { return (sampleType & bit) != 0; }
  // Whether what it counts is time in nanoseconds.
  bool countsTime() const { return type == 1 && config <= 1; }
  // Whether its samples have the counts of all events of its group.
  bool readsGroup() const { return has(kBitRead) && (readFormat & 8) != 0; }
  bool isTracepoint() const { return type == kTracepoint; }
};

// Reads an attribute; fields that the file does not have are zero. nullopt if there are too few bytes for any.
std::optional<EventAttr> readAttr(Bytes bytes, Endian endian);

// The events of one file, and which of them a record is of.
class EventTable {
 public:
  // Returns its position.
  size_t add(EventAttr attr);
  // Names the event with this id, or all events of an attribute by its position.
  void setNameById(uint64_t id, std::string_view name);
  void setName(size_t position, std::string_view name);
  void addId(size_t position, uint64_t id);
  // Gives a name to those that have none, and makes names different of events that would share one.
  void settleNames();

  size_t size() const { return attrs_.size(); }
  const EventAttr& at(size_t position) const { return attrs_[position]; }

  static constexpr size_t kNone = ~size_t{0};
  // Returns the position of the event that a whole record of the kernel is of; kNone if its id is not known.
  size_t eventOf(Bytes record, const RecordHeader& header, Endian endian) const;
  // Returns kNone if there is none.
  size_t byId(uint64_t id) const;

 private:
  // Ids are given out one after the other as a rule, so that most are found by their distance from the first.
  static constexpr uint64_t kNearIds = 1 << 14;

  bool noteId(uint64_t id, size_t position);
  void placeIds(const EventAttr& first);

  std::vector<EventAttr> attrs_;
  std::unordered_map<uint64_t, size_t> ids_;
  uint64_t firstId_ = 0;
  std::vector<size_t> near_;  // by id - firstId_; kNone: it is not known
  // Of all events: where the id lies; 0: records have none.
  size_t idInSample_ = 0, idBehind_ = 0;
};

}  // namespace tp::perf
