// A kept index of a small trace of which some bytes are others: those of the file, as an accident changes them, or
// those of what is packed in it, as if somebody had made the checksum fit; or bytes that are no such file at all. A
// session that begins with it answers without harm.
#include <memory>
#include <utility>

#include "core/session/kept/kept_file.h"
#include "core/session/rows/row_table.h"
#include "core/session/scheduling/scheduling_question.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/small_traces.h"
#include "tests/support/local_session.h"

namespace {

using namespace tp;

struct Kept {
  FileSet files;
  test::KeptBlocks blocks;
  std::vector<std::byte> file;
};
// What inputs only read.
std::unique_ptr<const std::vector<Kept>> traces;

void append(std::vector<std::byte>& out, std::string_view part) {
  const Bytes bytes = std::as_bytes(std::span(part.data(), part.size()));
  out.insert(out.end(), bytes.begin(), bytes.end());
}

// What the input says: a place, what becomes of the byte there, and whether all ends there.
void damage(std::vector<std::byte>& bytes, fuzz::Input& input) {
  while (!input.empty() && !bytes.empty()) {
    const size_t at = (input.next() | size_t{input.next()} << 8) % bytes.size();
    bytes[at] ^= static_cast<std::byte>(input.next());
    if (input.next() == 0xff) bytes.resize(at);
  }
}

void ask(test::LocalSession& local) {
  Session& session = local.session;
  const TraceIndex& index = session.index();
  session.requestCalls({});
  session.ask(std::make_shared<SchedulingQuestion>(SchedulingScope()));
  RowTable rows(session);
  rows.update(0, 20, 1);
  session.beginFrame();
  std::vector<Mark> marks;
  for (TrackId id = 0; id < index.tracks().size(); ++id) {
    const size_t first = marks.size();
    session.query(id, index.begin(), index.end(), 0, marks);
    if (marks.size() > first) session.describe(id, marks[first]);
  }
  session.endFrame();
  local.finish();
  (void)local.kept();
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  std::vector<Kept> all;
  for (const FileSet& files : fuzz::smallTraces()) {
    test::LocalSession local;
    local.open(files);
    Kept& kept = all.emplace_back(Kept{files, local.kept(), {}});
    KeptFileWriter file({"trace", ""}, [&](std::string_view part) { append(kept.file, part); });
    for (const std::vector<std::byte>& block : kept.blocks) file.put(block);
    file.finish();
  }
  traces = std::make_unique<const std::vector<Kept>>(std::move(all));
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  const uint8_t choice = input.choice();
  const Kept& kept = (*traces)[(choice & 15u) % traces->size()];
  test::KeptBlocks blocks;
  if ((choice & 0x40) != 0) {
    std::vector<std::byte> file;
    if ((choice & 0x80) != 0)
      append(file, input.text());
    else
      damage(file = kept.file, input);
    (void)keptName(file);
    const auto take = [&](Bytes block) {
      blocks.emplace_back(block.begin(), block.end());
      return true;
    };
    if (!readKeptFile(file, "", take)) blocks.clear();
  } else {
    blocks = kept.blocks;
    damage(blocks[input.next() % blocks.size()], input);
  }
  test::LocalSession local(1 + (choice >> 4 & 1));
  if (local.openKept(kept.files, blocks)) ask(local);
  return 0;
}
