// Archives that would take too much, or lead out of themselves.
#include "core/io/archive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "core/io/sources.h"
#include "core/io/tar.h"
#include "tests/support/archives.h"
#include "tests/support/heap.h"

namespace tp {
namespace {

using test::deflated;
using test::expand;
using test::Member;
using test::padded;
using test::tar;
using test::tarHeader;
using test::textOf;
using test::zip;
using test::zstd;

const std::vector<Member>& kMembers = test::someMembers();

// Counts what it is given, and keeps none of it.
class CountingStore final : public UnpackStore {
 public:
  std::unique_ptr<UnpackedFile> file() override {
    struct File final : UnpackedFile {
      explicit File(uint64_t& sum) : total(sum) {}
      std::span<std::byte> room() override { return bytes; }
      void filled(size_t count) override { total += count; }
      std::shared_ptr<ByteSource> finish() override { return std::make_shared<BlockSource>(); }
      uint64_t& total;
      std::vector<std::byte> bytes = std::vector<std::byte>(size_t{1} << 20);
    };
    return std::make_unique<File>(total);
  }
  uint64_t total = 0;
};

// Frames one after the other are one file.
std::string zeros(uint64_t megabytes) {
  std::string frame = zstd(std::string(size_t{16} << 20, '\0')), out;
  for (uint64_t i = 0; i < megabytes / 16; ++i) out += frame;
  return out;
}

// All layers of a file take from one limit.
TEST(Archive, LayersHaveOneLimit) {
  ArchiveLimits limits;
  limits.always = uint64_t{1} << 20;
  auto refused = expand("bomb.gz.gz", deflated(deflated(std::string(size_t{32} << 20, '\0'), 31), 31), limits);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("is larger than"), std::string::npos);
  FileSet files;
  files.add("a.gz.gz", std::make_shared<MemorySource>(deflated(deflated("payload", 31), 31)));
  MemoryStore store;
  limits.bytes = 10;
  EXPECT_FALSE(expandArchives(files, store, limits));
  limits.bytes = 1000;
  ASSERT_TRUE(expandArchives(files, store, limits));
  EXPECT_EQ(limits.bytes, 1000 - deflated("payload", 31).size() - 7);
}

TEST(Archive, NamesCannotLeadOutOfIt) {
  auto files = expand("a.tar", tar({{"../../etc/passwd", "x"}, {"/abs", "y"}, {"./c", "z"}}));
  ASSERT_TRUE(files);
  EXPECT_EQ(textOf(*files, "a.tar/etc/passwd"), "x");
  EXPECT_EQ(textOf(*files, "a.tar/abs"), "y");
  EXPECT_EQ(textOf(*files, "a.tar/c"), "z");
}

TEST(Archive, TooMuchIsRefused) {
  ArchiveLimits limits;
  limits.bytes = 1000;
  EXPECT_FALSE(expand("a.tar.gz", deflated(std::string(100000, '\0'), 31), limits));
  EXPECT_FALSE(expand("a.zip", zip(kMembers, false), limits));
  EXPECT_TRUE(expand("a.tar", tar(kMembers), limits));
  limits.members = 2;
  EXPECT_FALSE(expand("a.tar", tar(kMembers), limits));
  EXPECT_FALSE(expand("a.zip", zip(kMembers, true), limits));
}

TEST(Archive, ABombIsRefusedAtItsBound) {
  std::string bomb = zeros(4096);
  ASSERT_LT(bomb.size(), size_t{1} << 20);
  FileSet files;
  files.add("bomb.zst", std::make_shared<MemorySource>(bomb));
  CountingStore store;
  ArchiveLimits limits;
  auto refused = expandArchives(files, store, limits);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("64 MB and 200 times its size"), std::string::npos) << refused.error().text();
  EXPECT_LT(store.total, (uint64_t{64} << 20) + 200 * bomb.size() + (uint64_t{2} << 20));
}

