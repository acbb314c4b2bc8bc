// Spans that events begin and end but that are not drawn: block requests, and function calls that record their
// duration.
#include "core/formats/tracecmd/cpu_decoder.h"

namespace tp::tracecmd {
namespace {

using Part = SpanMark::Part;

enum Thing : uint8_t { kRequest, kCall };

}  // namespace

// calltime and rettime are stamps of the clock of the record. Kernels before 6.5 always have them; later ones may lack
// one.
SpanMark CpuDecoder::callSpan(const Event& event, const Bytes& data) const {
  const Endian endian = shared_.file.endian;
  SpanMark mark;
  if (event.callTime == nullptr || event.returnTime == nullptr) return mark;
  const auto begin = static_cast<uint64_t>(fieldNumber(*event.callTime, data, endian));
  const auto end = static_cast<uint64_t>(fieldNumber(*event.returnTime, data, endian));
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
  const Endian endian = shared_.file.endian;
  auto is = [&](Part part, Thing of, uint64_t a, uint64_t b) {
    mark.part = part;
    mark.of = of;
    mark.a = a;
    mark.b = b;
    return mark;
  };
  auto field = [&](const Field* of) { return static_cast<uint64_t>(fieldNumber(*of, data, endian)); };
  switch (event->meaning) {
    case Meaning::BlockIssue:
      return is(Part::Begin, kRequest, field(event->device), field(event->sector));
    case Meaning::BlockComplete:
      return is(Part::End, kRequest, field(event->device), field(event->sector));
    case Meaning::GraphExit:
      return callSpan(*event, data);
    default:
      return mark;
  }
}

}  // namespace tp::tracecmd
