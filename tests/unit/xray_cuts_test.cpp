// XRay logs out of which bytes were cut: what is lost is lost where it was, and everything else is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "core/formats/xray/log_header.h"
#include "tests/support/decode_all.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp::xray {
namespace {

constexpr size_t kRecord = 32;  // of a basic log

std::string logOf(const std::string& name) {
  return test::readFile(test::samplesPath("xray") + "/" + name + "/log.xray");
}

// A log, and what the window has of it.
struct Opened {
  explicit Opened(const std::string& bytes) {
    local.open(test::fileInMemory("log.xray", bytes));
    EXPECT_EQ(local.session.phase(), Phase::Ready) << local.session.error();
  }

  const TraceIndex& index() const { return local.session.index(); }
  uint64_t records() const { return index().records(); }
  // Ids of the threads of which something is lost.
  std::set<int64_t> losing() const {
    std::set<int64_t> out;
    for (const TrackLosses& one : index().losses()) out.insert(index().tracks()[one.track].key.tid);
    return out;
  }
  // By the id of the thread: how many of its calls have a duration.
  std::map<int64_t, size_t> calls() {
    std::map<int64_t, size_t> out;
    for (TrackId track = 0; track < index().tracks().size(); ++track) {
      if (index().tracks()[track].key.kind != TrackKind::Thread) continue;
      std::vector<Mark> marks;
      local.session.query(track, index().begin(), index().end(), 0, marks);
      out[index().tracks()[track].key.tid] = marks.size();
    }
    return out;
  }
  std::string warnings() const {
    std::string all;
    for (const Warning& warning : index().warnings()) all += warning.text() + '\n';
    return all;
  }

  test::LocalSession local;
};

std::string without(const std::string& bytes, size_t at, size_t count) {
  return bytes.substr(0, at) + bytes.substr(at + count);
}

uint32_t threadAt(const std::string& bytes, size_t at) {
  uint32_t tid = 0;
  std::memcpy(&tid, bytes.data() + at + 16, sizeof tid);
  return tid;
}

// Eight bytes are a function's record, so the records around the cut are whole.
TEST(XrayCuts, ABufferThatLacksBytesIsALossOfItsThread) {
  const std::string bytes = logOf("fdr-threads");
  Opened whole(bytes);
  // The second buffer: its size, then its thread.
  uint64_t first = 0, size = 0;
  std::memcpy(&first, bytes.data() + LogHeader::kSize + 1, sizeof first);
  const size_t second = LogHeader::kSize + 16 + static_cast<size_t>(first);
  std::memcpy(&size, bytes.data() + second + 1, sizeof size);
  int32_t tid = 0;
  std::memcpy(&tid, bytes.data() + second + 17, sizeof tid);
  Opened cut(without(bytes, second + 16 + static_cast<size_t>(size) / 16 * 8, 24));
  EXPECT_EQ(cut.losing(), std::set<int64_t>{tid}) << cut.warnings();
  ASSERT_EQ(cut.index().losses().size(), 1u);
  EXPECT_EQ(cut.index().losses()[0].places, 1u);
  EXPECT_NE(cut.warnings().find("some are missing, nobody knows where"), std::string::npos) << cut.warnings();
  std::map<int64_t, size_t> before = whole.calls(), after = cut.calls();
  EXPECT_EQ(after.size(), before.size());
  for (const auto& [thread, calls] : before)
    EXPECT_EQ(after[thread], thread != tid ? calls : 1u) << thread;  // the loss alone
}

// Whatever is cut out or put in, the records behind it are found again.
TEST(XrayCuts, RecordsOutOfStepAreFoundAgain) {
  const std::string bytes = logOf("basic-threads");
  Opened whole(bytes);
  const size_t threads = whole.calls().size();
  for (size_t count : {1, 4, 8, 20, 31, 32 + 4, 640 + 12}) {
    for (size_t place : {bytes.size() / 2, bytes.size() / 3, size_t{32 + 96}, bytes.size() - 200}) {
      for (size_t within : {0, 4, 13, 24}) {
        const size_t at = place / kRecord * kRecord + within;
        if (at + count > bytes.size()) continue;
        SCOPED_TRACE(std::to_string(count) + " bytes at " + std::to_string(at));
        Opened cut(without(bytes, at, count));
        EXPECT_GE(cut.records() + count / kRecord + 4, whole.records()) << cut.warnings();
        EXPECT_EQ(cut.calls().size(), threads);
        EXPECT_LE(cut.losing().size(), 2u);
        EXPECT_LE(cut.index().warningCount(), 3u) << cut.warnings();
        EXPECT_NE(cut.warnings().find("expected"), std::string::npos);
      }
    }
  }
}

TEST(XrayCuts, TheLossIsOfTheThreadAroundIt) {
  const std::string bytes = logOf("basic-threads");
  const size_t at = bytes.size() / 2 / kRecord * kRecord;
  ASSERT_EQ(threadAt(bytes, at - kRecord), threadAt(bytes, at + 2 * kRecord));
  Opened cut(without(bytes, at + 8, 4));
  EXPECT_EQ(cut.losing(), std::set<int64_t>{threadAt(bytes, at)}) << cut.warnings();
  EXPECT_NE(cut.warnings().find("bytes that are none, behind which records go on out of step"), std::string::npos)
      << cut.warnings();
}

// The same records, of which each thread has one in turn: such a log is read in one piece.
std::string inTurns(const std::string& bytes) {
  std::map<uint32_t, std::vector<size_t>> of;
  for (size_t at = LogHeader::kSize; at + kRecord <= bytes.size(); at += kRecord) of[threadAt(bytes, at)].push_back(at);
  std::string out = bytes.substr(0, LogHeader::kSize);
  for (size_t turn = 0; out.size() < bytes.size(); ++turn)
    for (const auto& [tid, places] : of)
      if (turn < places.size()) out += bytes.substr(places[turn], kRecord);
  return out;
}

TEST(XrayCuts, InALogOfOnePieceTheyAreFoundAsWell) {
  const std::string bytes = inTurns(logOf("basic-threads"));
  Opened whole(bytes);
  const size_t at = bytes.size() / 2 / kRecord * kRecord;
  Opened cut(without(bytes, at + 8, 4));
  EXPECT_GE(cut.records() + 3, whole.records()) << cut.warnings();
  EXPECT_EQ(cut.calls().size(), whole.calls().size());
  EXPECT_GE(cut.losing().size(), 1u);
  EXPECT_LE(cut.losing().size(), 2u);
}

TEST(XrayCuts, WithoutFurtherRecordsTheRestIsLostForEveryThread) {
  for (bool turns : {false, true}) {
    SCOPED_TRACE(turns);
    std::string bytes = logOf("basic-threads");
    if (turns) bytes = inTurns(bytes);
    const size_t from = bytes.size() / 2 / kRecord * kRecord;
    std::fill(bytes.begin() + static_cast<ptrdiff_t>(from), bytes.end(), '\xff');
    std::set<int64_t> threads;
    for (size_t at = LogHeader::kSize; at < from; at += kRecord) threads.insert(threadAt(bytes, at));
    Opened cut(bytes);
    EXPECT_EQ(cut.losing(), threads) << cut.warnings();
    EXPECT_LE(cut.index().warningCount(), 2u) << cut.warnings();
    EXPECT_NE(cut.warnings().find("what follows is lost for every thread"), std::string::npos) << cut.warnings();
  }
}

}  // namespace
}  // namespace tp::xray
