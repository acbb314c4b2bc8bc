#include "core/session/describe.h"

#include <algorithm>

namespace tp {
namespace {

enum class Part : uint8_t { Begin, End };

bool matches(const Record& record, const DescribeRequest& request, Part part) {
  if (record.track != request.track || record.depth != request.depth) return false;
  if (part == Part::End) return record.kind == RecordKind::End && record.time == request.end;
  if (record.kind == RecordKind::Slice)
    return part == Part::End && record.value == request.begin && record.time == request.end;
  return record.time == request.begin && record.kind != RecordKind::End && record.kind != RecordKind::Event;
}

void addRow(DescribedMark& out, const char* label, std::string text) {
  if (!text.empty()) out.rows.emplace_back(label, std::move(text));
}

void addEvent(DescribedMark& out, const EventRow& row, Part part, const std::string& where) {
  bool begin = part == Part::Begin;
  bool call = row.kind != "event";
  if (begin) {
    addRow(out, call ? "arguments" : "text", row.args);
    addRow(out, "event", std::string(row.name));
    for (const auto& [label, text] : row.notes) addRow(out, label.c_str(), text);
    addRow(out, "command", std::string(row.comm));
    if (row.present & EventRow::kPid) addRow(out, "pid", std::to_string(row.pid));
    if (row.present & EventRow::kTid) addRow(out, "tid", std::to_string(row.tid));
    if (row.present & EventRow::kCpu) addRow(out, "CPU", std::to_string(row.cpu));
    if (row.present & EventRow::kId) addRow(out, "id", std::to_string(row.id));
    addRow(out, "buffer", std::string(row.buffer));
    if (!row.addr.empty()) addRow(out, "address", "0x" + std::string(row.addr));
    if (row.present & EventRow::kCount) addRow(out, "records lost", std::to_string(row.count));
    out.links = row.links;
  } else if (call) {
    addRow(out, "returned", row.args);
  } else {
    addRow(out, "ended by", std::string(row.name) + (row.args.empty() ? "" : ": ") + row.args);
  }
  addRow(out, begin ? "recorded in" : "end recorded in", where);
}

bool describePart(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer,
                  const DescribeRequest& request, Part part, DescribedMark& out) {
  Time time = part == Part::Begin ? request.begin : request.end;
  const std::vector<ChunkSummary>& chunks = indexer.summaries();
  auto first = std::lower_bound(chunks.begin(), chunks.end(), time,
                                [](const ChunkSummary& chunk, Time at) { return chunk.end < at; });
  RecordBatch batch;
  for (auto chunk = first; chunk != chunks.end() && chunk->begin <= time; ++chunk) {
    ChunkReplay replay(reader, request.stream, files, indexer.chunks()[static_cast<size_t>(chunk - chunks.begin())]);
    while (replay.next(batch)) {
      for (uint32_t i = 0; i < batch.count; ++i) {
        if (!matches(batch.records[i], request, part)) continue;
        EventRow row;
        row.detailed = true;
        RecordDriver::Origin origin = replay.describe(batch, i, row);
        bool whole = batch.records[i].kind == RecordKind::Slice;
        addEvent(out, row, whole ? Part::Begin : part,
                 reader.streams()[origin.stream].name + ", offset " + std::to_string(origin.ref));
        return true;
      }
    }
  }
  return false;
}

}  // namespace

DescribedMark describeMark(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer,
                           const DescribeRequest& request) {
  DescribedMark out;
  if (request.stream >= reader.streams().size() + reader.merges().size()) return out;
  bool begin = describePart(reader, files, indexer, request, Part::Begin, out);
  bool end = request.end > request.begin && describePart(reader, files, indexer, request, Part::End, out);
  out.found = begin || end;
  return out;
}

}  // namespace tp
