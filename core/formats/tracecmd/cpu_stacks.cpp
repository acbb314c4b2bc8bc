// The stacks that belong to an event.
#include <algorithm>

#include "core/formats/tracecmd/cpu_decoder.h"
#include "core/trace/number_text.h"

namespace tp::tracecmd {

// The kernel records the stack of an event right after it; an interrupt's events may come between.
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
    row.notes.emplace_back(event->meaning == Meaning::Stack ? "kernel stack" : "user stack",
                           stackText(*event, data, tid));
  }
}

// One frame a line, the innermost first.
std::string CpuDecoder::stackText(const Event& event, Bytes data, int64_t tid) const {
  const Field* frames = event.format.find("caller");
  std::string text;
  if (frames == nullptr || frames->offset > data.size()) return text;
  bool user = event.meaning == Meaning::UserStack;
  Cursor cursor(data.subspan(frames->offset), shared_.file.endian);
  int64_t process = user && event.a != nullptr ? fieldNumber(*event.a, data, shared_.file.endian) : tid;
  while (cursor.remaining() >= shared_.file.kernelLongSize) {
    uint64_t address = cursor.unsignedOf(shared_.file.kernelLongSize);
    // All ones end a stack; what is left of the record after that is padding.
    if (address == ~uint64_t{0} || (shared_.file.kernelLongSize == 4 && address == 0xffffffffu)) break;
    if (address == 0) continue;
    std::string where = user ? shared_.maps.find(process, address) : shared_.text.symbolName(address);
    if (where.empty()) where = "0x" + hexText(address);
    text += (text.empty() ? "" : "\n") + where;
  }
  return text;
}

}  // namespace tp::tracecmd
