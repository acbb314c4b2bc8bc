// The text of a CPU's records, and the search in it.
#include "core/formats/tracecmd/cpu_decoder.h"
#include "core/formats/tracecmd/interrupts.h"
#include "core/formats/tracecmd/text_search.h"

namespace tp::tracecmd {

NameId CpuDecoder::rowName(const Record& record) const {
  if (record.kind == RecordKind::Lost) return kNoName;
  const Event* event = shared_.events.find(static_cast<uint16_t>(record.value));
  return event != nullptr ? event->name : kNoName;
}

void CpuDecoder::setNeedle(const WantedText& wanted) {
  search_ = std::make_unique<TextSearch>(shared_, stream_.words->text, wanted);
}

bool CpuDecoder::mayMatch(const Record& record) {
  return record.kind == RecordKind::Lost || !search_ ||
         search_->mayMatch(static_cast<uint16_t>(record.value), raw(record));
}

void CpuDecoder::describe(const Record& record, EventRow& row) {
  row.time = record.time;
  row.cpu = static_cast<int32_t>(stream_.cpu);
  row.present = EventRow::kCpu;
  row.buffer = stream_.label;
  if (record.kind == RecordKind::Lost) return row.setLost(record.value);
  row.kind = "event";
  const Event* event = shared_.events.find(static_cast<uint16_t>(record.value));
  Bytes data = raw(record);
  if (data.empty()) return;
  Cursor cursor(data, shared_.file.endian);
  cursor.seek(shared_.events.pidOffset());
  row.tid = cursor.i32();
  row.present |= EventRow::kTid;
  row.comm = shared_.commands.find(row.tid);
  if (const Field* flags = shared_.events.flags()) {
    const Field* count = shared_.events.preemptCount();
    row.flags = static_cast<uint8_t>(fieldNumber(*flags, data, shared_.file.endian));
    if (count != nullptr) row.preemptCount = static_cast<uint8_t>(fieldNumber(*count, data, shared_.file.endian));
    row.present |= EventRow::kFlags;
  }
  if (event == nullptr) {
    row.name = "unknown";
    row.args = "event id " + std::to_string(record.value);
    return;
  }
  row.name = event->format.name;
  const EventSchema& schema = stream_.words->schemas.of(*event, data);
  row.setFields(schema, {data, 0, record.time});
  if (const Field* number = event->syscall) {
    row.syscall = shared_.syscalls.of(fieldNumber(*number, data, shared_.file.endian));
    schema.addArguments(data, row.values);
  }
  if (!row.detailed) return;
  addStack(*event, data, row);
  addStacks(record, row.tid, row);
  InterruptEdge edge;
  if (interruptEdge(*event, data, stream_.words->text.context(), shared_.reader.names(), edge) && edge.begins)
    addWakings(record, edge.context, row);
  if (event->meaning == Meaning::SoftirqEntry)
    addRaise(record, *event, fieldNumber(*event->vector, data, shared_.file.endian), row);
}

bool CpuDecoder::placeOf(const Record& record, Place& out) const {
  out.bytes = raw(record);
  out.unpacked = stream_.compressed;
  out.offset = stream_.compressed ? unitAt_ : record.ref;
  return true;
}

}  // namespace tp::tracecmd
