// What events begin and end: system calls, interrupts, requests of blocks, calls of functions.
#include "core/formats/tracecmd/cpu_decoder.h"

namespace tp::tracecmd {
namespace {

using Part = SpanMark::Part;

enum Thing : uint8_t { kSyscall, kInterrupt, kVector, kSoftInterrupt, kRequest, kCall };

}  // namespace

// The times are those of the clock that stamps the record. Kernels before 6.5 have them for certain; later ones may
// leave one out.
SpanMark CpuDecoder::callSpan(const Event& event, const Bytes& data) const {
  const Endian endian = shared_.file.endian;
  SpanMark mark;
  if (event.c == nullptr || event.d == nullptr) return mark;
  const auto begin = static_cast<uint64_t>(fieldNumber(*event.c, data, endian));
  const auto end = static_cast<uint64_t>(fieldNumber(*event.d, data, endian));
  if (begin == 0 || end < begin) return mark;
  mark.part = Part::Whole;
  mark.of = kCall;
  mark.duration = toTime(end) - toTime(begin);
  return mark;
}

SpanMark CpuDecoder::spanOf(const Record& record) const {
  SpanMark mark;
  mark.scope = stream_.group;
  if (record.kind == RecordKind::Lost) {
    mark.part = Part::Broken;
    return mark;
  }
  const Event* event = shared_.events.find(static_cast<uint16_t>(record.value));
  if (event == nullptr || event->meaning == Meaning::None) return mark;
  const Bytes data = raw(record);
  const size_t pidAt = shared_.events.pidOffset();
  if (data.size() < pidAt + 4) return mark;
  const Endian endian = shared_.file.endian;
  auto is = [&](Part part, Thing of, uint64_t a, uint64_t b) {
    mark.part = part;
    mark.of = of;
    mark.a = a;
    mark.b = b;
    return mark;
  };
  auto field = [&](const Field* of) { return static_cast<uint64_t>(fieldNumber(*of, data, endian)); };
  const uint64_t thread = loadUnchecked<uint32_t>(data.data() + pidAt, endian);
  switch (event->meaning) {
    case Meaning::SyscallEntry:
      return is(Part::Begin, kSyscall, thread, 0);
    case Meaning::SyscallExit:
      return is(Part::End, kSyscall, thread, 0);
    case Meaning::IrqEntry:
      return is(Part::Begin, kInterrupt, stream_.cpu, field(event->a));
    case Meaning::IrqExit:
      return is(Part::End, kInterrupt, stream_.cpu, field(event->a));
    case Meaning::VectorEntry:
      return is(Part::Begin, kVector, stream_.cpu, event->slice);
    case Meaning::VectorExit:
      return is(Part::End, kVector, stream_.cpu, event->slice);
    case Meaning::SoftirqEntry:
      return is(Part::Begin, kSoftInterrupt, stream_.cpu, field(event->a));
    case Meaning::SoftirqExit:
      return is(Part::End, kSoftInterrupt, stream_.cpu, field(event->a));
    case Meaning::BlockIssue:
      return is(Part::Begin, kRequest, field(event->a), field(event->b));
    case Meaning::BlockComplete:
      return is(Part::End, kRequest, field(event->a), field(event->b));
    case Meaning::GraphExit:
      return callSpan(*event, data);
    default:
      return mark;
  }
}

}  // namespace tp::tracecmd
