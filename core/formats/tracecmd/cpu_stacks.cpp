// Finds what belongs to an event among the records that follow it: its stacks, and the threads that an interrupt woke.
#include <algorithm>
#include <optional>

#include "core/formats/tracecmd/cpu_decoder.h"
#include "core/formats/tracecmd/interrupts.h"

namespace tp::tracecmd {

// Adds the stacks of an event to `row`. The kernel records them right after the event, but events of an interrupt may
// come between.
void CpuDecoder::addStacks(const Record& record, int64_t tid, EventRow& row) {
  constexpr int kFarthest = 16;
  size_t pageSize = stream_.pageSize;
  size_t at = static_cast<size_t>(record.ref - unitRef_);
  size_t pageAt = at / pageSize * pageSize;
  Bytes page = unit_.subspan(pageAt, std::min(pageSize, unit_.size() - pageAt));
  PageHeader header;
  if (!kernel::readPageHeader(page, shared_.file.endian, shared_.file.kernelLongSize, header)) return;
  RingWalk walk(page, shared_.file.endian, header);
  RingRecord raw;
  for (int seen = -1; seen < kFarthest && walk.next(raw);) {
    if (seen < 0) {
      if (raw.at == at - pageAt) seen = 0;
      continue;
    }
    ++seen;
    Bytes data = page.subspan(raw.at, raw.size);
    Cursor cursor(data, shared_.file.endian);
    cursor.seek(shared_.events.pidOffset());
    if (cursor.i32() != tid) continue;
    cursor.seek(shared_.events.typeOffset());
    const Event* event = shared_.events.find(cursor.u16());
    if (event == nullptr || (event->meaning != Meaning::Stack && event->meaning != Meaning::UserStack)) return;
    addStack(*event, data, row);
  }
}

// Adds the threads that an interrupt woke, from the records that follow up to the interrupt's end.
void CpuDecoder::addWakings(const Record& record, WakeContext context, EventRow& row) {
  constexpr int kFarthest = 256;
  constexpr size_t kMax = 8;
  const Endian endian = shared_.file.endian;
  const size_t pageSize = stream_.pageSize;
  const size_t at = static_cast<size_t>(record.ref - unitRef_);
  InterruptEdge edge;
  if (row.tid > 0) row.links.push_back({"interrupted", kNoTrack, record.time, false, 0, {}, row.tid, true});
  int seen = -1, within = 0;
  for (size_t pageAt = at / pageSize * pageSize; pageAt < unit_.size(); pageAt += pageSize) {
    Bytes page = unit_.subspan(pageAt, std::min(pageSize, unit_.size() - pageAt));
    PageHeader header;
    if (!kernel::readPageHeader(page, shared_.file.endian, shared_.file.kernelLongSize, header)) return;
    if (seen >= 0 && header.lost) return;
    RingWalk walk(page, endian, header);
    for (RingRecord raw; walk.next(raw);) {
      Bytes data = page.subspan(raw.at, raw.size);
      if (seen < 0) {
        if (pageAt + raw.at == at) seen = 0;
        continue;
      }
      if (++seen > kFarthest) return;
      Cursor cursor(data, endian);
      cursor.seek(shared_.events.typeOffset());
      const Event* event = shared_.events.find(cursor.u16());
      if (event == nullptr) continue;
      if (event->meaning == Meaning::SchedSwitch) return;
      // Records of a nested interrupt do not belong to this one.
      if (interruptEdge(*event, data, stream_.words->text.context(), shared_.reader.names(), edge)) {
        if (!edge.begins && within == 0 && edge.context == context) return;
        within = std::max(0, within + (edge.begins ? 1 : -1));
        continue;
      }
      // If sched_waking is recorded, sched_wakeup may complete a waking by another CPU.
      const bool wakes = event->meaning == Meaning::Waking || event->meaning == Meaning::NewWakeup ||
                         (event->meaning == Meaning::Wakeup && !shared_.events.has(Meaning::Waking));
      const Time time = toTime(walk.time());
      const int64_t tid = wakes ? fieldNumber(*event->pid, data, endian) : 0;
      auto same = [&](const EventRow::Link& link) { return link.outgoing && link.tid == tid; };
      if (within > 0 || tid <= 0 || std::any_of(row.links.begin(), row.links.end(), same)) continue;
      row.links.push_back({"wakes", kNoTrack, time, true, 0, {}, tid});
      if (row.links.size() > kMax) return;
    }
  }
}

// Adds what raised a softirq: the last record of that, of its vector and on its CPU, since the vector began to run
// before.
void CpuDecoder::addRaise(const Record& record, const Event& entry, int64_t vector, EventRow& row) {
  constexpr size_t kFarthest = 4;  // pages
  const Endian endian = shared_.file.endian;
  const size_t pageSize = stream_.pageSize;
  const size_t at = static_cast<size_t>(record.ref - unitRef_), last = at / pageSize;
  for (size_t pages = 0; pages <= std::min(last, kFarthest); ++pages) {
    const size_t pageAt = (last - pages) * pageSize;
    Bytes page = unit_.subspan(pageAt, std::min(pageSize, unit_.size() - pageAt));
    PageHeader header;
    if (!kernel::readPageHeader(page, endian, shared_.file.kernelLongSize, header)) return;
    RingWalk walk(page, endian, header);
    std::optional<Time> raised;
    bool ran = header.lost;
    for (RingRecord raw; walk.next(raw) && pageAt + raw.at < at;) {
      Bytes data = page.subspan(raw.at, raw.size);
      Cursor cursor(data, endian);
      cursor.seek(shared_.events.typeOffset());
      const Event* event = shared_.events.find(cursor.u16());
      const bool raises = event != nullptr && event->format.name == "softirq_raise";
      const Field* its = raises ? event->format.find("vec") : event == &entry ? entry.vector : nullptr;
      if (its == nullptr || fieldNumber(*its, data, endian) != vector) continue;
      ran = ran || !raises;
      raised.reset();
      if (raises) raised = toTime(walk.time());
    }
    if (raised) row.links.push_back({"raised by", stream_.events, *raised, false, 0, "softirq_raise"});
    if (raised || ran) return;
  }
}

// Adds a record of a stack, one frame per line.
void CpuDecoder::addStack(const Event& event, Bytes data, EventRow& row) const {
  if (!isStack(event)) return;
  std::string text;
  stream_.words->stacks.append(text, event, data, "\n");
  if (!text.empty()) row.notes.push_back({event.meaning == Meaning::Stack ? "kernel stack" : "user stack", text});
}

}  // namespace tp::tracecmd
