// The fields of a trace by name: those that its records have.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "core/io/local_files.h"
#include "core/session/fields/field_names_question.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

std::vector<NamedField> fieldsOf(const std::string& path, uint32_t workers) {
  auto files = openLocalFiles({path});
  if (!files) return {};
  test::LocalSession local(workers);
  local.open(*files);
  auto question = std::make_shared<FieldNamesQuestion>();
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  return question->fields();
}

const NamedField* find(const std::vector<NamedField>& all, const std::string& event, const std::string& field) {
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const NamedField& one) { return one.event == event && one.field == field; });
  return found != all.end() ? &*found : nullptr;
}

TEST(FieldNames, AreThoseOfTheEvents) {
  for (uint32_t workers : {1u, 3u}) {
    const std::vector<NamedField> all = fieldsOf(test::dataPath("tracecmd/threads.dat"), workers);
    const NamedField* priority = find(all, "sched_switch", "next_prio");
    const NamedField* name = find(all, "sched_switch", "next_comm");
    ASSERT_NE(priority, nullptr);
    ASSERT_NE(name, nullptr);
    EXPECT_TRUE(priority->number);
    EXPECT_FALSE(name->number);
    EXPECT_EQ(find(all, "sched_switch", "common_pid"), nullptr) << "all events have it";
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  }
}

TEST(FieldNames, AreArgumentsAndResultsOfCalls) {
  const std::vector<NamedField> all = fieldsOf(test::samplesPath("uftrace") + "/fib-args/uftrace.data", 2);
  if (all.empty()) GTEST_SKIP() << "the samples are not here";
  EXPECT_NE(find(all, "fib", "arg1"), nullptr);
  EXPECT_NE(find(all, "fib", "retval"), nullptr);
}

}  // namespace
}  // namespace tp
