#include "core/formats/cutters.h"

#include "core/formats/lttng/cut.h"
#include "core/formats/tracecmd/cut.h"
#include "core/formats/uftrace/cut.h"
#include "core/formats/xray/cut.h"
#include "core/formats/xray/map_text.h"

namespace tp {

CutTrace cutterOf(std::string_view format) {
  if (format == "uftrace") return uftrace::cut;
  if (format == "trace-cmd") return tracecmd::cut;
  if (format == "lttng") return lttng::cut;
  return format == "xray" ? xray::cut : nullptr;
}

bool keepsCallsWhole(std::string_view format) {
  return format == "uftrace" || format == "xray";
}

NamesBeside writeNamesBeside(std::string_view format, const FileSet& files, CutSink& sink) {
  if (format != "xray") return NamesBeside::Own;
  return xray::writeMap(files, sink) ? NamesBeside::Written : NamesBeside::Missing;
}

}  // namespace tp
