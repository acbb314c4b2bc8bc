// The thread of the window that answers questions in SQL: answers, questions that are given up, and its end.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>

#include "core/io/local_files.h"
#include "core/session/sql/sql_result.h"
#include "native/window/sql_thread.h"
#include "tests/support/samples.h"
#include "tests/support/sql_answers.h"

namespace tp {
namespace {

const char* const kEndless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c";

FileSet kitchen() {
  return *openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
}
FileSet family() {
  return *openLocalFiles({test::sourcePath("assets/samples/family/data")});
}

// The thread, and what has come of its questions, by their ids.
class Asked {
 public:
  native::SqlThread& thread() { return thread_; }
  void ask(uint32_t id, const std::string& text) {
    const SqlRequest request{.id = id, .text = text};
    results_.emplace(id, SqlResult(request));
    thread_.ask(request);
  }
  const SqlResult& result(uint32_t id) { return results_.at(id); }
  // Waits until the question has come as far as this stage. Returns false if it takes too long.
  bool reaches(uint32_t id, SqlStage stage) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < until) {
      thread_.deliver([this](Bytes reply) {
        for (auto& [number, result] : results_) result.receive(reply);
      });
      if (results_.at(id).stage() >= stage) return true;
      std::unique_lock<std::mutex> lock(mutex_);
      woken_.wait_for(lock, std::chrono::milliseconds(100));
    }
    return false;
  }

 private:
  std::mutex mutex_;
  std::condition_variable woken_;
  std::map<uint32_t, SqlResult> results_;
  native::SqlThread thread_{[this] { woken_.notify_one(); }};
};

TEST(SqlThread, AnswersAsInOneThread) {
  Asked asked;
  asked.thread().open(kitchen(), {});
  test::SqlAnswers alone(kitchen());
  const char* const texts[] = {"SELECT name, count(*), sum(dur) FROM slice GROUP BY name ORDER BY name",
                               "SELECT count(*) FROM thread", "SELECT nothing"};
  for (uint32_t id = 1; id <= 3; ++id) asked.ask(id, texts[id - 1]);
  for (uint32_t id = 1; id <= 3; ++id) {
    ASSERT_TRUE(asked.reaches(id, SqlStage::Done));
    const SqlResult& found = asked.result(id);
    const SqlResult expected = alone.answer({.id = id, .text = texts[id - 1]});
    EXPECT_EQ(found.stage(), expected.stage());
    EXPECT_EQ(found.error(), expected.error());
    ASSERT_EQ(found.rows(), expected.rows());
    for (size_t row = 0; row < expected.rows(); ++row)
      for (size_t column = 0; column < expected.columns().size(); ++column) {
        EXPECT_EQ(found.cell(row, column).integer, expected.cell(row, column).integer);
        EXPECT_EQ(found.cell(row, column).text, expected.cell(row, column).text);
      }
  }
}

TEST(SqlThread, AnswersTheNextQuestionAfterOneThatWasStopped) {
  Asked asked;
  asked.thread().open(kitchen(), {});
  asked.ask(1, kEndless);
  asked.ask(2, "SELECT 2");
  asked.ask(3, "SELECT count(*) FROM slice");
  ASSERT_TRUE(asked.reaches(1, SqlStage::Reading));
  // One that waits is forgotten.
  asked.thread().stop(2);
  asked.thread().stop(1);
  ASSERT_TRUE(asked.reaches(3, SqlStage::Done));
  EXPECT_EQ(asked.result(1).stage(), SqlStage::Failed);
  EXPECT_EQ(asked.result(1).error(), "stopped");
  EXPECT_EQ(asked.result(2).stage(), SqlStage::Waiting);
  EXPECT_EQ(asked.result(3).stage(), SqlStage::Done) << asked.result(3).error();
  EXPECT_GT(asked.result(3).cell(0, 0).integer, 0);
  // What is over, or was never asked, can't be stopped.
  asked.thread().stop(3);
  asked.thread().stop(9);
  asked.ask(4, "SELECT 4");
  ASSERT_TRUE(asked.reaches(4, SqlStage::Done));
  EXPECT_EQ(asked.result(4).stage(), SqlStage::Done);
}

TEST(SqlThread, AnotherTraceEndsTheQuestions) {
  Asked asked;
  asked.thread().open(kitchen(), {});
  asked.ask(1, kEndless);
  asked.ask(2, "SELECT 2");
  ASSERT_TRUE(asked.reaches(1, SqlStage::Reading));
  asked.thread().open(family(), {});
  asked.ask(3, "SELECT count(*) FROM slice");
  ASSERT_TRUE(asked.reaches(3, SqlStage::Done));
  EXPECT_EQ(asked.result(3).cell(0, 0).integer,
            test::SqlAnswers(family()).answer({.id = 1, .text = "SELECT count(*) FROM slice"}).cell(0, 0).integer);
  EXPECT_EQ(asked.result(1).stage(), SqlStage::Reading);
  EXPECT_EQ(asked.result(2).stage(), SqlStage::Waiting);
}

TEST(SqlThread, EndsWhileAQuestionIsAnswered) {
  for (const SqlStage stage : {SqlStage::Waiting, SqlStage::Opening, SqlStage::Reading}) {
    Asked asked;
    asked.thread().open(kitchen(), {});
    asked.ask(1, kEndless);
    EXPECT_TRUE(asked.reaches(1, stage));
  }
  // And if nobody has asked.
  Asked asked;
  asked.thread().open(kitchen(), {});
}

}  // namespace
}  // namespace tp
