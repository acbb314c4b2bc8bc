#include "core/formats/cutters.h"

#include "core/formats/lttng/cut.h"
#include "core/formats/tracecmd/cut.h"
#include "core/formats/uftrace/cut.h"
#include "core/formats/xray/cut.h"
#include "core/formats/xray/map_text.h"

namespace tp {

namespace {

struct Cutter {
  std::string_view format;
  CutTrace cut;
  // Writes the names that a trace does not have itself, if they are beside it. Null: it has them.
  bool (*writeNames)(const FileSet& files, CutSink& sink) = nullptr;
};

constexpr Cutter kCutters[] = {
    {"uftrace", uftrace::cut},
    {"trace-cmd", tracecmd::cut},
    {"lttng", lttng::cut},
    {"xray", xray::cut, xray::writeMap},
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
