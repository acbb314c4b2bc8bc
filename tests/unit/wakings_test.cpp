// Who woke whom, as a list of the states that the wakings began: as many as are counted, and of that waker.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "core/session/scheduling/scheduling_question.h"
#include "core/session/slices/slices_question.h"
#include "tests/support/each_trace.h"
#include "tests/support/opened_by.h"
#include "ui/view/slice_conditions.h"

namespace tp {
namespace {

class Wakings : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Each, Wakings, testing::ValuesIn(test::eachTrace(2)), test::traceTestName);

std::shared_ptr<SlicesQuestion> listed(test::LocalSession& local, const Waking& waking) {
  SliceQuery query;
  query.kind = SliceKind::States;
  query.filter = ui::wakingCondition(local.session.index(), waking);
  auto question = std::make_shared<SlicesQuestion>(query);
  local.session.ask(question);
  local.finish();
  return question;
}

TEST_P(Wakings, AreStatesThatTheyBegan) {
  test::openedBy1And3(GetParam(), [&](test::LocalSession& local) {
    auto scheduling = std::make_shared<SchedulingQuestion>(SchedulingScope{});
    local.session.ask(scheduling);
    local.finish();
    const std::vector<Waking>& wakers = scheduling->scheduling().wakers;
    // The most frequent ones come first.
    for (size_t i = 0; i < std::min<size_t>(wakers.size(), 12); ++i) {
      const auto question = listed(local, wakers[i]);
      EXPECT_EQ(question->listed().count + question->listed().unknown, wakers[i].count) << question->query().filter;
      const TraceIndex& index = local.session.index();
      const std::string waker =
          wakerName(index.tracks(), index.names(), wakers[i].waker, wakers[i].context, wakers[i].handler);
      for (const SortedSlice& one : question->slices()) {
        EXPECT_EQ(one.slice.track, wakers[i].woken);
        EXPECT_EQ(index.names().view(one.slice.caller), waker);
      }
    }
  });
}

}  // namespace
}  // namespace tp
