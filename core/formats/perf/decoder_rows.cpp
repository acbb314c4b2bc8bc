// What is told of single records: rows of the event table, stacks of samples, and what the merger asks for.
#include <algorithm>

#include "core/formats/perf/decoder.h"

namespace tp::perf {

void Decoder::describe(const Record& record, EventRow& row) {
  row.time = record.time;
  if (record.kind == RecordKind::Lost) row.setLost(record.value);
  const Bytes bytes = recordAt(record.ref);
  if (bytes.empty()) return;
  const RecordHeader header = readHeader(bytes.data(), shared_.file.endian);
  const size_t event = eventOf(bytes, header);
  Origin origin;
  readOrigin(bytes, header, event, origin);
  if (origin.cpu >= 0) {
    row.cpu = static_cast<int32_t>(origin.cpu);
    row.present |= EventRow::kCpu;
  }
  shared_.contexts[number_].period.reset();
  if (header.type == kSample) {
    if (origin.event != EventTable::kNone) describeSample(record, bytes, origin.event, row);
  } else {
    if (record.kind != RecordKind::Lost) {
      row.kind = "record";
      row.name = shared_.reader.names().view(record.name);
    }
    auto& schema = shared_.recordSchemas[header.type];
    if (!schema) schema = std::make_unique<RecordSchema>(shared_, header.type);
    row.setFields(*schema, {bytes, number_, record.time});
    // Records that perf made are of the thread that they tell of.
    if (timeIn(bytes, header, event) == 0 && bytes.size() >= kHeaderSize + 16 && changesProcesses(header.type)) {
      Cursor cursor(bytes, shared_.file.endian);
      cursor.skip(kHeaderSize);
      origin.pid = cursor.i32();
      origin.tid = cursor.i32();
      if (header.type == kFork) origin.tid = cursor.i32();
    }
  }
  if (origin.tid == -1 && origin.pid == -1) return;
  row.pid = origin.pid;
  row.tid = origin.tid;
  row.present |= EventRow::kPid | EventRow::kTid;
  const NameId comm = processes_.commOf(origin.tid);
  row.comm = comm != kNoName ? shared_.reader.names().view(comm) : origin.tid == 0 ? "swapper" : "";
}

SeenRecord Decoder::seen(const Record& record) const {
  SeenRecord out;
  const Bytes bytes = recordAt(record.ref);
  if (bytes.empty()) return out;
  const Endian endian = shared_.file.endian;
  const RecordHeader header = readHeader(bytes.data(), endian);
  const size_t event = eventOf(bytes, header);
  Origin origin;
  readOrigin(bytes, header, event, origin);
  out.type = header.type;
  out.misc = header.misc;
  out.timed = timeIn(bytes, header, event) != 0;
  out.cpu = origin.cpu;
  out.pid = origin.pid;
  out.tid = origin.tid;
  if (header.type == kSwitchCpuWide && bytes.size() >= kHeaderSize + 8)
    out.otherTid = static_cast<int32_t>(loadUnchecked<uint32_t>(bytes.data() + kHeaderSize + 4, endian));
  if (header.type == kExit || header.type == kFork)
    out.otherTid = readTask(bytes, header, shared_.file.events, endian).tid;
  if (header.type != kSample || origin.event == EventTable::kNone) return out;
  out.tracepoint = shared_.tracepointOf[origin.event];
  if (out.tracepoint != nullptr) out.raw = origin.sample.raw;
  return out;
}

bool Decoder::hasCallchain(const Record& record) const {
  const Bytes bytes = recordAt(record.ref);
  if (bytes.empty()) return false;
  const Endian endian = shared_.file.endian;
  const size_t event = shared_.file.events.eventOf(bytes, readHeader(bytes.data(), endian), endian);
  return event != EventTable::kNone && shared_.file.events.at(event).has(kBitCallchain);
}

// Most addresses are met again soon.
NameId Decoder::frameName(int32_t pid, const Frame& frame) {
  constexpr size_t kLatest = size_t{1} << 12;
  if (named_.empty()) named_.resize(kLatest);
  const uint64_t mixed = (frame.address ^ static_cast<uint32_t>(pid)) * uint64_t{0x9e3779b97f4a7c15};
  KnownFrame& known = named_[static_cast<size_t>(mixed >> 40) & (kLatest - 1)];
  if (known.name == kNoName || known.address != frame.address || known.pid != pid || known.kernel != frame.kernel)
    known = {frame.address, pid, frame.kernel, shared_.symbols.nameOf(processes_, pid, frame)};
  return known.name;
}

bool Decoder::sampleOf(const Record& record, SampledStack& out) {
  if (record.kind != RecordKind::Instant) return false;
  const Bytes bytes = recordAt(record.ref);
  if (bytes.empty()) return false;
  const Endian endian = shared_.file.endian;
  const RecordHeader header = readHeader(bytes.data(), endian);
  if (header.type != kSample) return false;
  const size_t event = eventOf(bytes, header);
  SampleHead sample;
  if (event == EventTable::kNone || !readSampleHead(bytes, shared_.file.events.at(event), endian, sample)) return false;
  // No address is that of a marker: it stands for none.
  const uint64_t ip = shared_.file.events.at(event).has(kBitIp) ? sample.ip : kMarkerUser;
  const StackCache::Key key{sample.chain, ip, sample.pid, inKernel(header.misc)};
  std::span<const NameId> frames;
  if (!stacks_.find(key, frames)) {
    frames_.clear();
    eachFrame(sample, shared_.file.events.at(event), header.misc, endian,
              [&](const Frame& frame) { frames_.push_back(frameName(sample.pid, frame)); });
    std::reverse(frames_.begin(), frames_.end());
    stacks_.put(key, frames_);
    frames = frames_;
  }
  // The track of events lies below that of its thread.
  const TrackTable& tracks = shared_.reader.tracks();
  const TrackId parent = tracks[record.track].parent;
  const bool known = parent != kNoTrack && tracks[parent].key.kind == TrackKind::Thread;
  out = {known ? parent : kNoTrack, record.name, record.value, frames};
  return true;
}

void Decoder::describeSample(const Record& record, Bytes bytes, size_t event, EventRow& row) {
  const EventAttr& attr = shared_.file.events.at(event);
  row.kind = attr.isTracepoint() ? "event" : "sample";
  row.name = shared_.reader.names().view(record.name);
  // Of a group, the record may stand for another event than its leader.
  if (record.name != shared_.eventNames[event] || attr.has(kBitRead))
    shared_.contexts[number_].period = static_cast<uint64_t>(record.value);
  const RowBytes of{bytes, number_, record.time};
  const SampleSchema& schema = *shared_.sampleSchemas[event];
  row.setFields(schema, of);
  if (const tracecmd::Event* tracepoint = shared_.tracepoints.of(attr); tracepoint != nullptr && tracepoint->syscall) {
    Sample sample;
    readSample(bytes, attr, shared_.file.endian, sample, nullptr);
    const Endian endian = shared_.tracepoints.endian();
    row.syscall = shared_.syscalls.of(kernel::fieldNumber(*tracepoint->syscall, sample.raw, endian));
    shared_.tracepoints.schema(*tracepoint).addArguments(sample.raw, row.values);
  }
  if (!row.detailed || !attr.has(kBitCallchain)) return;
  std::string stack;
  schema.appendStack(of, "\n", stack);
  if (!stack.empty()) row.notes.push_back({"stack", std::move(stack)});
}

}  // namespace tp::perf
