#include "core/formats/xray/cut.h"

#include "core/decode/open_calls.h"
#include "core/decode/stream_driver.h"
#include "core/formats/xray/log_cut.h"
#include "core/formats/xray/logs.h"
#include "core/formats/xray/reader.h"
#include "core/io/byte_writer.h"

namespace tp::xray {
namespace {

// Returns the header of the file or, if that is damaged, one that says what was found out by the records.
std::vector<std::byte> headerOf(const Log& log) {
  const LogHeader& header = log.header;
  if (!header.guessed) return readAll(*log.file->source, 0, LogHeader::kSize);
  // Both bits are set by every runtime: the TSC goes at a constant rate, and never stops.
  constexpr uint32_t kFlags = 3;
  ByteWriter out(header.endian);
  out.u16(header.version);
  out.u16(static_cast<uint16_t>(header.mode));
  out.u32(kFlags);
  out.u64(header.frequency);
  out.u64(header.bufferSize);
  std::vector<std::byte> bytes = out.take();
  bytes.resize(LogHeader::kSize);
  return bytes;
}

// Returns the offsets of the records outside of the range that begin or end a call of which a part is within it.
std::set<uint64_t> callsAround(const FileSet& files, const CutRequest& request, TraceReader& reader) {
  std::set<uint64_t> found;
  for (size_t stream = 0; request.around && stream < reader.streams().size(); ++stream) {
    StreamDriver driver(reader, stream);
    RecordBatch batch;
    OpenCalls open;
    bool begun = false;
    auto keepOpen = [&] {
      if (std::exchange(begun, true)) return;
      for (const OpenCalls::Place& place : open.places())
        if (place.size > 0) found.insert(place.ref);
    };
    while (driver.pull(batch, files) == RecordDriver::Step::Batch)
      for (const Record& record : Records(batch)) {
        if (record.kind == RecordKind::Lost) open.clear();
        if (record.time >= request.from) keepOpen();
        if (record.time <= request.to)
          open.take(record);
        else if (open.takeEnd(record) && record.size > 0)
          found.insert(record.ref);
      }
    keepOpen();
  }
  return found;
}

}  // namespace

Result<CutSummary> cut(const FileSet& files, const CutRequest& request, CutSink& sink, WarningLog& warnings) {
  const std::vector<Log> logs = findLogs(files);
  if (logs.size() != 1)
    return Error{files.displayName(), kNoOffset, "a cut is of one log, and there are " + std::to_string(logs.size())};
  const Log& log = logs.front();
  Result<std::unique_ptr<TraceReader>> reader = open(files);
  if (!reader) return reader.error();
  TraceReader& trace = **reader;
  FunctionNames functions(trace.names(), trace.warnings());
  const Shared shared{*log.file, log.header, functions, trace, {}};
  sink.begin(log.file->baseName());
  std::vector<std::byte> header = headerOf(log);
  // A count of 0 stands for none.
  if (request.origin && *request.origin > 0 && header.size() == LogHeader::kSize)
    storeOrigin(static_cast<uint64_t>(*request.origin), log.header.endian, header);
  sink.write(header);
  const LogCut cutting{shared, request, sink, callsAround(files, request, trace)};
  const CutSummary summary = log.header.mode == Mode::Basic ? cutBasic(cutting) : cutFdr(cutting);
  warnings.append(trace.warnings());
  return summary;
}

}  // namespace tp::xray
