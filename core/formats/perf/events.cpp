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
  for (const uint64_t id : attr.ids) ids_.emplace(id, position);
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
  if (position < attrs_.size() && ids_.emplace(id, position).second) attrs_[position].ids.push_back(id);
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
  const auto found = ids_.find(id);
  return found != ids_.end() ? found->second : kNone;
}

// All events of a file have the id at the same place, if they have one.
size_t EventTable::eventOf(Bytes record, const RecordHeader& header, Endian endian) const {
  if (attrs_.empty()) return kNone;
  if (attrs_.size() == 1) return 0;
  const EventAttr& first = attrs_.front();
  size_t at = 0;
  if (header.type == kSample) {
    if (!first.has(kBitIdentifier | kBitId)) return 0;
    const uint64_t before = first.has(kBitIdentifier) ? 0 : first.sampleType & (kBitIp | kBitTid | kBitTime | kBitAddr);
    at = kHeaderSize + 8 * static_cast<size_t>(std::popcount(before));
  } else {
    if (!first.sampleIdAll || !first.has(kBitIdentifier | kBitId)) return 0;
    size_t behind = 8;
    if (!first.has(kBitIdentifier)) behind += (first.has(kBitStreamId) ? 8 : 0) + (first.has(kBitCpu) ? 8 : 0);
    if (behind > record.size()) return kNone;
    at = record.size() - behind;
  }
  if (record.size() < at + 8) return kNone;
  const uint64_t id = loadUnchecked<uint64_t>(record.data() + at, endian);
  // Records that perf made itself have no id.
  if (id == 0 && header.type != kSample) return 0;
  return byId(id);
}

}  // namespace tp::perf
