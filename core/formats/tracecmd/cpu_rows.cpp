// What is drawn on a CPU's track: the running thread, interrupts above it, and time that was not recorded.
#include <algorithm>
#include <cstring>
#include <utility>

#include "core/formats/tracecmd/cpu_decoder.h"
#include "core/formats/tracecmd/interrupts.h"
#include "core/kernel/idle_state.h"

namespace tp::tracecmd {
// Appends a loss of so many records, -1 if that is unknown, at the current page.
void CpuDecoder::pushLost(Time time, int64_t count, uint8_t flags, RecordBatch& out) {
  Record& lost = out.push();
  lost = Record{};
  lost.time = time;
  lost.ref = unitRef_ + pageBase_;
  lost.value = count;
  lost.track = stream_.running;
  lost.kind = RecordKind::Lost;
  lost.flags = flags;
}

// Ends open slices at the last record before the loss. Nothing is known of the time between that record and this one.
void CpuDecoder::addLost(Time time, uint64_t ref, RecordBatch& out) {
  lostPending_ = false;
  const Origin last{seen_, ref, 0, 0};
  if (seen_ != kNotWoken) endRows(last, out);
  // The header of a page says what was lost before it.
  pushLost(time, header_.lostCount, 0, out);
  from_ = kNotWoken;
  if (bare_ || seen_ == kNotWoken) return;
  running_ = -1;
  drawNotRecorded({time, ref, 0, 0}, seen_, out);
}

void CpuDecoder::finish(RecordBatch& out) {
  if (toldEnd_ || seen_ == kNotWoken) return;
  toldEnd_ = true;
  const Origin last{seen_, 0, 0, 0};
  endRows(last, out);
  // No record follows that would tell of it.
  if (stream_.cut || lostPending_) pushLost(seen_, -1, kUnlisted, out);
  out.pushReach(stream_.events, seen_);
}

void CpuDecoder::draw(const Origin& origin, RecordKind kind, uint16_t depth, NameId name, RecordBatch& out) {
  openRows_.add(kind, depth);
  Record& record = out.push();
  record.time = origin.time;
  record.ref = origin.ref;
  record.value = origin.value;
  record.name = name;
  record.track = stream_.running;
  record.depth = depth;
  record.kind = kind;
  record.flags = kDerived;
  record.size = origin.size;
}

// Ends a slice. `name` is used only if its beginning was not recorded.
void CpuDecoder::drawEnd(const Origin& origin, uint16_t depth, NameId name, RecordBatch& out) {
  const bool begun = openRows_.has(depth);
  draw(origin, RecordKind::End, depth, begun ? kNoName : name, out);
}

void CpuDecoder::drawNotRecorded(const Origin& origin, Time begin, RecordBatch& out) {
  if (begin >= origin.time) return;
  draw(origin, RecordKind::Slice, kernel::kRunningRow, shared_.notRecorded, out);
  out.last().setBegun(begin);
  out.last().setGap();
}

NameId CpuDecoder::commName(int64_t pid, const Bytes& comm) {
  Comm& slot = comms_[static_cast<size_t>(pid) & 255];
  std::array<char, 16> text{};
  std::copy_n(reinterpret_cast<const char*>(comm.data()), std::min(comm.size(), text.size()), text.data());
  if (slot.pid != pid || slot.text != text) {
    slot.pid = pid;
    slot.text = text;
    slot.name = shared_.reader.names().intern(std::string_view(text.data(), strnlen(text.data(), text.size())));
  }
  return slot.name;
}

// From here on this thread runs. `begun` is true if the switch to it was recorded. Nothing is drawn for an idle CPU.
void CpuDecoder::run(int64_t tid, NameId name, bool begun, const Origin& origin, RecordBatch& out) {
  if (switched_ && running_ > 0) {
    draw(origin, begun_ ? RecordKind::End : RecordKind::Cut, kernel::kRunningRow, kNoName, out);
    if (!begun_) out.last().setLacksBegin();
  }
  running_ = tid;
  begun_ = begun;
  runningName_ = name;
  since_ = origin.time;
  if (switched_ && tid > 0) draw(origin, RecordKind::Begin, kernel::kRunningRow, name, out);
}

// This buffer turns out to record switches, so the thread seen so far has run since it was first seen. An instance with
// other events records none, and does not tell who runs.
void CpuDecoder::firstSwitch(const Origin& origin, RecordBatch& out) {
  if (!scheduled_) shared_.reader.tracks().setDetail(stream_.group, kWhoRuns, {Knowledge::By::Record, 0});
  switched_ = scheduled_ = true;
  if (running_ > 0) drawSeen(origin, out);
  running_ = -1;
}

// Draws the running thread as a slice without a beginning, because the switch to it was not recorded.
void CpuDecoder::drawSeen(const Origin& until, RecordBatch& out) {
  if (since_ >= until.time) return;
  draw(until, RecordKind::Slice, kernel::kRunningRow, runningName_, out);
  out.last().setBegun(since_);
  out.last().setLacksBegin();
}

// Ends what is open, at a loss or at the end. If no switch was recorded, the thread that was seen last has run all the
// time.
void CpuDecoder::endRows(const Origin& last, RecordBatch& out) {
  if (bare_) return;
  if (!switched_ && scheduled_ && stream_.alone && running_ > 0) drawSeen(last, out);
  if (openRows_.any()) draw(last, RecordKind::Cut, openRows_.lowest(), kNoName, out);
}

// Follows the running thread by the switches, and, if one is missing, by the thread id in the records.
void CpuDecoder::follow(const Event* event, const Bytes& data, const Origin& origin, RecordBatch& out) {
  Endian endian = shared_.file.endian;
  size_t pidAt = shared_.events.pidOffset();
  if (data.size() < pidAt + 4) return;
  int64_t tid = static_cast<int32_t>(loadUnchecked<uint32_t>(data.data() + pidAt, endian));
  if (event != nullptr && followsSwitch(event->meaning)) return;
  const Time before = std::exchange(told_, seen_);
  if (tid != running_) {
    // A switch is missing between the record before and this one.
    bool known = switched_ && running_ >= 0 && before != kNotWoken;
    if (known && running_ > 0)
      draw({before, origin.ref, origin.value, origin.size}, RecordKind::Cut, kernel::kRunningRow, kNoName, out);
    if (known) drawNotRecorded(origin, before, out);
    // The thread that is seen first has run since the first record, because switches are recorded.
    Origin from = origin;
    if (running_ < 0) from.time = std::min(from_, origin.time);
    running_ = -1;
    run(tid, shared_.reader.names().intern(shared_.commands.find(tid)), false, from, out);
  }
  if (event == nullptr || event->meaning != Meaning::SchedSwitch) return;
  if (!switched_) firstSwitch(origin, out);
  int64_t next = fieldNumber(*event->nextPid, data, endian);
  run(next, next > 0 ? commName(next, fieldBytes(*event->nextComm, data, endian)) : kNoName, true, origin, out);
}

void CpuDecoder::addDerived(const Event& event, const Bytes& data, const Origin& origin, RecordBatch& out) {
  Endian endian = shared_.file.endian;
  NameTable& names = shared_.reader.names();
  if (InterruptEdge edge; interruptEdge(event, data, stream_.words->text.context(), names, edge)) {
    if (edge.begins) {
      draw(origin, RecordKind::Begin, rowOf(edge.context), edge.name, out);
    } else {
      drawEnd(origin, rowOf(edge.context), event.name, out);
    }
  } else if (event.meaning == Meaning::Nmi) {
    draw(origin, RecordKind::Slice, kernel::kNmiRow, event.name, out);
    Time lasted = clampTime(std::max<int64_t>(0, fieldNumber(*event.lasted, data, endian)));
    out.last().setBegun(origin.time - lasted);
  } else if (event.meaning == Meaning::CpuIdle) {
    if (fieldNumber(*event.cpu, data, endian) != static_cast<int64_t>(stream_.cpu)) return;
    // In drivers/cpuidle, leaving a state is recorded as state (u32)-1.
    if (static_cast<uint32_t>(fieldNumber(*event.state, data, endian)) == ~uint32_t{0}) {
      drawEnd(origin, kernel::kRunningRow, shared_.idle, out);
    } else {
      NameId name =
          names.intern(std::string(kernel::kIdleState) + std::to_string(fieldNumber(*event.state, data, endian)));
      draw(origin, RecordKind::Begin, kernel::kRunningRow, name, out);
    }
  }
}

}  // namespace tp::tracecmd
