// A small trace of any format, as filesOf() takes its files, written for another tool; the last byte says for which,
// and whether all of it.
#include "core/export/file_export.h"
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tp;
  fuzz::Input input(data, size);
  uint8_t choice = input.choice();
  FileSet files = fuzz::filesOf(input.text(), "");
  auto reader = openTrace(files);
  if (!reader) return 0;
  ExportRequest request;
  request.format = static_cast<ExportFormat>(choice % static_cast<uint8_t>(ExportFormat::Count));
  request.title = "x";
  request.end = 100;
  if ((choice & 64) != 0) request.to = 1000000;
  for (TrackId id = 0; id < (*reader)->tracks().size(); ++id) request.tracks.push_back((*reader)->tracks()[id]);
  request.used.assign(request.tracks.size(), true);
  FilterError error;
  std::optional<Filter> filter;
  if ((choice & 128) != 0) {
    request.rows.text = "dur > 10 || name =~ a || x == 3";
    filter = Filter::compile(request.rows.text, ClockInfo{}, error);
  }
  auto exporting = makeFileExport(request, **reader, files, filter ? &*filter : nullptr);
  if (!exporting) return 0;
  std::string out;
  for (bool more = true; more; out.clear()) more = exporting->step(out);
  return 0;
}
