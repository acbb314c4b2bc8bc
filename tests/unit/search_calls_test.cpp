// What is looked for is found once in each call, though both of its records have the name.
#include <gtest/gtest.h>

#include <map>

#include "core/analysis/event_merge.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "core/session/search/search_question.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "tests/support/uftrace_dump.h"

namespace tp {
namespace {

uint64_t hitsOf(const FileSet& files, JobKind kind, const RowQuery& query, uint32_t workers) {
  test::LocalSession local(workers);
  local.open(files);
  auto question = std::make_shared<SearchQuestion>(kind, query);
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  return question->count();
}

// The arguments are on the entry of a call, how long it took and what it returned on its exit: a filter asks for both.
TEST(Search, AnExitHasTheArgumentsOfItsEntry) {
  const std::string folder = test::samplesPath("uftrace") + "/fib-args";
  uint64_t large = 0, slow = 0;
  for (const test::DumpedCall& call : test::dumpedCalls(test::readFile(folder + "/ref/dump.txt"))) {
    if (call.name != "fib" || call.end < 0 || call.args.empty() || call.args[0] <= 4) continue;
    ++large;
    slow += call.end - call.begin > 2000 ? 1 : 0;
  }
  ASSERT_GT(large, slow);
  ASSERT_GT(slow, 0u);
  auto files = openLocalFiles({folder + "/uftrace.data"});
  ASSERT_TRUE(files);
  auto hits = [&](const char* filter, uint32_t workers) {
    return hitsOf(*files, JobKind::Filter, {RowQuery::Kind::Filter, filter}, workers);
  };
  for (uint32_t workers : {1u, 2u, 3u, 8u}) {
    EXPECT_EQ(hits("name == fib && arg1 > 4", workers), large);
    EXPECT_EQ(hits("name == fib && arg1 > 4 && dur > 2us", workers), slow);
    EXPECT_EQ(hits("name == fib && arg1 > 4 && retval > 0", workers), large);
  }
}

TEST(Search, ACallIsOneHit) {
  for (const char* path : {"assets/samples/kitchen/data", "tests/data/xray/fdr-v3.xray"}) {
    auto files = openLocalFiles({test::sourcePath(path)});
    ASSERT_TRUE(files);
    // Calls by name: their entries, and the exits of which no entry was recorded.
    std::map<std::string, uint64_t> calls, records;
    std::map<TrackId, std::vector<bool>> open;
    auto reader = openTrace(*files);
    ASSERT_TRUE(reader);
    EventMerge merge(**reader, *files);
    for (EventRow row; merge.next();) {
      const Record& record = merge.record();
      merge.describe(row);
      const std::string name(row.name);
      if (record.kind != RecordKind::Begin && record.kind != RecordKind::End) continue;
      std::vector<bool>& stack = open[record.track];
      const bool ends = record.kind == RecordKind::End && record.depth < stack.size();
      stack.resize(record.depth);
      if (record.kind == RecordKind::Begin) stack.push_back(true);
      ++records[name];
      calls[name] += !ends;
    }
    ASSERT_GT(calls.size(), 2u) << path;
    int looked = 0;
    for (const auto& [name, count] : calls) {
      // Of a name that stands in no other one, nor in what is said of other records.
      const RowQuery query{RowQuery::Kind::Text, name};
      if (hitsOf(*files, JobKind::Filter, query, 1) != records[name]) continue;
      ++looked;
      for (uint32_t workers : {1u, 3u}) EXPECT_EQ(hitsOf(*files, JobKind::Search, query, workers), count) << name;
    }
    EXPECT_GT(looked, 0) << path;
  }
}

}  // namespace
}  // namespace tp
