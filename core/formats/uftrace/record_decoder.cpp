#include "core/formats/uftrace/record_decoder.h"

#include <algorithm>
#include <utility>

#include "core/formats/uftrace/arg_text.h"
#include "core/io/wire.h"
#include "core/trace/not_recorded.h"
#include "core/trace/off_cpu.h"
#include "core/trace/thread_state.h"

namespace tp::uftrace {
namespace {

// A record, the counters from it, the slice for what was not recorded before it, the end of a program's calls, and that
// of a call whose duration is not known.
constexpr uint32_t kMaxPerRecord = 4 + TaskCounters::kMax;

// Returns the bit of State::undated for calls at a depth.
constexpr uint32_t kLastBit = 63;
uint64_t bitOf(uint32_t depth) {
  return uint64_t{1} << std::min(depth, kLastBit);
}

// Returns a name for switches of a task; kNoName if it has none, so that names tell whether a trace has any.
NameId switchName(Shared& shared, const TaskLog* log, std::string_view name) {
  return log != nullptr && !log->switches.empty() ? shared.reader.names().intern(name) : kNoName;
}

}  // namespace

RecordDecoder::RecordDecoder(Shared& shared, const Task& task)
    : shared_(shared),
      task_(task),
      log_(shared.logs.find(task.tid)),
      counters_(shared, task),
      offCpuNames_{switchName(shared, log_, kOffCpuSlice), switchName(shared, log_, kOffCpuPreemptedSlice)},
      notRecorded_(shared.reader.names().intern(kNotRecordedSlice)),
      ended_(shared.reader.names().intern(threadStateName(ThreadState::Dead))),
      switchAt_(nextSwitchTime()) {
  // No task has records from before the first program of all. It may have some from before its own first program: those
  // of the program that it was forked from.
  if (shared_.firstProgram != INT64_MIN) state_.time = shared_.firstProgram;
  if (log_ == nullptr || log_->names.empty()) return;
  const auto& [at, name] = log_->names.back();
  shared_.reader.tracks().setName(task_.thread, name, {Knowledge::By::Record, at});
}

void RecordDecoder::enterSession(Time time) {
  session_ = sessionAt(time);
  sessionEnd_ = shared_.functions.nextChange(session_, time);
  for (const SessionRef& ref : task_.sessions)
    if (ref.from > time) sessionEnd_ = std::min(sessionEnd_, ref.from);
  cache_.clear();
}

size_t RecordDecoder::sessionAt(Time time) const {
  size_t session = ~size_t{0};
  for (const SessionRef& ref : task_.sessions)
    if (ref.from <= time) session = ref.session;
  return session;
}

const FunctionCache::Entry& RecordDecoder::lookup(uint64_t address, Time time) {
  for (const FunctionCache::Entry& entry : cache_.places().of(address))
    if (entry.address == address) return entry;
  FunctionId function = shared_.functions.find(session_, time, address);
  return cache_.put({address, function, shared_.functions[function].name});
}

// If the recorder was allowed stacks deeper than 1024 calls, the 10 bits of the depth overflow into the address. Then
// the record's depth equals the low bits of the decoder's own count, and the address is too large by the high bits.
// Returns the depth and corrects the address.
uint32_t RecordDecoder::trueDepth(RawRecord& raw) const {
  uint32_t expected = raw.type() == RawType::Exit && state_.depth > 0 ? state_.depth - 1 : state_.depth;
  if (expected < 1024 || (expected & 1023) != raw.depth()) return raw.depth();
  raw.word -= uint64_t{expected >> 10} << 16;
  return std::min<uint32_t>(expected, 0xffff);
}

void RecordDecoder::warn(uint64_t offset, std::string expected, std::string found) {
  if (offset < told_) return;
  told_ = offset + 1;
  shared_.reader.warnings().add(shared_.files.files()[task_.file].path, offset, std::move(expected), std::move(found));
}

// Appends a slice "not recorded", at the depth below the calls that were open, from the last record before the loss to
// the first after it.
void RecordDecoder::drawNotRecorded(Time begin, Time end, uint32_t depth, RecordBatch& out) const {
  if (begin >= end) return;
  Record& record = out.push();
  record = Record{};
  record.time = end;
  record.setBegun(begin);
  record.name = notRecorded_;
  record.track = task_.thread;
  record.depth = static_cast<uint16_t>(std::min<uint32_t>(depth, 0xffff));
  record.kind = RecordKind::Slice;
  record.flags = kUnlisted | kNotMerged;
  record.setGap();
}

// `undated`: the time of the record is not known. A call that began or ended with such a one has no duration: what ends
// it is then not its exit, which is listed only, but a cut.
void RecordDecoder::addCall(RawType type, uint32_t depth, bool undated, Record& record, RecordBatch& out) {
  const bool entry = type == RawType::Entry;
  record.track = task_.thread;
  record.depth = static_cast<uint16_t>(depth);
  record.kind = entry ? RecordKind::Begin : RecordKind::End;
  state_.depth = depth + (entry ? 1 : 0);
  state_.any = 1;
  state_.offCpu = 0;
  const uint64_t bit = bitOf(depth);
  const bool begunUndated = !entry && (state_.undated & bit) != 0;
  if (depth < kLastBit) state_.undated &= bit - 1;  // calls at this depth and below have ended
  if (entry) {
    if (undated) state_.undated |= bit;
    return;
  }
  if (!undated && !begunUndated) return;
  record.kind = RecordKind::Event;
  Record& cut = out.push();
  cut = record;
  cut.kind = RecordKind::Cut;
  cut.flags = kDerived;
  if (begunUndated) cut.setLacksBegin();
}

void RecordDecoder::addEvent(RawRecord raw, Bytes payload, Record& record, RecordBatch& out) {
  if (events_ == kNoTrack) events_ = eventsTrack(shared_.reader, task_);
  record.name = shared_.reader.names().intern(shared_.events.name(raw.address()));
  record.track = events_;
  record.depth = 0;
  record.kind = RecordKind::Instant;
  if (payload.size() < 2) return;
  uint16_t size = loadUnchecked<uint16_t>(payload.data(), shared_.endian);
  counters_.add(raw.address(), payload.subspan(2, std::min<size_t>(size, payload.size() - 2)), record.time, session_,
                out);
}

void RecordDecoder::finish(RecordBatch& out) {
  if (state_.ended != 0 || !addSwitches(INT64_MAX, out) || !out.hasRoom(3)) return;
  state_.ended = 1;
  endAtExec(INT64_MAX, out);
  addEnd(out);
  if (state_.depth == 0 && state_.offCpu == 0) return;
  // A call without an end lasts until the thread ended, or until the scheduling records end if the thread's end is not
  // among them; without scheduling records, or if some of the thread's are missing and its end may be among these,
  // until the thread's last record. `uftrace report` takes the end of the trace.
  Record& record = out.push();
  record = Record{};
  record.time = state_.time;
  if (log_ != nullptr && log_->exit != INT64_MIN)
    record.time = std::max(record.time, log_->exit);
  else if (log_ != nullptr && state_.switchesMissing == 0)
    record.time = std::max(record.time, shared_.logs.end());
  else if (log_ != nullptr && !log_->switches.empty())
    record.time = std::max(record.time, log_->switches.back().time);
  record.track = task_.thread;
  record.flags = kUnlisted;
}

// A fast path for the most frequent records: entries and exits of functions in the cache, without arguments and with no
// scheduler record between them. Returns the position of the first record that is none of these.
size_t RecordDecoder::decodeCalls(const DecodeInput& input, size_t at, RecordBatch& out) {
  constexpr uint64_t kNotCall = 1u << 1 | 1u << 2 | 7u << 3;
  constexpr uint64_t kCall = 5u << 3;
  if (shared_.endian != Endian::Little || state_.started == 0 || state_.astray != 0 || state_.undated != 0 ||
      state_.depth >= 1024)
    return at;
  const Time until = std::min(clampTime(sessionEnd_), switchAt_);
  const std::byte* data = input.data.data();
  size_t calls = std::min<size_t>((input.data.size() - at) / RawRecord::kSize, RecordBatch::kCapacity - out.count);
  Record* record = out.records.data() + out.count;
  const TrackId track = task_.thread;
  const FunctionCache::Places places = cache_.places();
  State state = state_;
  for (; calls > 0; --calls, at += RawRecord::kSize, ++record) {
    fetchAhead(data + at);
    auto time = static_cast<int64_t>(loadUnchecked<uint64_t>(data + at, Endian::Little));
    RawRecord raw{loadUnchecked<uint64_t>(data + at + 8, Endian::Little)};
    const FunctionCache::Pair& pair = places.of(raw.address());
    const FunctionCache::Entry& slot = pair[pair[0].address != raw.address()];
    // Leave times that go back or leap to the slow path.
    bool ordered = static_cast<uint64_t>(time) - static_cast<uint64_t>(state.time) <= uint64_t{kStep};
    if ((raw.word & kNotCall) != kCall || !ordered || time >= until || slot.address != raw.address() ||
        state.depth >= 1024)
      break;
    uint32_t exits = raw.word & 1;
    record->time = time;
    record->ref = input.offset + at;
    record->value = static_cast<int64_t>(raw.word);
    record->name = slot.name;
    record->track = track;
    record->depth = static_cast<uint16_t>(raw.depth());
    record->kind = static_cast<RecordKind>(exits);
    record->flags = 0;
    record->size = RawRecord::kSize;
    state.time = time;
    state.depth = raw.depth() + 1 - exits;
    state.any = 1;
    state.offCpu = 0;
  }
  state_ = state;
  out.count = static_cast<uint32_t>(record - out.records.data());
  return at;
}

DecodeStep RecordDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  last_ = input;
  size_t size = input.data.size();
  size_t at = 0;
  bool needMore = true;
  for (;;) {
    at = decodeCalls(input, at, out);
    if (size - at < RawRecord::kSize) break;
    if (!out.hasRoom(kMaxPerRecord)) {
      needMore = false;
      break;
    }
    TimedRecord timed = recordAt(input.data, at);
    Time& time = timed.time;
    RawRecord raw = timed.raw;
    RawType type = raw.type();
    if (state_.astray != 0 || !raw.formed(time)) {
      if (!out.hasRoom(1 + counters_.tracks())) {
        needMore = false;
        break;
      }
      if (!skipDamage(input, at)) break;
      // What lay there may have begun and ended calls.
      if (state_.astray == 0) lose(state_.astrayFrom, out);
      continue;
    }
    if (type == RawType::Lost) {
      if (!out.hasRoom(1 + counters_.tracks())) {
        needMore = false;
        break;
      }
      Record& record = out.push();
      record = Record{};
      record.time = std::max<Time>(0, state_.time);
      record.ref = input.offset + at;
      record.value = static_cast<int64_t>(raw.address());
      record.track = task_.thread;
      record.kind = RecordKind::Lost;
      record.size = RawRecord::kSize;
      counters_.end(record.time, out);
      state_.started = 0;
      state_.losing = state_.timed;
      at += RawRecord::kSize;
      continue;
    }
    bool undated = false;
    if ((state_.time == kNoTime || !inStep(state_.time, time)) && !settleTime(input, at, time, undated)) break;
    if (time >= sessionEnd_) enterSession(time);
    uint32_t more = 0;
    uint64_t word = raw.word;
    uint32_t depth = raw.depth();
    const uint32_t open = state_.depth;
    if (type <= RawType::Exit) {
      if (state_.started == 0) {
        state_.started = 1;
        state_.depth = depth + (type == RawType::Exit ? 1 : 0);
      }
      if (state_.depth >= 1024) depth = trueDepth(raw);
    }
    if (raw.more() && !payload(input, at, timed, more)) break;
    if (time > switchAt_) {
      if (!addSwitches(time, out) || !out.hasRoom(kMaxPerRecord)) {
        needMore = false;
        break;
      }
    }
    endAtExec(time, out);
    const Time before = std::exchange(state_.time, time);
    state_.timed = 1;
    // Before what may have begun in the loss.
    if (std::exchange(state_.losing, uint8_t{0}) != 0) drawNotRecorded(before, time, open, out);
    Record& record = out.push();
    record.time = time;
    record.ref = input.offset + at;
    record.value = static_cast<int64_t>(word);
    record.flags = 0;
    record.size = RawRecord::kSize + more;
    if (type == RawType::Event) {
      addEvent(raw, input.data.subspan(at + RawRecord::kSize, more), record, out);
    } else {
      record.name = lookup(raw.address(), time).name;
      addCall(type, depth, undated, record, out);
    }
    at += RawRecord::kSize + more;
  }
  if (needMore && input.extentEnd && at < size && out.hasRoom(1 + counters_.tracks())) {
    lose(input.offset + at, out);
    warn(input.offset + at, "a whole record", std::to_string(size - at) + " bytes, and the end of the file");
    at = size;
  }
  // Up to the end of the file, no record was found any more.
  if (state_.astray != 0 && input.extentEnd && at == size && out.hasRoom(1 + counters_.tracks())) {
    state_.astray = 0;
    lose(state_.astrayFrom, out);
  }
  return {at, needMore, true};
}

