// The index of a trace as a value: its bytes do not depend on the workers, and a session that is given it answers as
// the one that made it.
#include <gtest/gtest.h>

#include <cctype>

#include "core/io/local_files.h"
#include "tests/support/each_trace.h"
#include "tests/support/local_session.h"

namespace tp {
namespace {

// Where two indexes differ, and what is there as text; empty if they do not.
std::string difference(Bytes a, Bytes b) {
  size_t at = 0;
  while (at < std::min(a.size(), b.size()) && a[at] == b[at]) ++at;
  if (at == a.size() && at == b.size()) return "";
  const auto around = [at](Bytes bytes) {
    const size_t from = std::min(at - std::min<size_t>(at, 40), bytes.size());
    std::string text;
    for (const std::byte one : bytes.subspan(from, std::min<size_t>(80, bytes.size() - from)))
      text += std::isprint(static_cast<int>(one)) != 0 ? static_cast<char>(one) : '.';
    return text;
  };
  return "at " + std::to_string(at) + " of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) + ": " +
         around(a) + " | " + around(b);
}

std::string difference(const test::KeptBlocks& a, const test::KeptBlocks& b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const std::string found = difference(Bytes(a[i]), Bytes(b[i]));
    if (!found.empty()) return "block " + std::to_string(i) + " " + found;
  }
  return a.size() == b.size() ? "" : std::to_string(a.size()) + " blocks and " + std::to_string(b.size());
}

class KeptIndex : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    files_ = *openLocalFiles({GetParam()});
    whole_.open(files_);
    if (whole_.session.phase() != Phase::Ready) GTEST_SKIP() << whole_.session.error();
    blocks_ = whole_.kept();
    ASSERT_FALSE(blocks_.empty());
  }

  FileSet files_;
  test::LocalSession whole_;
  test::KeptBlocks blocks_;
};

TEST_P(KeptIndex, TheBytesAreThoseOfAnyWorkers) {
  for (const uint32_t workers : {2u, 3u, 8u}) {
    test::LocalSession local(workers, workers);
    local.open(files_);
    EXPECT_EQ(difference(local.kept(), blocks_), "") << workers << " workers";
  }
}

TEST_P(KeptIndex, WhatIsReadIsWrittenAgain) {
  for (const uint32_t workers : {1u, 3u}) {
    test::LocalSession local(workers);
    ASSERT_TRUE(local.openKept(files_, blocks_)) << local.session.error();
    EXPECT_EQ(difference(local.kept(), blocks_), "") << workers << " workers";
  }
}

INSTANTIATE_TEST_SUITE_P(Recorded, KeptIndex, testing::ValuesIn(test::eachTrace(0)), test::traceTestName);

}  // namespace
}  // namespace tp
