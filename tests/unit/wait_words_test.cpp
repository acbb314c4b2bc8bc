// What is said of waits, on recordings whose text was read by hand.
#include "core/analysis/waits/wait_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/analysis/waits/interrupt_source.h"
#include "core/export/why_text.h"
#include "core/io/local_files.h"
#include "core/session/scheduling/cpu_work_question.h"
#include "tests/support/samples.h"
#include "tests/support/waits_of.h"

namespace tp {
namespace {

class WaitWordsTest : public testing::Test {
 protected:
  void open(const std::string& path) {
    auto files = openLocalFiles({path});
    ASSERT_TRUE(files);
    local_.open(*files);
    graph_ = test::waitsOf(local_);
  }
  TrackId thread(int64_t tid) const {
    for (const TrackId one : graph_->threads())
      if (local_.session.index().tracks()[one].key.tid == tid) return one;
    return kNoTrack;
  }
  WaitContext context() const { return {*graph_, local_.session.index()}; }
  CpuWork workOf(const PathSegment& segment) {
    const auto scope = cpuWorkScope(local_.session.index().tracks(), segment);
    if (!scope) return {};
    auto question = std::make_shared<CpuWorkQuestion>(*scope);
    local_.session.ask(question);
    local_.finish();
    return question->work();
  }

  test::LocalSession local_;
  std::shared_ptr<const WaitGraph> graph_;
};

TEST_F(WaitWordsTest, AWaitForACpuNamesWhoRanThere) {
  open(test::samplesPath("tracecmd") + "/v7-zstd-gcc");
  const TrackId waits = thread(13650);
  ASSERT_NE(waits, kNoTrack);
  const auto path = criticalPath(*graph_, waits, 2060943088255, 2060958120988);
  ASSERT_EQ(path.size(), 1u);
  const CpuWork work = workOf(path[0]);
  const WaitWords words = segmentWords(context(), path[0], &work);
  EXPECT_EQ(
      words.text(),
      "trace-cmd 13650 waited 15.0 ms for CPU 1: WriterThread 12668 ran 10.9 ms (priority 120), ld 13681 ran 3.99 "
      "ms (priority 120), softirq RCU 34.7 \u00b5s, memfd:sealed-91 4830 ran 27.2 \u00b5s (priority 120), 4 others "
      "32.8 \u00b5s");
  const auto link = std::find_if(words.parts.begin(), words.parts.end(),
                                 [&](const WaitWords::Part& part) { return part.track == thread(12668); });
  ASSERT_NE(link, words.parts.end());
  EXPECT_EQ(link->time, 2060943088255);
  // Without the interrupts, the threads' times are with them.
  EXPECT_EQ(segmentWords(context(), path[0]).text().find(", softirq "), std::string::npos);
  EXPECT_EQ(waitWords(context(), waits, 2060943088255, &work).text(),
            words.text().substr(std::string("trace-cmd 13650 ").size()) + "; woken by a hardirq of unknown handler");
}

// Of each segment of each thread there is a sentence, and what it links to is there.
TEST_F(WaitWordsTest, EachSegmentHasASentence) {
  for (const char* name : {"/lost-overwrite", "/v6-sched-syscalls", "/v7-instances"}) {
    open(test::samplesPath("tracecmd") + name);
    const TraceIndex& index = local_.session.index();
    bool lost = false;
    for (const TrackId one : graph_->threads()) {
      const auto path = criticalPath(*graph_, one, index.begin(), index.end());
      for (const PathSegment& segment : path) {
        const WaitWords words = segmentWords(context(), segment);
        EXPECT_FALSE(words.empty());
        for (const WaitWords::Part& part : words.parts)
          if (part.track != kNoTrack) {
            EXPECT_LT(part.track, index.tracks().size());
          }
        lost = lost || words.text().find("were lost") != std::string::npos;
        if (segment.depth == 0) {
          EXPECT_FALSE(waitWords(context(), one, segment.begin).empty());
        }
      }
      const auto shares = pathShares(path, index.tracks(), index.names());
      EXPECT_FALSE(rangeWords(context(), one, shares).empty());
    }
    // The first two have lost records, as `info` lists them.
    EXPECT_EQ(lost, std::string(name) != "/v7-instances") << name;
  }
}

TEST(InterruptSources, AreToldByTheirNames) {
  EXPECT_EQ(interruptSource("virtio1-req.0"), "the disk");
  EXPECT_EQ(interruptSource("NET_RX"), "the network");
  EXPECT_EQ(interruptSource("hrtimer_wakeup"), "a timer");
  EXPECT_EQ(interruptSource("TIMER"), "a timer");
  EXPECT_EQ(interruptSource("Rescheduling interrupts"), "another CPU");
  EXPECT_EQ(interruptSource("something"), "");
  EXPECT_EQ(interruptSource(""), "");
}

// The report says once that records are missing, and its columns do not touch, however long a part is.
TEST_F(WaitWordsTest, AReportCanBeRead) {
  open(test::samplesPath("tracecmd") + "/lost-overwrite");
  bool missing = false;
  for (const TrackId one : graph_->threads()) {
    const std::string report = whyReport(context(), whyThread(context(), one, 0, local_.session.index().end()));
    missing = missing || report.find("(no waking was recorded, and records are missing)\n") != std::string::npos;
    EXPECT_EQ(report.find("missing), records"), std::string::npos) << report;
    // The time before the trace begins is the longest part.
    const std::string first = report.substr(report.find("\nthe longest of "));
    const size_t line = first.find('\n', 1) + 1;
    EXPECT_EQ(first.substr(line, 16), std::string(14, ' ') + "0 ") << first.substr(line, 40);
  }
  EXPECT_TRUE(missing);
}

}  // namespace
}  // namespace tp
