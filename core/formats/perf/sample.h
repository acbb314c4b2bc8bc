// The fields of a sample, and those that end the other records of the kernel.
// Source: include/uapi/linux/perf_event.h of the kernel (PERF_RECORD_SAMPLE, struct sample_id).
#pragma once

#include <cstdint>
#include <vector>

#include "core/formats/perf/events.h"

namespace tp::perf {

// What a counter had reached, of one event of a group.
struct GroupValue {
  uint64_t value = 0;
  uint64_t id = 0;
};

// What most samples have. A value is meaningful if EventAttr::sampleType has its bit. Spans view the record.
struct SampleHead {
  uint64_t ip = 0;
  int32_t pid = -1;
  int32_t tid = -1;
  uint64_t time = 0;
  uint64_t addr = 0;
  uint64_t id = 0;
  uint32_t cpu = 0;
  uint64_t period = 0;  // of the sample; if it does not say it, of its event; 0: not known
  Bytes chain;          // of addresses of 8 bytes, the innermost first, with markers
  Bytes raw;
};

struct Sample : SampleHead {
  uint64_t branches = 0;     // how many
  uint64_t userRegsAbi = 0;  // 0: none
  uint64_t stackSize = 0;    // of the copy of the stack, in bytes
  uint64_t weight = 0;
  uint64_t dataSource = 0;
  uint64_t transaction = 0;
  uint64_t physAddr = 0;
  uint64_t cgroup = 0;
  uint64_t dataPageSize = 0, codePageSize = 0;  // in bytes
  uint64_t auxSize = 0;                         // in bytes
};

// Reads a whole record of the type kSample. `group`, if given, gets the values of an event that leads a group. Returns
// false if the fields do not fit into the record.
bool readSample(Bytes record, const EventAttr& attr, Endian endian, Sample& out, std::vector<GroupValue>* group);

// Reads what most samples have: as readSample(), but faster where samples have nothing else.
bool readSampleHead(Bytes record, const EventAttr& attr, Endian endian, SampleHead& out);

// Addresses from here on say how to read those behind them (PERF_CONTEXT_MAX).
inline constexpr uint64_t kFirstMarker = ~uint64_t{0} - 4094;
inline constexpr bool isMarker(uint64_t address) {
  return address >= kFirstMarker;
}
inline constexpr uint64_t kMarkerHypervisor = ~uint64_t{0} - 31;
inline constexpr uint64_t kMarkerKernel = ~uint64_t{0} - 127;
inline constexpr uint64_t kMarkerUser = ~uint64_t{0} - 511;
inline constexpr uint64_t kMarkerDeferred = ~uint64_t{0} - 639;

// The fields at the end of records that are no samples, if EventAttr::sampleIdAll is set.
struct Trailer {
  bool present = false;
  int32_t pid = -1;
  int32_t tid = -1;
  uint64_t time = 0;
  uint32_t cpu = 0;
  size_t size = 0;  // in bytes
};
Trailer readTrailer(Bytes record, const EventAttr& attr, Endian endian);

// Returns the id of the thread that a whole record of the kernel was made by; -1 if it does not tell.
int32_t tidOf(Bytes record, const RecordHeader& header, const EventAttr& attr, Endian endian);

// Returns the time of a whole record of the kernel; 0 if it has none.
uint64_t timeOf(Bytes record, const RecordHeader& header, const EventAttr& attr, Endian endian);

}  // namespace tp::perf
