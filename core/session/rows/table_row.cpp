#include "core/session/rows/table_row.h"

#include <array>

#include "core/analysis/event_fields.h"

namespace tp {
namespace {

// The numbers of a row, without gaps between them.
struct Numbers {
  int64_t pid, tid, count;
  uint64_t addr, tsc, id;
  Time time;
  uint32_t present;
  int32_t cpu, depth;
  uint8_t flags, preemptCount;
  uint16_t pad;
};
static_assert(sizeof(Numbers) == 72);

std::array<std::string_view, 7> textsOf(const EventRow& row) {
  return {row.kind, row.name, row.comm, row.buffer, row.stream, row.trace, row.words()};
}

void writeFields(const EventRow& row, WireWriter& out) {
  uint32_t count = 0;
  const size_t at = out.reserve32();
  std::string room, text;
  for (size_t i = 0; row.schema != nullptr && i < row.schema->fields().size(); ++i) {
    const RowValue value = row.schema->read(i, row.bytes, room);
    if (value.kind == RowValue::Kind::None) continue;
    text.clear();
    appendValue(text, value);
    out.putString(row.schema->fields()[i].name);
    out.putString(text);
    ++count;
  }
  out.patch(at, count);
}

}  // namespace

void writeKey(const RowKey& key, WireWriter& out) {
  out.put(key.time);
  out.put(key.stream);
  out.put(key.position);
}

RowKey readKey(WireReader& in) {
  RowKey key;
  key.time = in.get<Time>();
  key.stream = in.get<uint32_t>();
  key.position = in.get<uint64_t>();
  return key;
}

void writeTableRow(const RowKey& key, const Record& record, const EventRow& row, WireWriter& out) {
  writeKey(key, out);
  out.put(record.time);
  out.put(record.track);
  out.put(record.depth);
  out.put(record.kind);
  out.put(Numbers{row.pid, row.tid, row.count, row.addr, row.tsc, row.id, row.time, row.present, row.cpu, row.depth,
                  row.flags, row.preemptCount, 0});
  for (std::string_view text : textsOf(row)) out.putString(text);
  writeFields(row, out);
}

TableRow readTableRow(WireReader& in) {
  TableRow out;
  out.key = readKey(in);
  out.time = in.get<Time>();
  out.track = in.get<TrackId>();
  out.depth = in.get<uint16_t>();
  out.kind = in.get<RecordKind>();
  Numbers numbers = in.get<Numbers>();
  EventRow& row = out.row;
  row.pid = numbers.pid;
  row.tid = numbers.tid;
  row.count = numbers.count;
  row.addr = numbers.addr;
  row.tsc = numbers.tsc;
  row.id = numbers.id;
  row.time = numbers.time;
  row.present = numbers.present;
  row.cpu = numbers.cpu;
  row.depth = numbers.depth;
  row.flags = numbers.flags;
  row.preemptCount = numbers.preemptCount;
  std::array<std::string_view, 7> texts;
  size_t size = 0;
  for (std::string_view& text : texts) size += (text = in.getString()).size();
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    std::string_view name = in.getString(), value = in.getString();
    if (!in.failed()) out.fields.emplace_back(name, value);
  }
  if (in.failed()) return out;
  row.args = texts[6];
  out.text.reserve(size);
  std::string_view* targets[] = {&row.kind, &row.name, &row.comm, &row.buffer, &row.stream, &row.trace};
  for (size_t i = 0; i < std::size(targets); ++i) {
    size_t at = out.text.size();
    out.text.insert(out.text.end(), texts[i].begin(), texts[i].end());
    *targets[i] = {out.text.data() + at, texts[i].size()};
  }
  return out;
}

}  // namespace tp
