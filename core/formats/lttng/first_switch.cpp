#include "core/formats/lttng/first_switch.h"

#include "core/formats/lttng/event_reader.h"
#include "core/formats/lttng/meanings.h"
#include "core/formats/lttng/payload.h"
#include "core/formats/lttng/sub_buffer_scan.h"

namespace tp::lttng {
namespace {

// Limits the time, because each worker searches.
constexpr uint64_t kMaxBytes = uint64_t{4} << 20;

std::optional<int64_t> previousOf(const Marker& marker, std::string_view name, const RawEvent& event, Bytes payload,
                                  Endian endian, bool firstInHeader) {
  const EventMeaning meaning = meaningOf(name);
  std::optional<int64_t> previous;
  auto take = [&](const Field& field, uint64_t number) {
    if (meaning.fieldOf(field.name) == 0) previous = static_cast<int64_t>(number);
  };
  if (firstInHeader) take(marker.fields[0], event.inHeader);
  Cursor cursor(payload, endian);
  walkFields(marker, cursor, firstInHeader ? 1 : 0,
             [&](size_t, const Field& field, const FieldValue& value) { take(field, value.number); });
  return previous;
}

}  // namespace

std::optional<int64_t> firstRunner(const TraceFile& file, const Channel& channel, const NameTable& names) {
  if (!channel.switches() || file.tid > 0) return {};
  EventReader reader(file.first.layout, file.compact(), channel);
  SubBufferScan scan(file, file.first.layout);
  SubBuffer header = file.first;
  SubBufferPlace place = file.firstPlace;
  uint64_t left = kMaxBytes;
  // Both are counted from the beginning of the trace; nothing may be missing before the switch.
  while (header.lost == 0 && header.corrupt == 0 && place.dataEnd - place.at <= left) {
    left -= place.dataEnd - place.at;
    const std::vector<std::byte> bytes = readAll(*file.entry.source, place.at, place.dataEnd - place.at, kMaxBytes);
    reader.setTsc(header.beginTsc);
    for (size_t at = header.layout.headerSize; at < bytes.size();) {
      RawEvent event;
      if (reader.next(bytes, at, at, true, event) != Found::Event) return {};
      if (event.marker != nullptr && event.marker->switches)
        return previousOf(*event.marker, names.view(event.marker->name), event,
                          Bytes(bytes).subspan(at + event.headerSize, event.payloadSize), header.layout.endian,
                          reader.firstInHeader(*event.marker));
      at += event.headerSize + event.payloadSize;
    }
    if (!scan.next(place.next, header, place, nullptr)) return {};
  }
  return {};
}

}  // namespace tp::lttng
