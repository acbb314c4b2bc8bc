#include "core/session/places/describe.h"

#include <algorithm>
#include <cstdio>

#include "core/analysis/event_fields.h"
#include "core/analysis/numeric_field.h"
#include "core/decode/state_record.h"
#include "core/text/number_text.h"
#include "core/trace/cpu_name.h"
#include "core/trace/thread_state.h"

namespace tp {
namespace {

enum class Part : uint8_t { Begin, End };

bool matches(const Record& record, const DescribeRequest& request, Part part) {
  if (record.track != request.track || record.depth != request.depth) return false;
  // A whole slice is recorded when it ends.
  if (record.kind == RecordKind::Slice) {
    const bool due = part == (request.end > request.begin ? Part::End : Part::Begin);
    return due && record.begun() == request.begin && record.time == request.end;
  }
  if (part == Part::End && request.end > request.begin)
    return record.kind == RecordKind::End && record.time == request.end;
  // Of a state that lasts until the trace ends, an event has what its End would say.
  if (part == Part::End)
    return record.kind == RecordKind::Event && StateRecord(record).silent() > 0 && record.time == request.lastsTo;
  const bool ends = record.kind == RecordKind::End || record.kind == RecordKind::Cut;
  return record.time == request.begin && !ends && isDrawn(record);
}

void addRow(DescribedMark& out, std::string label, std::string text, DetailRow::Place place = DetailRow::Place::Other) {
  if (!text.empty()) out.rows.push_back({std::move(label), std::move(text), place});
}

// Returns sixteen bytes a line, and the same as text.
std::string hexDump(const std::vector<std::byte>& bytes) {
  std::string out;
  for (size_t line = 0; line < bytes.size(); line += 16) {
    char text[24];
    std::snprintf(text, sizeof text, "%s%03zx ", line > 0 ? "\n" : "", line);
    out += text;
    std::string letters;
    for (size_t i = line; i < line + 16; ++i) {
      if (i >= bytes.size()) {
        out += "   ";
        continue;
      }
      unsigned value = std::to_integer<unsigned>(bytes[i]);
      std::snprintf(text, sizeof text, " %02x", value);
      out += text;
      letters += value >= 0x20 && value < 0x7f ? static_cast<char>(value) : '.';
    }
    out += "  " + letters;
  }
  return out;
}

bool endsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Returns "trace.dat, CPU 0", without naming the file twice.
std::string placeText(const std::string& file, std::string_view stream) {
  if (endsWith(file, stream)) return file;
  std::string name = file.substr(file.rfind('/') + 1) + "/";
  if (stream.substr(0, name.size()) == name) stream.remove_prefix(name.size());
  return file + ", " + std::string(stream);
}

// `own` is the track on which the record is drawn; links to its own thread are left out. Threads are linked by their
// ids, because this worker may not know all of them.
void addFields(DescribedMark& out, const EventRow& row, Time time, Part part, const TrackTable& tracks, TrackId own) {
  for (auto& [field, text] : numericFields(row)) {
    int64_t value = 0;
    bool thread = (endsWith(field, "pid") || endsWith(field, "tid")) && wholeNumber(text, value) && value > 0;
    if (thread && value != tracks[own].key.tid) out.links.push_back({field, kNoTrack, value, time, false, false});
    out.fields.push_back({std::string(row.name), std::move(field), std::move(text), part == Part::End});
  }
}

void addLinks(DescribedMark& out, const EventRow& row) {
  for (const EventRow::Link& link : row.links)
    out.links.push_back({std::string(link.label), link.track, link.tid, link.time, !link.mentioned, link.outgoing,
                         link.depth, link.name});
}

// What the record is related to.
void addRelated(DescribedMark& out, const EventRow& row) {
  for (const DetailRow& note : row.notes)
    if (note.place == DetailRow::Place::Related) addRow(out, note.label, note.text, note.place);
  addLinks(out, row);
}

// `where`: the file, the stream and the offset; `guessed`: the number of the stream's CPU is.
void addEvent(DescribedMark& out, const EventRow& row, Part part, const std::string& where, bool guessed) {
  bool begin = part == Part::Begin;
  bool call = row.kind != "event";
  if (begin) {
    addRow(out, call ? "arguments" : "text", row.args, DetailRow::Place::Words);
    addRow(out, "event", std::string(row.name));
    addRow(out, "system call", std::string(row.syscall));
    for (const DetailRow& note : row.notes) addRow(out, note.label, note.text, note.place);
    addRow(out, "command", std::string(row.comm));
    if (row.present & EventRow::kPid) addRow(out, "pid", std::to_string(row.pid));
    if (row.present & EventRow::kTid) addRow(out, "tid", std::to_string(row.tid));
    if (row.present & EventRow::kCpu) addRow(out, "CPU", cpuNumber(row.cpu, guessed));
    if (row.present & EventRow::kFlags) addRow(out, "flags", flagsText(row));
    if (row.present & EventRow::kId) addRow(out, "id", std::to_string(row.id));
    addRow(out, "buffer", std::string(row.buffer));
    if (row.present & EventRow::kAddr) addRow(out, "address", "0x" + hexText(row.addr));
    if (row.present & EventRow::kCount) addRow(out, "records lost", std::to_string(row.count));
    addLinks(out, row);
  } else if (call) {
    addRow(out, "returned", row.args, DetailRow::Place::Words);
  } else {
    addRow(out, "ended by", std::string(row.name) + (row.args.empty() ? "" : ": ") + row.args);
  }
  std::string place = where;
  if (row.raw.size > 0) place += ", " + std::to_string(row.raw.size) + " bytes";
  if (row.raw.unpacked) place += ", compressed";
  addRow(out, begin ? "recorded in" : "end recorded in", place);
  addRow(out, begin ? "bytes" : "end's bytes", hexDump(row.raw.bytes), DetailRow::Place::Bytes);
}

// Calls `visit(replay, batch, i)` with the records of the chunks that have a time, until it returns true. Returns
// whether it did.
template <class Visit>
bool findRecord(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer, uint32_t stream, Time time,
                Visit&& visit) {
  const std::vector<ChunkSummary>& chunks = indexer.summaries();
  RecordBatch batch;
  for (size_t chunk = chunkAt(chunks, time); chunk < chunks.size() && chunks[chunk].begin <= time; ++chunk) {
    ChunkReplay replay(reader, stream, files, indexer.chunks()[chunk], indexer.numbers());
    while (replay.next(batch))
      for (uint32_t i = 0; i < batch.count; ++i)
        if (visit(replay, batch, i)) return true;
  }
  return false;
}

// Describes a record that begins or ends the mark.
void describeRecord(TraceReader& reader, const FileSet& files, ChunkReplay& replay, const RecordBatch& batch,
                    uint32_t i, const DescribeRequest& request, Part part, DescribedMark& out) {
  const Record& record = batch.records[i];
  if (part == Part::End && reader.tracks()[request.track].key.kind == TrackKind::ThreadState)
    out.silent = StateRecord(record).silent();
  if (record.kind == RecordKind::Event) return;
  EventRow row;
  row.detailed = true;
  const RecordDriver::Origin origin = replay.describe(batch, i, row);
  const bool whole = record.kind == RecordKind::Slice;
  if (origin.stream == RecordDriver::Origin::kNowhere) return;
  // What was not recorded has no place and no text: the record is that with which it was noticed.
  if (record.isGap()) return;
  const StreamInfo& stream = reader.streams()[origin.stream];
  const std::string file = stream.file < files.files().size() ? files.files()[stream.file].path : std::string();
  const std::string where = placeText(file, stream.name) + ", offset " + std::to_string(origin.ref);
  addEvent(out, row, whole ? Part::Begin : part, where, stream.cpuGuessed && stream.cpu == row.cpu);
  addFields(out, row, record.time, whole ? Part::Begin : part, reader.tracks(), request.track);
}

// `name`, if not null: set to that of the record.
bool describePart(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer,
                  const DescribeRequest& request, Part part, DescribedMark& out, NameId* name = nullptr) {
  const Time time = part == Part::Begin ? request.begin : std::max(request.end, request.lastsTo);
  return findRecord(reader, files, indexer, request.stream, time,
                    [&](ChunkReplay& replay, const RecordBatch& batch, uint32_t i) {
                      if (!matches(batch.records[i], request, part)) return false;
                      if (name != nullptr) *name = batch.records[i].name;
                      describeRecord(reader, files, replay, batch, i, request, part, out);
                      return true;
                    });
}

// Looks for what begins when a state of a thread ends: on which CPU it runs or, if it was off the CPU and not runnable,
// who woke it.
void describeNext(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer,
                  const DescribeRequest& request, NameId name, DescribedMark& out) {
  if (reader.tracks()[request.track].key.kind != TrackKind::ThreadState || request.end <= request.begin) return;
  const ThreadState ended = threadStateOf(reader.names().view(name));
  const bool slept = ended > ThreadState::Runnable && ended < ThreadState::Dead;
  findRecord(reader, files, indexer, request.stream, request.end,
             [&](ChunkReplay& replay, const RecordBatch& batch, uint32_t i) {
               const Record& record = batch.records[i];
               const bool begins = record.kind == RecordKind::Begin && record.time == request.end;
               if (!begins || record.track != request.track) return false;
               const ThreadState next = threadStateOf(reader.names().view(record.name));
               if (next == ThreadState::Running) {
                 out.runsOn = StateRecord(record).cpu();
               } else if (next == ThreadState::Runnable && slept && StateRecord(record).isWoken()) {
                 EventRow row;
                 row.detailed = true;
                 replay.describe(batch, i, row);
                 addRelated(out, row);
               }
               return true;
             });
}

}  // namespace

DescribedMark describeMark(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer,
                           const DescribeRequest& request) {
  DescribedMark out;
  if (request.stream >= reader.streams().size() + reader.merges().size()) return out;
  if (request.track >= reader.tracks().size()) return out;
  NameId name = kNoName;
  bool begin = describePart(reader, files, indexer, request, Part::Begin, out, &name);
  bool end = std::max(request.end, request.lastsTo) > request.begin &&
             describePart(reader, files, indexer, request, Part::End, out);
  out.found = begin || end;
  if (end) describeNext(reader, files, indexer, request, name, out);
  return out;
}

}  // namespace tp
