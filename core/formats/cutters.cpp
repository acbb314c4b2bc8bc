#include "core/formats/cutters.h"

#include "core/decode/origin.h"
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

}  // namespace

CutTrace cutterOf(std::string_view format) {
  if (format == "uftrace") return cutWithOrigin<uftrace::open, uftrace::cut>;
  if (format == "trace-cmd") return cutWithOrigin<tracecmd::open, tracecmd::cut>;
  if (format == "lttng") return cutWithOrigin<lttng::open, lttng::cut>;
  return format == "xray" ? cutWithOrigin<xray::open, xray::cut> : nullptr;
}

bool keepsCallsWhole(std::string_view format) {
  return format == "uftrace" || format == "xray";
}

NamesBeside writeNamesBeside(std::string_view format, const FileSet& files, CutSink& sink) {
  if (format != "xray") return NamesBeside::Own;
  return xray::writeMap(files, sink) ? NamesBeside::Written : NamesBeside::Missing;
}

}  // namespace tp
