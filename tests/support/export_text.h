// A trace as an export has it, for tests of the writers.
#pragma once

#include <string>

#include "core/export/trace_export.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp::test {

class ExportedTrace {
 public:
  // `path` within the repository.
  explicit ExportedTrace(const std::string& path) {
    auto opened = openLocalFiles({test::sourcePath(path)});
    if (opened) files = std::move(*opened);
    local.open(files);
  }

  const TraceIndex& index() const { return local.session.index(); }

  std::string write(std::unique_ptr<ExportWriter> writer, const std::string& filter = {}, Time from = 0, Time to = -1) {
    auto reader = openTrace(files);
    if (!reader) return {};
    ExportScope scope;
    scope.from = from;
    scope.to = to;
    FilterError error;
    auto compiled = filter.empty() ? std::nullopt : Filter::compile(filter, (*reader)->info().clock, error);
    if (compiled) scope.filter = &*compiled;
    ExportTracks tracks(index().tracks());
    for (const Lane& lane : index().lanes()) tracks.use(lane.track);
    TraceExport exporting(**reader, files, tracks, scope, *writer);
    std::string out;
    while (exporting.step(out)) {
    }
    return out;
  }

  FileSet files;
  LocalSession local;
};

}  // namespace tp::test
