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
// So many records before one is given out, its bytes are fetched from memory: they lie in another order.
constexpr size_t kAhead = 8;
// The tag of a record whose event is not known, or has a greater number.
constexpr uint16_t kNoTag = 0xffff;

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

void Decoder::prefetch(const RoundOrder::Entry* entry) const {
  if (entry == nullptr || entry->offset < input_.offset || entry->offset - input_.offset >= input_.data.size()) return;
  const std::byte* at = input_.data.data() + (entry->offset - input_.offset);
  __builtin_prefetch(at);
  __builtin_prefetch(at + 64);
}

// Addresses may have other functions from now on.
void Decoder::forgetNames() {
  stacks_.clear();
  named_.clear();
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
        const size_t event = eventOf(record.bytes, record.header);
        const Time time = timeIn(record.bytes, record.header, event);
        order_.add(begin, time != 0, time, static_cast<uint16_t>(std::min<size_t>(event, kNoTag)));
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
      prefetch(order_.ahead(kAhead));
      full = !out.hasRoom(kMaxMembers) || !emit(*entry, out);
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
Time Decoder::timeIn(Bytes record, const RecordHeader& header, size_t event) const {
  const Endian endian = shared_.file.endian;
  if (header.type == kStatRound) {
    Cursor cursor(record, endian);
    cursor.seek(kHeaderSize + 8);
    return clampTime(cursor.i64());
  }
  if (event == EventTable::kNone) return 0;
  return clampTime(static_cast<int64_t>(timeOf(record, header, shared_.file.events.at(event), endian)));
}

// Reads all of `out` but its time.
void Decoder::readOrigin(Bytes record, const RecordHeader& header, size_t event, Origin& out) const {
  const Endian endian = shared_.file.endian;
  out.event = event;
  if (event == EventTable::kNone) return;
  const EventAttr& attr = shared_.file.events.at(event);
  if (header.type == kSample) {
    if (!readSampleHead(record, attr, endian, out.sample)) {
      out.event = EventTable::kNone;
      return;
    }
    out.pid = out.sample.pid;
    out.tid = out.sample.tid;
    if (attr.has(kBitCpu)) out.cpu = out.sample.cpu;
  } else {
    const Trailer trailer = readTrailer(record, attr, endian);
    out.pid = trailer.pid;
    out.tid = trailer.tid;
    if (trailer.present && attr.has(kBitCpu)) out.cpu = trailer.cpu;
  }
  if (out.cpu >= kernel::kMaxCpus) out.cpu = -1;
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
  // Without times, the later record wins: what a thread is called when it has begun another program, after the name
  // that it has from the one that made it.
  const Time at = origin.timed ? origin.time : std::numeric_limits<Time>::min() + static_cast<Time>(emitted_);
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
    forgetNames();
  }
  return true;
}

// Appends the records of an entry. Returns false and does nothing if the batch has to be taken before.
bool Decoder::emit(const RoundOrder::Entry& entry, RecordBatch& out) {
  const Bytes bytes = recordAt(entry.offset);
  if (bytes.empty()) return true;
  const RecordHeader header = readHeader(bytes.data(), shared_.file.endian);
  const bool changes = changesProcesses(header.type);
  // Records are described by what is known of processes then.
  if (changes && out.count > 0) return false;
  const size_t event = entry.tag == kNoTag ? eventOf(bytes, header) : entry.tag;
  Origin origin;
  origin.time = entry.timed ? entry.time : timeIn(bytes, header, event);
  origin.timed = origin.time != 0;
  readOrigin(bytes, header, event, origin);
  if (shared_.history.empty()) {
    if (changes) {
      applyToProcesses(bytes, header, shared_.file, shared_.reader.names(), processes_);
      forgetNames();
    }
  } else if (!followHistory(origin, out)) {
    return false;
  }
  if (header.type != kSample) nameThreads(bytes, header, origin);
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
  record.ref = entry.offset;
  record.size = header.size;
  record.kind = RecordKind::Instant;
  if (header.type == kSample) {
    addSample(record, bytes, origin, out);
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
    const std::string of = event < shared_.file.events.size() ? shared_.file.events.at(event).name : "an event";
    if (const uint64_t lost = cursor.u64(); lost > 0)
      shared_.reader.warnings().add(shared_.path, entry.offset, "all samples of " + of,
                                    std::to_string(lost) +
                                        " that were lost, as the kernel counted them by the end of the recording: "
                                        "those that LOST records tell are among them");
  }
  out.push() = record;
  return true;
}

void Decoder::addSample(Record& record, Bytes bytes, const Origin& origin, RecordBatch& out) {
  record.track = trackOf(origin);
  if (origin.event == EventTable::kNone) {
    tellOnce(toldUnknown_, "samples of the events that the file names", "others, whose fields are not known");
    record.kind = RecordKind::Event;
    record.name = shared_.reader.names().intern("unknown event");
    out.push() = record;
    return;
  }
  const EventAttr& attr = shared_.file.events.at(origin.event);
  record.name = shared_.eventNames[origin.event];
  record.value = static_cast<int64_t>(std::min<uint64_t>(origin.sample.period, std::numeric_limits<int64_t>::max()));
  group_.clear();
  if (attr.readsGroup()) {
    Sample sample;
    readSample(bytes, attr, shared_.file.endian, sample, &group_);
  }
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
  forgetNames();
  scanned_ = order_.begin();
  started_ = true;
  scannedAll_ = false;
  return good && !in.failed();
}

}  // namespace tp::perf
