// Whom an interrupt within another wakes is woken by that one: tests/data/lttng/make_nested.py says which woke whom.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/io/local_files.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp::lttng {
namespace {

class LttngNested : public testing::Test {
 protected:
  void SetUp() override {
    auto files = openLocalFiles({test::dataPath("lttng/nested/data")});
    ASSERT_TRUE(files);
    local_.open(*files);
    ASSERT_EQ(local_.session.phase(), Phase::Ready);
  }

  const TraceIndex& index() { return local_.session.index(); }
  std::vector<Mark> marks(TrackId track) {
    std::vector<Mark> found;
    local_.session.query(track, index().begin(), index().end(), 0, found);
    local_.finish();
    found.clear();
    local_.session.query(track, index().begin(), index().end(), 0, found);
    return found;
  }
  // What the thread's last wait for a CPU says that it was woken by.
  Description::Link wokenBy(int64_t tid) {
    const TrackId state = index().tracks().find({TrackKind::ThreadState, -1, tid, -1, ""});
    Mark waits;
    for (const Mark& mark : marks(state))
      if (index().names().view(mark.name) == "runnable" && mark.begin > waits.begin) waits = mark;
    local_.session.describe(state, waits);
    local_.finish();
    const Description* description = local_.session.description();
    if (description == nullptr || !description->found || description->links.empty()) return {};
    return description->links[0];
  }

  test::LocalSession local_;
};

TEST_F(LttngNested, TheInnermostIsWhoWokeAThread) {
  struct Expected {
    int64_t tid;
    const char *name, *slice;
  };
  const Expected all[] = {{201, "hardirq irq 17", "irq 17"},
                          {202, "hardirq irq 16", "irq 16"},
                          {203, "hardirq irq 14", "irq 14"},
                          {204, "hardirq irq 14", "irq 14"},
                          {205, "softirq 1", "softirq 1"}};
  for (const Expected& expected : all) {
    const Description::Link link = wokenBy(expected.tid);
    EXPECT_EQ(link.label, "woken by") << expected.tid;
    EXPECT_EQ(link.name, expected.name) << expected.tid;
    ASSERT_LT(link.track, index().tracks().size()) << expected.tid;
    // In the row of the link is the one that it names, and nothing is open above it.
    uint16_t top = 0;
    std::string_view there;
    for (const Mark& mark : marks(link.track)) {
      if (mark.begin > link.time || mark.end <= link.time) continue;
      top = std::max(top, mark.depth);
      if (mark.depth == link.depth) there = index().names().view(mark.name);
    }
    EXPECT_EQ(there, expected.slice) << expected.tid;
    EXPECT_EQ(link.depth, top) << expected.tid;
  }
}

}  // namespace
}  // namespace tp::lttng
