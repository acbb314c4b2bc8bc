#include "core/formats/xray/cut.h"

#include "core/formats/xray/log_cut.h"
#include "core/formats/xray/logs.h"
#include "core/formats/xray/reader.h"

namespace tp::xray {
namespace {

template <class T>
void append(T value, Endian endian, std::vector<std::byte>& out) {
  if (endian == Endian::Big) value = detail::swapBytes(value);
  const auto bytes = std::as_bytes(std::span(&value, 1));
  out.insert(out.end(), bytes.begin(), bytes.end());
}

// Returns the header of the file or, if that is damaged, one that says what was found out by the records.
std::vector<std::byte> headerOf(const Log& log) {
  const LogHeader& header = log.header;
  if (!header.guessed) return readAll(*log.file->source, 0, LogHeader::kSize);
  // Both bits are set by every runtime: the TSC goes at a constant rate, and never stops.
  constexpr uint32_t kFlags = 3;
  std::vector<std::byte> out;
  append(header.version, header.endian, out);
  append(static_cast<uint16_t>(header.mode), header.endian, out);
  append(kFlags, header.endian, out);
  append(header.frequency, header.endian, out);
  append(header.bufferSize, header.endian, out);
  out.resize(LogHeader::kSize);
  return out;
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
  sink.write(headerOf(log));
  const LogCut cutting{shared, request, sink};
  const uint64_t records = log.header.mode == Mode::Basic ? cutBasic(cutting) : cutFdr(cutting);
  warnings.append(trace.warnings());
  return CutSummary{records};
}

}  // namespace tp::xray
