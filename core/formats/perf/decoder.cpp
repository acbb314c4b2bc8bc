#include "core/formats/perf/decoder.h"

#include <algorithm>
#include <limits>

#include "core/formats/perf/process_records.h"
#include "core/kernel/cpu_limit.h"

namespace tp::perf {
namespace {

constexpr uint32_t kStat = 76, kStatRound = 77;
constexpr uint16_t kBpfLost = 1 << 15;
// A round that is longer is ended, so that what is held back stays bounded. Buffers of the kernel are smaller.
constexpr uint64_t kLongestRound = uint64_t{32} << 20;

}  // namespace

Decoder::Decoder(Shared& shared) : shared_(shared), number_(shared.takeContext(processes_)) {}

Decoder::~Decoder() {
  shared_.contexts[number_] = {};
}

// Whether the record is a row: those of perf itself describe the file.
bool Decoder::isListed(uint32_t type) const {
  return type < kFirstOfTool || type == kStat || type == kStatRound;
}

Bytes Decoder::recordAt(uint64_t offset) const {
  if (offset < input_.offset || offset - input_.offset + kHeaderSize > input_.data.size()) return {};
  const auto at = static_cast<size_t>(offset - input_.offset);
  const size_t size = readHeader(input_.data.data() + at, shared_.file.endian).size;
  return size < kHeaderSize || size > input_.data.size() - at ? Bytes() : input_.data.subspan(at, size);
}

void Decoder::tellOnce(bool& told, const char* expected, const char* found) {
  if (told) return;
  told = true;
  shared_.reader.warnings().add(shared_.path, kNoOffset, expected, found);
}

// Steps over what follows a record without being part of it. It may be larger than what can be held back, so everything
// before it is given out first.
void Decoder::skipBehind(const WalkedRecord& record, uint64_t begin) {
  if (record.behind == 0) return;
  const uint64_t here = begin + record.header.size;
  const uint64_t windowEnd = input_.offset + input_.data.size();
  scanned_ = record.behind > std::numeric_limits<int64_t>::max() - here ? std::numeric_limits<int64_t>::max()
                                                                        : here + record.behind;
  if (scanned_ > windowEnd) order_.endAll(scanned_);
}

// Adds records to the order until some can be given out. Returns false if more bytes are needed for that.
bool Decoder::scan(bool end) {
  const Endian endian = shared_.file.endian;
  const uint64_t windowEnd = input_.offset + input_.data.size();
  while (scanned_ < windowEnd) {
    RecordWalk walk(input_.data, endian, end, static_cast<size_t>(scanned_ - input_.offset));
    WalkedRecord record;
    bool again = false;
    while (!again && walk.next(record)) {
      const uint64_t begin = input_.offset + record.at;
      scanned_ = input_.offset + walk.position();
      if (record.bytes.empty()) {
        shared_.reader.warnings().add(shared_.path, begin - (scanned_ == windowEnd ? 0 : record.skipped), "a record",
                                      std::to_string(record.skipped) + " bytes that are none");
        continue;
      }
      const uint32_t type = record.header.type;
      if (isListed(type)) {
        const Time time = timeIn(record.bytes, record.header);
        order_.add(begin, time != 0, time);
      }
      if (type == kAuxTrace)
        tellOnce(toldAux_, "records of events",
                 "areas of hardware traces as well (Intel PT, for example), which are skipped");
      if (type == kCompressed || type == kCompressed2)
        tellOnce(toldPacked_, "records that are not compressed", "compressed ones, which can't be read in such a file");
      if (record.behind > 0) {
        skipBehind(record, begin);
        again = true;
      } else if (type == kFinishedRound || order_.roundBytes(scanned_) >= kLongestRound) {
        order_.endRound(scanned_);
      }
      if (order_.next() != nullptr) return true;
    }
    if (!again) break;
  }
  if (!end) return false;
  if (!scannedAll_) order_.endAll(std::max(scanned_, windowEnd));
  scannedAll_ = true;
  return order_.next() != nullptr;
}

DecodeStep Decoder::decode(const DecodeInput& input, RecordBatch& out) {
  input_ = input;
  if (!started_) {
    order_.start(input.offset);
    scanned_ = input.offset;
    started_ = true;
  }
  scanned_ = std::max(scanned_, input.offset);
  DecodeStep step;
  step.resumable = true;
  for (;;) {
    bool full = false;
    while (const RoundOrder::Entry* entry = order_.next()) {
      full = !out.hasRoom(kMaxMembers) || !emit(entry->offset, out);
      if (full) break;
      order_.take();
    }
    if (full) break;
    if (scan(input.extentEnd)) continue;
    step.needMore = !input.extentEnd;
    break;
  }
  const uint64_t done = order_.empty() ? scanned_ : order_.begin();
  step.consumed =
      static_cast<size_t>(std::min<uint64_t>(input.data.size(), done > input.offset ? done - input.offset : 0));
  return step;
}

// Returns 0 if the record has no time.
Time Decoder::timeIn(Bytes record, const RecordHeader& header) const {
  const Endian endian = shared_.file.endian;
  if (header.type == kStatRound) {
    Cursor cursor(record, endian);
    cursor.seek(kHeaderSize + 8);
    return clampTime(cursor.i64());
  }
  if (header.type >= kFirstOfTool) return 0;
  const size_t event = shared_.file.events.eventOf(record, header, endian);
  if (event == EventTable::kNone) return 0;
  return clampTime(static_cast<int64_t>(timeOf(record, header, shared_.file.events.at(event), endian)));
}

Decoder::Origin Decoder::originOf(Bytes record, const RecordHeader& header) const {
  const Endian endian = shared_.file.endian;
  Origin out;
  out.time = timeIn(record, header);
  out.timed = out.time != 0;
  if (header.type >= kFirstOfTool) return out;
  out.event = shared_.file.events.eventOf(record, header, endian);
  if (out.event == EventTable::kNone) return out;
  const EventAttr& attr = shared_.file.events.at(out.event);
  if (header.type == kSample) {
    Sample sample;
    if (!readSample(record, attr, endian, sample, nullptr)) {
      out.event = EventTable::kNone;
      return out;
    }
    out.pid = sample.pid;
    out.tid = sample.tid;
    if (attr.has(kBitCpu)) out.cpu = sample.cpu;
  } else {
    const Trailer trailer = readTrailer(record, attr, endian);
    out.pid = trailer.pid;
    out.tid = trailer.tid;
    if (trailer.present && attr.has(kBitCpu)) out.cpu = trailer.cpu;
  }
  if (out.cpu >= kernel::kMaxCpus) out.cpu = -1;
  return out;
}

// Returns the track of the thread's events; of the CPU's, if it is of no thread.
TrackId Decoder::trackOf(const Origin& origin) {
  if (origin.tid < 0 || (origin.tid == 0 && origin.cpu < 0)) return shared_.eventsOfCpu(origin.cpu);
  Known& known = tracks_[static_cast<size_t>(origin.tid) & (tracks_.size() - 1)];
  if (known.events != kNoTrack && known.tid == origin.tid && known.pid == origin.pid &&
      (origin.tid > 0 || known.cpu == origin.cpu))
    return known.events;
  const int64_t tid = origin.tid > 0 ? origin.tid : kernel::ThreadTracks::idleThread(static_cast<uint32_t>(origin.cpu));
  known = {origin.tid, origin.pid, origin.cpu, shared_.threads.of(tid).events};
  // Which of its records is met first depends on where decoding begins.
  if (tid > 0 && origin.pid > 0) shared_.threads.setKnownProcess(tid, origin.pid);
  return known.events;
}

// Takes in what the record says of threads, for their tracks.
void Decoder::nameThreads(Bytes record, const RecordHeader& header, const Origin& origin) {
  if (header.type != kComm && header.type != kFork && header.type != kExit) return;
  const Time at = origin.timed ? origin.time : std::numeric_limits<Time>::min();
  const TaskRecord task = readTask(record, header, shared_.file.events, shared_.file.endian);
  if (task.tid <= 0) return;
  if (header.type == kExit) {
    if (origin.timed) shared_.threads.addLife(task.tid, Lifetime::endedAt(origin.time));
    return;
  }
  shared_.threads.setKnownProcess(task.tid, task.pid);
  const NameId made = processes_.commOf(task.tid);
  shared_.threads.setName(task.tid, header.type == kComm ? task.comm : shared_.reader.names().view(made), at);
  if (header.type == kFork && origin.timed)
    shared_.threads.addLife(task.tid, Lifetime::madeAt(origin.time, Lifetime::Source::Fork, task.parentTid));
}

// Takes in what the records of all files of the folder say of processes up to then. Returns false if the batch has to
// be taken before.
bool Decoder::followHistory(const Origin& origin, RecordBatch& out) {
  for (; told_ < shared_.history.size(); ++told_) {
    const PastRecord& past = shared_.history[told_];
    if (past.time > (origin.timed ? origin.time : std::numeric_limits<Time>::min())) return true;
    if (out.count > 0) return false;
    applyToProcesses(past.bytes, readHeader(past.bytes.data(), shared_.file.endian), shared_.file,
                     shared_.reader.names(), processes_);
  }
  return true;
}

// Appends the records of an entry. Returns false and does nothing if the batch has to be taken before.
bool Decoder::emit(uint64_t offset, RecordBatch& out) {
  const Bytes bytes = recordAt(offset);
  if (bytes.empty()) return true;
  const RecordHeader header = readHeader(bytes.data(), shared_.file.endian);
  // Records are described by what is known of processes then.
  if (changesProcesses(header.type) && out.count > 0) return false;
  Origin origin = originOf(bytes, header);
  if (shared_.history.empty()) {
    applyToProcesses(bytes, header, shared_.file, shared_.reader.names(), processes_);
  } else if (!followHistory(origin, out)) {
    return false;
  }
  nameThreads(bytes, header, origin);
  if (processes_.full()) tellOnce(toldFull_, "as many processes as a machine has", "more: some have no names");
  if (shared_.timeless) {
    origin.time = static_cast<Time>(emitted_);
  } else if (!origin.timed) {
    origin.time = latest_ == kNotWoken ? shared_.firstTime : latest_;
  }
  latest_ = std::max(latest_, origin.time);
  ++emitted_;
  // Records that perf made are of no thread; they say themselves which one they tell of.
  if (!origin.timed && !shared_.timeless && header.type != kSample) origin.pid = origin.tid = -1;
  Record record;
  record.time = origin.time;
  record.ref = offset;
  record.size = header.size;
  record.kind = RecordKind::Instant;
  if (header.type == kSample) {
    addSample(record, bytes, header, origin, out);
    return true;
  }
  record.track = trackOf(origin);
  record.name = shared_.reader.names().intern(recordName(header.type));
  if (header.type == kLost) {
    Cursor cursor(bytes, shared_.file.endian);
    cursor.seek(kHeaderSize + 8);
    record.kind = RecordKind::Lost;
    record.name = kNoName;
    record.value = std::max<int64_t>(0, cursor.i64());
  } else if (!origin.timed || header.type >= kFirstOfTool) {
    record.kind = RecordKind::Event;
  }
  if (header.type == kLostSamples && (header.misc & kBpfLost) == 0) {
    Cursor cursor(bytes, shared_.file.endian);
    cursor.seek(kHeaderSize);
    if (const uint64_t lost = cursor.u64(); lost > 0)
      shared_.reader.warnings().add(shared_.path, offset, "all samples of an event",
                                    std::to_string(lost) + " lost ones");
  }
  out.push() = record;
  return true;
}

void Decoder::addSample(Record& record, Bytes bytes, const RecordHeader& header, const Origin& origin,
                        RecordBatch& out) {
  (void)header;
  record.track = trackOf(origin);
  if (origin.event == EventTable::kNone) {
    tellOnce(toldUnknown_, "samples of the events that the file names", "others, whose fields are not known");
    record.kind = RecordKind::Event;
    record.name = shared_.reader.names().intern("unknown event");
    out.push() = record;
    return;
  }
  const EventAttr& attr = shared_.file.events.at(origin.event);
  Sample sample;
  group_.clear();
  readSample(bytes, attr, shared_.file.endian, sample, &group_);
  record.name = shared_.eventNames[origin.event];
  record.value = static_cast<int64_t>(std::min<uint64_t>(sample.period, std::numeric_limits<int64_t>::max()));
  if (group_.empty()) {
    out.push() = record;
  } else {
    addMembers(record, out);
  }
}

// The sample of a leader stands for one of each event of its group whose count has grown since the one before.
// Source: tools/perf/util/session.c (deliver_sample_group()) of Linux 6.1.
void Decoder::addMembers(const Record& leader, RecordBatch& out) {
  if (group_.size() > kMaxMembers) group_.resize(kMaxMembers);
  for (const GroupValue& value : group_) {
    const size_t event = shared_.file.events.byId(value.id);
    if (event == EventTable::kNone) continue;
    const uint64_t grown = value.value - reached_[value.id];
    reached_[value.id] = value.value;
    if (grown == 0) continue;
    Record& record = out.push();
    record = leader;
    record.name = shared_.eventNames[event];
    record.value = static_cast<int64_t>(std::min<uint64_t>(grown, std::numeric_limits<int64_t>::max()));
  }
}

void Decoder::finish(RecordBatch& out) {
  (void)out;  // nothing is open
}

template <class Self, class Wire>
void Decoder::layout(Self& self, Wire& wire) {
  wire(self.order_, self.emitted_, self.latest_, self.reached_, self.told_);
}

void Decoder::save(WireWriter& out) const {
  layout(*this, out);
  processes_.save(out);
}

bool Decoder::restore(WireReader& in) {
  layout(*this, in);
  const bool good = processes_.restore(in);
  scanned_ = order_.begin();
  started_ = true;
  scannedAll_ = false;
  return good && !in.failed();
}

void Decoder::describe(const Record& record, EventRow& row) {
  row.time = record.time;
  if (record.kind == RecordKind::Lost) row.setLost(record.value);
  const Bytes bytes = recordAt(record.ref);
  if (bytes.empty()) return;
  const RecordHeader header = readHeader(bytes.data(), shared_.file.endian);
  Origin origin = originOf(bytes, header);
  if (origin.cpu >= 0) {
    row.cpu = static_cast<int32_t>(origin.cpu);
    row.present |= EventRow::kCpu;
  }
  shared_.contexts[number_].period.reset();
  if (header.type == kSample) {
    if (origin.event != EventTable::kNone) describeSample(record, bytes, header, origin.event, row);
  } else {
    if (record.kind != RecordKind::Lost) {
      row.kind = "record";
      row.name = shared_.reader.names().view(record.name);
    }
    auto& schema = shared_.recordSchemas[header.type];
    if (!schema) schema = std::make_unique<RecordSchema>(shared_, header.type);
    row.setFields(*schema, {bytes, number_, record.time});
    // Records that perf made are of the thread that they tell of.
    if (!origin.timed && bytes.size() >= kHeaderSize + 16 && changesProcesses(header.type)) {
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
  const Origin origin = originOf(bytes, header);
  out.type = header.type;
  out.misc = header.misc;
  out.timed = origin.timed;
  out.cpu = origin.cpu;
  out.pid = origin.pid;
  out.tid = origin.tid;
  if (header.type == kSwitchCpuWide && bytes.size() >= kHeaderSize + 8)
    out.otherTid = static_cast<int32_t>(loadUnchecked<uint32_t>(bytes.data() + kHeaderSize + 4, endian));
  if (header.type != kSample || origin.event == EventTable::kNone) return out;
  const EventAttr& attr = shared_.file.events.at(origin.event);
  out.tracepoint = shared_.tracepoints.of(attr);
  if (out.tracepoint == nullptr) return out;
  Sample sample;
  readSample(bytes, attr, endian, sample, nullptr);
  out.raw = sample.raw;
  return out;
}

bool Decoder::hasCallchain(const Record& record) const {
  const Bytes bytes = recordAt(record.ref);
  if (bytes.empty()) return false;
  const Endian endian = shared_.file.endian;
  const size_t event = shared_.file.events.eventOf(bytes, readHeader(bytes.data(), endian), endian);
  return event != EventTable::kNone && shared_.file.events.at(event).has(kBitCallchain);
}

bool Decoder::sampleOf(const Record& record, SampledStack& out) {
  if (record.kind != RecordKind::Instant) return false;
  const Bytes bytes = recordAt(record.ref);
  if (bytes.empty()) return false;
  const Endian endian = shared_.file.endian;
  const RecordHeader header = readHeader(bytes.data(), endian);
  if (header.type != kSample) return false;
  const size_t event = shared_.file.events.eventOf(bytes, header, endian);
  Sample sample;
  if (event == EventTable::kNone || !readSample(bytes, shared_.file.events.at(event), endian, sample, nullptr))
    return false;
  frames_.clear();
  for (const Frame& frame : framesOf(sample, shared_.file.events.at(event), header.misc, endian))
    frames_.push_back(shared_.symbols.nameOf(processes_, sample.pid, frame));
  std::reverse(frames_.begin(), frames_.end());
  // The track of events lies below that of its thread.
  const TrackTable& tracks = shared_.reader.tracks();
  const TrackId parent = tracks[record.track].parent;
  const bool known = parent != kNoTrack && tracks[parent].key.kind == TrackKind::Thread;
  out = {known ? parent : kNoTrack, record.name, record.value, frames_};
  return true;
}

void Decoder::describeSample(const Record& record, Bytes bytes, const RecordHeader& header, size_t event,
                             EventRow& row) {
  (void)header;
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
