#include "core/formats/perf/events.h"

#include <algorithm>
#include <bit>
#include <set>

#include "core/text/number_text.h"

namespace tp::perf {
namespace {

// The first version of the structure.
constexpr size_t kLeastAttr = 64;

// Bit fields begin at the other end of the word on machines of the other byte order.
bool flagOf(uint64_t flags, unsigned bit, Endian endian) {
  return (flags >> (endian == Endian::Little ? bit : 63 - bit) & 1) != 0;
}

std::string builtinName(const EventAttr& attr) {
  static constexpr std::string_view kHardware[] = {
      "cycles",        "instructions", "cache-references",        "cache-misses",           "branches",
      "branch-misses", "bus-cycles",   "stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles"};
  static constexpr std::string_view kSoftware[] = {
      "cpu-clock",        "task-clock",   "page-faults",  "context-switches",
      "cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
      "emulation-faults", "dummy",        "bpf-output",   "cgroup-switches"};
  if (attr.type == 0 && attr.config < std::size(kHardware)) return std::string(kHardware[attr.config]);
  if (attr.type == 1 && attr.config < std::size(kSoftware)) return std::string(kSoftware[attr.config]);
  if (attr.isTracepoint()) return "tracepoint " + std::to_string(attr.config);
  return "event " + std::to_string(attr.type) + ":0x" + hexText(attr.config);
}

}  // namespace

SamplePlaces placesOf(uint64_t type) {
  SamplePlaces out;
  uint16_t at = kHeaderSize;
  const auto place = [&](uint64_t bit) {
    if ((type & bit) == 0) return uint16_t{0};
    at = static_cast<uint16_t>(at + 8);
    return static_cast<uint16_t>(at - 8);
  };
  const uint16_t identifier = place(kBitIdentifier);
  out.ip = place(kBitIp);
  out.tid = place(kBitTid);
  out.time = place(kBitTime);
  out.addr = place(kBitAddr);
  out.id = place(kBitId);
  if (out.id == 0) out.id = identifier;
  place(kBitStreamId);
  out.cpu = place(kBitCpu);
  out.period = place(kBitPeriod);
  out.end = at;
  constexpr uint64_t kPlain = kBitIdentifier | kBitIp | kBitTid | kBitTime | kBitAddr | kBitId | kBitStreamId |
                              kBitCpu | kBitPeriod | kBitCallchain | kBitRaw;
  out.plain = (type & ~kPlain) == 0;
  uint16_t behind = 0;
  const auto placeBehind = [&](uint64_t bit) {
    if ((type & bit) == 0) return uint16_t{0};
    return behind = static_cast<uint16_t>(behind + 8);
  };
  placeBehind(kBitIdentifier);
  out.cpuBehind = placeBehind(kBitCpu);
  placeBehind(kBitStreamId);
  placeBehind(kBitId);
  out.timeBehind = placeBehind(kBitTime);
  out.tidBehind = placeBehind(kBitTid);
  out.behind = behind;
  return out;
}

std::optional<EventAttr> readAttr(Bytes bytes, Endian endian) {
  if (bytes.size() < kLeastAttr) return std::nullopt;
  const auto word = [&](size_t at) {
    return bytes.size() >= at + 8 ? loadUnchecked<uint64_t>(bytes.data() + at, endian) : uint64_t{0};
  };
  const auto half = [&](size_t at) {
    return bytes.size() >= at + 4 ? loadUnchecked<uint32_t>(bytes.data() + at, endian) : uint32_t{0};
  };
  EventAttr attr;
  attr.type = half(0);
  attr.size = half(4);
  attr.config = word(8);
  const uint64_t flags = word(40);
  const bool byFrequency = flagOf(flags, 10, endian);
  (byFrequency ? attr.frequency : attr.period) = word(16);
  attr.sampleType = word(24);
  attr.places = placesOf(attr.sampleType);
  attr.readFormat = word(32);
  attr.sampleIdAll = flagOf(flags, 18, endian);
  attr.switches = flagOf(flags, 26, endian);
  attr.branchType = word(72);
  attr.userRegs = word(80);
  if (flagOf(flags, 25, endian)) attr.clock = static_cast<int32_t>(half(92));
  attr.intrRegs = word(96);
  return attr;
}

size_t EventTable::add(EventAttr attr) {
  const size_t position = attrs_.size();
  for (const uint64_t id : attr.ids) noteId(id, position);
  if (attrs_.empty()) placeIds(attr);
  attrs_.push_back(std::move(attr));
  return position;
}

void EventTable::setNameById(uint64_t id, std::string_view name) {
  if (const size_t position = byId(id); position != kNone) attrs_[position].name = name;
}

void EventTable::setName(size_t position, std::string_view name) {
  if (position < attrs_.size()) attrs_[position].name = name;
}

void EventTable::addId(size_t position, uint64_t id) {
  if (position < attrs_.size() && noteId(id, position)) attrs_[position].ids.push_back(id);
}

// Returns false if the id is that of an event already.
bool EventTable::noteId(uint64_t id, size_t position) {
  if (!ids_.emplace(id, position).second) return false;
  if (ids_.size() == 1) firstId_ = id;
  const uint64_t distance = id - firstId_;
  if (distance >= kNearIds) return true;
  if (near_.size() <= distance) near_.resize(static_cast<size_t>(distance) + 1, kNone);
  near_[static_cast<size_t>(distance)] = position;
  return true;
}

// All events of a file have the id at the same place, if they have one.
void EventTable::placeIds(const EventAttr& first) {
  if (!first.has(kBitIdentifier | kBitId)) return;
  idInSample_ = first.has(kBitIdentifier) ? kHeaderSize : first.places.id;
  if (!first.sampleIdAll) return;
  idBehind_ = 8;
  if (!first.has(kBitIdentifier)) idBehind_ += (first.has(kBitStreamId) ? 8 : 0) + (first.has(kBitCpu) ? 8 : 0);
}

void EventTable::settleNames() {
  std::set<std::string> taken;
  for (EventAttr& attr : attrs_) {
    if (attr.name.empty()) attr.name = builtinName(attr);
    const std::string name = attr.name;
    for (size_t i = 2; !taken.insert(attr.name).second; ++i) attr.name = name + " (" + std::to_string(i) + ")";
  }
}

size_t EventTable::byId(uint64_t id) const {
  if (const uint64_t distance = id - firstId_; distance < near_.size()) return near_[static_cast<size_t>(distance)];
  const auto found = ids_.find(id);
  return found != ids_.end() ? found->second : kNone;
}

size_t EventTable::eventOf(Bytes record, const RecordHeader& header, Endian endian) const {
  if (attrs_.size() < 2) return attrs_.empty() ? kNone : 0;
  const bool sample = header.type == kSample;
  if (sample ? idInSample_ == 0 : idBehind_ == 0) return 0;
  if (record.size() < (sample ? idInSample_ + 8 : idBehind_)) return kNone;
  const size_t at = sample ? idInSample_ : record.size() - idBehind_;
  const auto id = loadUnchecked<uint64_t>(record.data() + at, endian);
  // Records that perf made itself have no id.
  if (id == 0 && !sample) return 0;
  return byId(id);
}

}  // namespace tp::perf
