// Several small traces beside each other: a line of options (JoinOptions::text()), and the files as filesOf() takes
// them; the last byte is the task.
#include "core/joint/open_traces.h"
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tp;
  fuzz::Input input(data, size);
  const fuzz::Task task = fuzz::Task::of(input.choice());
  JoinOptions options = JoinOptions::of(input.line());
  std::string text = options.text();
  if (JoinOptions::of(text).text() != text) __builtin_trap();
  FileSet files = fuzz::filesOf(input.text(), "");
  if (task.kind == fuzz::Task::Kind::Index) {
    fuzz::exerciseIndex(files, 2, task.pieceBytes, options);
    return 0;
  }
  FileSet chosen = chosenFiles(files, options);
  if (auto reader = openTraces(chosen, options)) fuzz::exercise(**reader, chosen, task);
  return 0;
}