// Appends a loss for what is damaged or cut off from `offset` on: nothing more is known about the calls that are open.
void RecordDecoder::lose(uint64_t offset, RecordBatch& out) {
  if (state_.timed == 0) return;
  state_.started = 0;
  state_.losing = 1;
  state_.undated = 0;
  Record& record = out.push();
  record = Record{};
  record.time = state_.time;
  record.ref = offset;
  record.value = -1;
  record.track = task_.thread;
  record.kind = RecordKind::Lost;
  record.flags = kUnlisted;
  counters_.end(record.time, out);
}

void RecordDecoder::save(WireWriter& out) const {
  out(state_, counters_);
}

bool RecordDecoder::restore(WireReader& in) {
  in(state_, counters_);
  if (in.failed()) return false;
  sessionEnd_ = INT64_MIN;
  told_ = 0;
  if (log_ == nullptr) state_.nextSwitch = 0;
  switchAt_ = nextSwitchTime();
  return true;
}

NameId RecordDecoder::rowName(const Record& record) const {
  return record.size > 0 && record.kind != RecordKind::Lost ? record.name : kNoName;
}

void RecordDecoder::setNeedle(const WantedText& wanted) {
  taskHolds_ = wanted.number == task_.tid || wanted.whole.foundIn(task_.comm);
}

