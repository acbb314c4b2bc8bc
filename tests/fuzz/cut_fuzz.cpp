// A small trace of any format, as filesOf() takes its files, of which a part is cut; the last two bytes say which part,
// and whether names stay. The cut is opened as a trace.
#include "tests/fuzz/fuzz_support.h"
#include "tests/support/memory_cut.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tp;
  fuzz::Input input(data, size);
  const uint8_t choice = input.choice(), part = input.choice();
  const FileSet files = fuzz::filesOf(input.text(), "");
  auto reader = openTrace(files);
  if (!reader) return 0;
  CutRequest request;
  request.anonymise = (choice & 1) != 0;
  const TraceInfo& info = (*reader)->info();
  if ((choice & 2) != 0 && info.begin <= info.end) {
    request.from = info.begin + (info.end - info.begin) / 256 * part;
    request.to = request.from + (info.end - info.begin) / 4;
  }
  if ((choice & 4) != 0) request.tids = {part, 10, 11};
  if ((choice & 8) != 0) request.cpus = {0};
  WarningLog warnings;
  const FileSet cut = test::cutOf(files, request, warnings);
  if (!cut.empty()) fuzz::exerciseTrace(cut, static_cast<uint8_t>(choice >> 4));
  return 0;
}
