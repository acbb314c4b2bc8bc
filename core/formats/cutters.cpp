#include "core/formats/cutters.h"

#include "core/decode/origin.h"
#include "core/formats/ctf/cut.h"
#include "core/formats/ctf/reader.h"
#include "core/formats/lttng/cut.h"
#include "core/formats/lttng/reader.h"
#include "core/formats/tracecmd/cut.h"
#include "core/formats/tracecmd/reader.h"
#include "core/formats/uftrace/cut.h"
#include "core/formats/uftrace/reader.h"
#include "core/formats/xray/cut.h"
#include "core/formats/xray/map_text.h"
#include "core/formats/xray/reader.h"

namespace tp {
namespace {

using OpenTrace = Result<std::unique_ptr<TraceReader>> (*)(const FileSet& files);

// Reads the first records of each stream to know when the whole begins.
template <OpenTrace opens, CutTrace cuts>
Result<CutSummary> cutWithOrigin(const FileSet& files, const CutRequest& request, CutSink& sink, WarningLog& warnings) {
  CutRequest told = request;
  if (!told.origin) {
    // What can't be opened, the cutter complains of.
    const Result<std::unique_ptr<TraceReader>> reader = opens(files);
    if (reader) told.origin = originOf(**reader, files);
  }
  return cuts(files, told, sink, warnings);
}

struct Cutter {
  std::string_view format;
  CutTrace cut;
  // Writes the names that a trace does not have itself, if they are beside it. Null: it has them.
  bool (*writeNames)(const FileSet& files, CutSink& sink) = nullptr;
};

constexpr Cutter kCutters[] = {
    {"uftrace", cutWithOrigin<uftrace::open, uftrace::cut>},
    {"trace-cmd", cutWithOrigin<tracecmd::open, tracecmd::cut>},
    {"lttng", cutWithOrigin<lttng::open, lttng::cut>},
    {"ctf", cutWithOrigin<ctf::open, ctf::cut>},
    {"xray", cutWithOrigin<xray::open, xray::cut>, xray::writeMap},
};

const Cutter* find(std::string_view format) {
  for (const Cutter& one : kCutters)
    if (one.format == format) return &one;
  return nullptr;
}

}  // namespace

CutTrace cutterOf(std::string_view format) {
  const Cutter* cutter = find(format);
  return cutter != nullptr ? cutter->cut : nullptr;
}

NamesBeside writeNamesBeside(std::string_view format, const FileSet& files, CutSink& sink) {
  const Cutter* cutter = find(format);
  if (cutter == nullptr || cutter->writeNames == nullptr) return NamesBeside::Own;
  return cutter->writeNames(files, sink) ? NamesBeside::Written : NamesBeside::Missing;
}

}  // namespace tp