bool RecordDecoder::mayMatch(const Record& record) {
  RawRecord raw{static_cast<uint64_t>(record.value)};
  // Without arguments, the row has only the name, which the caller compares itself, and the task.
  return record.kind == RecordKind::Lost || record.size != RawRecord::kSize || raw.type() > RawType::Exit ||
         log_ != nullptr || taskHolds_;
}

void RecordDecoder::describe(const Record& record, EventRow& row) {
  RawRecord raw{static_cast<uint64_t>(record.value)};
  row.time = record.time;
  row.comm = log_ != nullptr ? log_->nameAt(record.time, task_.comm) : std::string_view(task_.comm);
  row.pid = task_.pid;
  row.tid = task_.tid;
  row.present = EventRow::kPid | EventRow::kTid;
  if (record.kind == RecordKind::Lost) return row.setLost(record.value);
  row.name = shared_.reader.names().view(record.name);
  row.signature = shared_.reader.names().function(record.name).signature;
  if (record.kind == RecordKind::Slice) return;  // what was not recorded
  if (record.size == 0) {
    // A scheduler record, which is stored in a perf file.
    row.kind = "event";
    row.name = raw.address() == EventId::kSchedIn    ? "linux:sched-in"
               : raw.address() == EventId::kSchedOut ? "linux:sched-out"
                                                     : "linux:sched-out (pre-empted)";
    row.cpu = static_cast<int32_t>(raw.depth());
    row.present |= EventRow::kCpu;
    return;
  }
  row.depth = record.depth;
  row.addr = raw.address();
  row.present |= EventRow::kDepth | EventRow::kAddr;

  Bytes payload;
  if (record.ref >= last_.offset && record.ref - last_.offset + record.size <= last_.data.size())
    payload = last_.data.subspan(static_cast<size_t>(record.ref - last_.offset), record.size).subspan(RawRecord::kSize);
  describeCall(record, raw, payload, row);
}

