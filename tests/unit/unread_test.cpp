// What of a track has not been read yet: known while the trace is indexed, and nothing in the end.
#include "ui/timeline/unread.h"

#include <gtest/gtest.h>

#include "core/io/local_files.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp::ui {
namespace {

TEST(Unread, IsBehindWhatIsDrawnUntilAllIsRead) {
  const FileSet files = *openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  test::LocalSession local;
  size_t unread = 0;
  local.open(files, 4096, [&] {
    const TraceIndex& index = local.session.index();
    for (TrackId id = 0; id < index.tracks().size(); ++id) {
      const std::optional<Time> until = readUntil(index, id);
      if (!until) continue;
      ++unread;
      EXPECT_GE(*until, index.begin());
      EXPECT_LE(*until, index.end());
    }
  });
  EXPECT_GT(unread, 0u);
  const TraceIndex& index = local.session.index();
  for (TrackId id = 0; id < index.tracks().size(); ++id) EXPECT_FALSE(readUntil(index, id)) << id;
}

}  // namespace
}  // namespace tp::ui
