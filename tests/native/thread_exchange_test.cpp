// What is packed in a trace is unpacked once, however many threads decode it, and the index is the same.
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>

#include "core/io/local_files.h"
#include "native/pool/thread_pool.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

using Side = UnpackExchange::Side;

// Unpacks to the offset, again and again.
UnpackEnd::Unpack filled(uint64_t offset, size_t words, std::atomic<int>& count) {
  return [=, &count](Unpacked& out) {
    ++count;
    std::span<std::byte> room = out.room(words * sizeof offset);
    for (size_t i = 0; i < words; ++i) std::memcpy(room.data() + i * sizeof offset, &offset, sizeof offset);
    out.good = true;
  };
}

void expectFilled(const Unpacked& unpacked, uint64_t offset, size_t words) {
  std::span<const std::byte> bytes = unpacked.bytes();
  ASSERT_EQ(bytes.size(), words * sizeof offset);
  for (size_t i = 0; i < words; ++i)
    ASSERT_EQ(std::memcmp(bytes.data() + i * sizeof offset, &offset, sizeof offset), 0);
}

TEST(ThreadExchange, UnpacksOnceForBoth) {
  constexpr size_t kWords = 512;
  constexpr int kChunks = 2000;
  native::ThreadExchange exchange;
  std::atomic<int> count = 0;
  auto read = [&](Side side) {
    auto end = exchange.end(7, side);
    for (uint64_t offset = 10; offset < 10 + kChunks; ++offset) {
      while (side == Side::Stream && exchange.ahead(7)) std::this_thread::yield();
      expectFilled(end->get(offset, filled(offset, kWords, count)), offset, kWords);
    }
    // Who is done first needs nothing of what follows; here nothing does.
    while (count < kChunks) std::this_thread::yield();
  };
  std::thread merge(read, Side::Merge);
  read(Side::Stream);
  merge.join();
  EXPECT_EQ(count, kChunks);
}

TEST(ThreadExchange, KeepsNothingForWhoHasPassedOrGone) {
  native::ThreadExchange exchange;
  std::atomic<int> count = 0;
  constexpr size_t kWords = size_t{1} << 18;  // two megabytes
  auto stream = exchange.end(0, Side::Stream);
  auto merge = exchange.end(0, Side::Merge);
  merge->get(100, filled(100, kWords, count));
  EXPECT_FALSE(exchange.ahead(0));
  stream->get(50, filled(50, kWords, count));
  EXPECT_FALSE(exchange.ahead(0)) << "the merge is past it";
  expectFilled(stream->get(100, filled(100, kWords, count)), 100, kWords);
  EXPECT_EQ(count, 2);
  stream->get(200, filled(200, kWords, count));
  EXPECT_TRUE(exchange.ahead(0));
  merge->get(300, filled(300, kWords, count));
  EXPECT_FALSE(exchange.ahead(0)) << "the merge has left it out";
  stream->get(400, filled(400, kWords, count));
  EXPECT_TRUE(exchange.ahead(0));
  merge.reset();
  EXPECT_FALSE(exchange.ahead(0));
  stream->get(500, filled(500, kWords, count));
  EXPECT_FALSE(exchange.ahead(0));
  EXPECT_EQ(count, 6);
}

TEST(ThreadExchange, WhatIsKeptIsBounded) {
  native::ThreadExchange exchange;
  std::atomic<int> count = 0;
  constexpr size_t kWords = size_t{1} << 18;
  auto stream = exchange.end(0, Side::Stream), merge = exchange.end(0, Side::Merge);
  for (uint64_t offset = 0; offset < 20; ++offset) stream->get(offset, filled(offset, kWords, count));
  for (uint64_t offset = 0; offset < 20; ++offset)
    expectFilled(merge->get(offset, filled(offset, kWords, count)), offset, kWords);
  EXPECT_EQ(count, 20 + 12);
}

// Records of each stream, and what all tracks show.
std::vector<std::string> indexed(Session& session) {
  std::vector<std::string> out;
  const TraceIndex& index = session.index();
  for (const auto& stream : index.streams()) out.push_back(stream.name + " " + std::to_string(stream.records));
  for (TrackId track = 0; track < index.tracks().size(); ++track) {
    std::vector<Mark> marks;
    session.query(track, index.begin(), index.end(), kLevels - 1, marks);
    std::string text = index.tracks()[track].name;
    for (const Mark& mark : marks)
      (text += ' ') += std::to_string(mark.begin) + '-' + std::to_string(mark.end) + ':' + std::to_string(mark.count);
    out.push_back(text);
  }
  std::sort(out.begin(), out.end());
  return out;
}

void expectTheSameOfSeveralThreads(const std::string& path) {
  auto files = openLocalFiles({path});
  ASSERT_TRUE(files) << path;
  test::LocalSession alone;
  alone.open(*files);
  ASSERT_EQ(alone.session.phase(), Phase::Ready) << path;
  for (uint32_t threads : {2u, 3u, 5u}) {
    native::ThreadPool pool(threads, nullptr);
    Session session(pool);
    session.beginOpen(files->displayName(), 0);
    pool.open(*files);
    while (session.phase() != Phase::Ready && session.phase() != Phase::Failed) {
      pool.wait();
      pool.deliver(session);
    }
    EXPECT_EQ(indexed(session), indexed(alone.session)) << path << ", threads: " << threads;
    EXPECT_EQ(session.index().warningCount(), alone.session.index().warningCount()) << path;
  }
}

TEST(ThreadExchange, TheIndexIsThatOfOneThread) {
  for (const char* name : {"v7-zstd.dat", "v7-zlib.dat", "v7-none.dat"})
    expectTheSameOfSeveralThreads(test::dataPath(std::string("tracecmd/") + name));
  std::string root = test::samplesPath("tracecmd");
  for (const char* name : {"v7-zlib-syscalls", "lost-overwrite", "v7-instances", "v7-stacktrace", "v7-none-sched"})
    expectTheSameOfSeveralThreads(root + "/" + name + "/trace.dat");
}

}  // namespace
}  // namespace tp