TEST(Archive, WhatAllMayTakeIsCountedTogether) {
  FileSet files;
  std::string half = zeros(32);
  for (const char* name : {"a.zst", "b.zst", "c.zst"}) files.add(name, std::make_shared<MemorySource>(half));
  CountingStore store;
  ArchiveLimits limits;
  limits.bytes = uint64_t{80} << 20;
  EXPECT_FALSE(expandArchives(files, store, limits));
  EXPECT_LT(store.total, uint64_t{82} << 20);
}

TEST(Archive, SmallMembersTakeLittleMemory) {
  std::vector<Member> members;
  for (int i = 0; i < 1200; ++i) members.emplace_back("d/" + std::to_string(i) + ".dat", std::string(64, 'x'));
  std::string bytes = zip(members, false);
  test::HeapGrowth heap;
  auto files = expand("tasks.zip", bytes);
  ASSERT_TRUE(files);
  EXPECT_EQ(files->files().size(), members.size());
  EXPECT_LT(heap.most(), uint64_t{4} << 20);
}

// As many as may be, and one more; in an order in which each comes before all others, and within a time that their
// number squared would take many times over.
TEST(Archive, ManyMembersAreQuicklyThereOrRefused) {
  constexpr std::chrono::seconds kMax(60);
  const size_t most = test::fewer(100000);
  std::vector<Member> members;
  for (size_t i = 0; i < most; ++i) members.emplace_back("d/" + std::to_string(10 * most - i), "");
  for (bool more : {false, true}) {
    if (more) members.emplace_back("d/more", "");
    for (bool tarred : {false, true}) {
      const std::string bytes = tarred ? tar(members) : zip(members, true);
      ArchiveLimits limits;
      limits.members = most;
      const auto begun = std::chrono::steady_clock::now();
      auto files = expand(tarred ? "a.tar" : "a.zip", bytes, limits);
      EXPECT_LT(std::chrono::steady_clock::now() - begun, kMax);
      EXPECT_EQ(files.ok(), !more);
      if (files.ok()) {
        EXPECT_EQ(files->files().size(), most);
      } else {
        EXPECT_NE(files.error().text().find("holds more than " + std::to_string(most) + " files"), std::string::npos);
      }
    }
  }
}

// Links share the map of a sparse file, and all maps together are bounded.
TEST(Archive, MapsOfSparseFilesAreBounded) {
  auto record = [](const std::string& text) {
    const size_t length = text.size() + 4;
    return std::to_string(length) + " " + text + "\n";
  };
  const std::string pax = record("GNU.sparse.major=1") + record("GNU.sparse.minor=0") + record("GNU.sparse.size=0");
  auto sparse = [&](const std::string& name, size_t parts) {
    std::string map = std::to_string(parts) + "\n";
    for (size_t i = 0; i < parts; ++i) map += "0\n0\n";
    const std::string data = padded(map, 512);
    return tarHeader("pax", pax.size(), 'x') + padded(pax, 512) + tarHeader(name, data.size(), '0') + data;
  };
  MemorySource one(sparse("a", 1000) + std::string(1024, '\0'));
  TarListing listing = listTar(one, 10);
  ASSERT_EQ(listing.members.size(), 1u);
  ASSERT_TRUE(listing.members[0].parts);
  EXPECT_EQ(listing.members[0].parts->size(), 1000u);
  const ArchiveMember copy = listing.members[0];
  EXPECT_EQ(copy.parts.get(), listing.members[0].parts.get());
  // Three times two million pieces.
  const std::string large = sparse("a", 2000000);
  MemorySource many(large + large + large + std::string(1024, '\0'));
  listing = listTar(many, 10);
  EXPECT_EQ(listing.members.size(), 2u);
  ASSERT_EQ(listing.notes.size(), 1u);
  EXPECT_NE(listing.notes[0].expected.find("pieces of sparse files"), std::string::npos);
}

}  // namespace
}  // namespace tp
