#include "core/formats/tracecmd/cut.h"

#include <algorithm>
#include <cstring>

#include "core/decode/origin.h"
#include "core/formats/tracecmd/cut_container.h"
#include "core/formats/tracecmd/metadata.h"

namespace tp::tracecmd {

// trace-cmd makes a new line of the last byte.
std::vector<std::byte> originOption(Time origin) {
  const std::string text = originText(origin);
  std::vector<std::byte> value(text.size());
  std::memcpy(value.data(), text.data(), text.size());
  return value;
}

bool isOrigin(uint16_t id, Bytes value) {
  return id == kCpuStat && readOrigin(asText(value)).has_value();
}

Result<CutSummary> cut(const FileSet& files, const CutRequest& request, CutSink& sink, WarningLog& warnings) {
  std::vector<const FileEntry*> traces;
  for (const FileEntry& entry : files.files())
    if (int version = 0; isTraceFile(*entry.source, version)) traces.push_back(&entry);
  if (traces.size() != 1)
    return Error{files.displayName(), kNoOffset,
                 "a cut is of one trace.dat, and there are " + std::to_string(traces.size())};
  const FileEntry& entry = *traces.front();
  const Result<TraceFile> file = readTraceFile(entry, warnings);
  if (!file) return file.error();
  const auto isLatency = [](const auto& one) { return one.first == "latency trace"; };
  if (std::any_of(file->metadata.begin(), file->metadata.end(), isLatency))
    warnings.add(entry.path, kNoOffset, "records",
                 request.anonymise ? "the text of a latency tracer, which is left out"
                                   : "the text of a latency tracer, all of which is kept");
  Pseudonyms names;
  const CutFile cut(entry, *file, request, names, warnings);
  if (file->version == 6) return writeVersion6(cut, sink);
  return writeVersion7(cut, sink);
}

}  // namespace tp::tracecmd
