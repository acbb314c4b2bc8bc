#include "core/formats/lttng/metadata.h"

#include "core/formats/lttng/payload.h"
#include "core/formats/lttng/sub_buffer_scan.h"

namespace tp::lttng {
namespace {

// Limit on a sub-buffer, which is read at once. None of these channels has larger ones.
constexpr uint64_t kMaxSubBuffer = uint64_t{64} << 20;

// The fields of the core markers are told apart by their kind and order: texts are the channel (if there is one), the
// name and the format, numbers are the id, four sizes and the alignment.
struct CoreFields {
  std::vector<std::string_view> texts;
  std::vector<uint64_t> numbers;
};

}  // namespace

void eachEvent(const TraceFile& file, const Channel& channel, WarningLog* warnings,
               const std::function<void(const RawEvent&, Bytes payload, uint64_t offset)>& each) {
  EventReader reader(file.first.layout, file.compact(), channel);
  SubBufferScan scan(file, file.first.layout);
  SubBuffer header = file.first;
  // Damaged sub-buffers are not warned of here, but when the file is decoded as a stream.
  for (SubBufferPlace place = file.firstPlace;;) {
    std::vector<std::byte> bytes = readAll(*file.entry.source, place.at, place.dataEnd - place.at, kMaxSubBuffer);
    reader.setTsc(header.beginTsc);
    const uint64_t latest = header.endTsc >= header.beginTsc ? header.endTsc : ~uint64_t{0};
    // The place after the header of the last event that was read. The search for the next event starts there, because
    // the last one may be damaged itself.
    size_t last = header.layout.headerSize + 1u;
    for (size_t at = header.layout.headerSize; at < bytes.size();) {
      RawEvent event;
      Bytes rest = Bytes(bytes).subspan(at);
      uint64_t before = reader.tsc();
      Found found = reader.next(bytes, at, at, true, event);
      // Only the time of the event is damaged; its payload is used.
      if (found == Found::Event && event.tsc > latest) {
        if (warnings != nullptr)
          warnings->add(file.entry.path, place.at + at, "an event before the end of its sub-buffer", "a later one");
        reader.setTsc(before);
      } else if (found != Found::Event) {
        if (warnings != nullptr)
          warnings->add(file.entry.path, place.at + at, reader.problem(), "something else; what it describes is lost");
        reader.setTsc(before);
        at = reader.find(bytes, last, last, latest);
        last = at + 1;
        continue;
      }
      last = at + event.headerSize;
      each(event, rest.subspan(event.headerSize, event.payloadSize), place.at + at);
      at += event.headerSize + event.payloadSize;
    }
    if (!scan.next(place.next, header, place, nullptr)) return;
  }
}

void readMetadata(const TraceFile& file, Markers& markers, WarningLog& warnings) {
  const Layout& layout = file.first.layout;
  const Channel core = markers.core();
  eachEvent(file, core, &warnings, [&](const RawEvent& event, Bytes payload, uint64_t offset) {
    if (event.marker == nullptr || event.id > kMarkerFormat) return;
    CoreFields fields;
    Cursor cursor(payload, layout.endian);
    bool whole = walkFields(*event.marker, cursor, 0, [&](size_t, const Field& field, const FieldValue& value) {
      if (field.kind == FieldKind::String) {
        fields.texts.push_back(value.text);
      } else {
        fields.numbers.push_back(value.number);
      }
    });
    if (!whole) {
      warnings.add(file.entry.path, offset, "the description of a marker", "a shorter event");
      return;
    }
    size_t text = 0;
    std::string_view channel = layout.idsPerChannel() ? fields.texts[text++] : std::string_view{};
    std::string_view name = fields.texts[text++];
    bool fresh = false;
    if (event.id == kMarkerFormat) {
      fresh = markers.setFormat(channel, name, fields.texts[text]);
    } else {
      auto byte = [&](size_t i) { return static_cast<uint8_t>(fields.numbers[i]); };
      fresh = markers.define(channel, static_cast<uint16_t>(fields.numbers[0]),
                             {std::string(name), {byte(1), byte(2), byte(3), byte(4)}, byte(5)});
    }
    if (!fresh) warnings.add(file.entry.path, offset, "one description of the marker " + std::string(name), "a second");
  });
}

}  // namespace tp::lttng