void RecordDecoder::describeCall(const Record& record, RawRecord raw, Bytes payload, EventRow& row) {
  Functions& functions = shared_.functions;
  size_t session = sessionAt(record.time);
  auto symbol = [&](uint64_t pointer) -> std::string_view {
    const Function& target = functions[functions.find(session, record.time, pointer)];
    return target.known ? shared_.reader.names().view(target.name) : std::string_view{};
  };
  if (raw.type() == RawType::Event) {
    row.kind = "event";
    if (payload.size() < 2) return;
    uint16_t size = loadUnchecked<uint16_t>(payload.data(), shared_.endian);
    Events::appendData(row, raw.address(), payload.subspan(2, std::min<size_t>(size, payload.size() - 2)),
                       shared_.endian, shared_.is64, symbol);
    return;
  }
  bool entry = raw.type() == RawType::Entry;
  row.kind = entry ? "entry" : "exit";
  if (!raw.more() && !row.detailed) return;
  uint64_t at = raw.address();
  if (record.depth >= 1024) at -= record.depth >> 10;
  const Function& function = functions[functions.find(session, record.time, at)];
  if (row.detailed && function.known) {
    row.notes.push_back({"module", functions.modulePath(function)});
    if (!function.source.empty()) row.notes.push_back({"source", function.source});
  }
  if (!raw.more()) return;
  // A copy, because looking up a symbol may move the functions.
  ArgList specs = entry ? function.arguments : function.result;
  // A result that was recorded as an integer and as a float is shown as what was asked for first.
  if (!entry && specs.size() > 1) specs.resize(1);
  appendArguments(row.args, row.values, specs, payload, shared_.endian, functions.enums(), symbol);
}

}  // namespace tp::uftrace
