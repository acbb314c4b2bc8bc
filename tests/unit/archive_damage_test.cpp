// Archives that are cut or damaged: what they cost is told, and nothing else is lost.
#include "core/io/archive.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/io/local_files.h"
#include "tests/support/archives.h"
#include "tests/support/decode_all.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

using test::deflated;
using test::expand;
using test::Member;
using test::notes;
using test::padded;
using test::tar;
using test::tarHeader;
using test::textOf;
using test::zip;
using test::zstd;

const std::vector<Member>& kMembers = test::someMembers();

// What is there of it may be no trace without the rest. Nobody is sent for files that the archive has.
TEST(Archive, OneThatIsCutBeforeItHoldsATraceSaysSoOnce) {
  FileSet folder = *openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  std::vector<Member> members;
  for (const FileEntry& file : folder.files())
    if (file.baseName().ends_with(".dat")) members.insert(members.begin(), {file.path, textOf(folder, file.path)});
  ASSERT_GT(members.size(), 1u);
  const std::string whole = tar(members);
  test::LocalSession local;
  const size_t first = 2 * 512 + padded(members[0].second, 512).size();
  local.open(test::fileInMemory("cut.tar", whole.substr(0, first + members[1].second.size() / 2)));
  EXPECT_EQ(
      local.session.error(),
      "cut.tar: holds nothing that can be opened (cut.tar: expected a whole tar archive, found one that is cut or "
      "damaged)");
}

// A header that is lost costs its own file.
TEST(Archive, ALostHeaderIsReadOver) {
  const std::string first = tarHeader("a", 5, '0') + padded("first", 512),
                    last = tarHeader("c", 4, '0') + padded("last", 512), end(1024, '\0');
  for (const char* lost : {"zeros", "noise"}) {
    const bool zeros = std::string_view(lost) == "zeros";
    const std::string block(512, zeros ? '\0' : 'x');
    // With what its file holds behind it, and without.
    for (const std::string& bytes : {padded("second", 512), std::string()}) {
      auto files = expand("a.tar", first + block + bytes + last + end);
      ASSERT_TRUE(files);
      EXPECT_EQ(textOf(*files, "a.tar/a"), "first") << lost;
      EXPECT_EQ(textOf(*files, "a.tar/c"), "last") << lost;
      EXPECT_TRUE(notes(*files, "a.tar: offset 1024: expected the header of a file")) << lost;
      EXPECT_TRUE(notes(*files, "read on at offset " + std::to_string(1536 + bytes.size()))) << lost;
    }
  }
  EXPECT_TRUE(expand("a.tar", first + std::string(512, '\0'))->notes().empty()) << "many end with one block";
}

TEST(Archive, WhatIsBehindTheEndIsReadAndToldOf) {
  const std::string whole = tar({{"a", "first"}}), other = tar({{"b", "second"}});
  auto files = expand("a.tar", whole + std::string(8192, '\0') + other);
  ASSERT_TRUE(files);
  EXPECT_EQ(textOf(*files, "a.tar/a"), "first");
  EXPECT_EQ(textOf(*files, "a.tar/b"), "second");
  EXPECT_EQ(files->notes().size(), 1u);
  EXPECT_TRUE(notes(*files, "offset " + std::to_string(whole.size() + 8192) + ": expected nothing behind the end"));
  files = expand("a.tar", whole + "signature");
  ASSERT_TRUE(files);
  EXPECT_TRUE(notes(*files, "offset " + std::to_string(whole.size()) + ": expected nothing behind the end"));
  EXPECT_TRUE(expand("a.tar", whole + std::string(100000, '\0'))->notes().empty());
}

TEST(Archive, ACutOneGivesWhatItHoldsAndSaysSo) {
  std::string whole = tar(kMembers);
  auto files = expand("a.tar", whole.substr(0, 20000));
  ASSERT_TRUE(files);
  EXPECT_EQ(files->notes().size(), 1u);
  EXPECT_EQ(textOf(*files, "a.tar/data/info"), "hello");
  std::string packed = zstd(whole);
  for (size_t size = 0; size < packed.size(); ++size) (void)expand("a.tar.zst", packed.substr(0, size));
  EXPECT_FALSE(expand("a.zip", zip(kMembers, false).substr(0, 200)));
}

// Sixteen bytes anywhere in the directory: what they cost is told, and nothing else is lost.
TEST(Archive, DamageInADirectoryCostsLittle) {
  std::vector<Member> members;
  for (int i = 0; i < 20; ++i) members.emplace_back("d/" + std::to_string(i) + ".dat", "bytes of " + std::to_string(i));
  const std::string whole = zip(members, false);
  const size_t begin = whole.find("PK\x01\x02"), end = whole.find("PK\x05\x06");
  for (size_t at = begin; at < end; at += test::kSlowBuild ? 7 : 1) {
    std::string bytes = whole;
    for (size_t i = at; i < std::min(at + 16, end); ++i) bytes[i] = static_cast<char>(bytes[i] ^ 0x5a);
    auto files = expand("a.zip", bytes);
    // Where its size is damaged, a member may be larger than anything may be.
    if (!files) continue;
    EXPECT_FALSE(files->notes().empty()) << at - begin;
    size_t same = 0;
    for (const auto& [name, text] : members) same += textOf(*files, "a.zip/" + name) == text ? 1 : 0;
    EXPECT_GE(same + 2, members.size()) << at - begin;
  }
  // Without any entry, all are taken by their own headers.
  std::string none = whole;
  for (size_t i = begin; i < end; ++i) none[i] = 'x';
  auto files = expand("a.zip", none);
  ASSERT_TRUE(files);
  EXPECT_TRUE(notes(*files, "offset " + std::to_string(begin) + ": expected an entry of the directory"));
  EXPECT_TRUE(notes(*files, "expected 20 entries"));
  for (const auto& [name, text] : members) EXPECT_EQ(textOf(*files, "a.zip/" + name), text);
}

TEST(Archive, WrongChecksumsAreTold) {
  for (bool stored : {false, true}) {
    std::string bytes = zip(kMembers, stored);
    size_t at = bytes.find("PK\x01\x02");
    bytes[at + 16] = static_cast<char>(bytes[at + 16] ^ 1);
    auto files = expand("a.zip", bytes);
    ASSERT_TRUE(files);
    EXPECT_TRUE(notes(*files, "the CRC of the file data/info")) << stored;
    EXPECT_EQ(files->notes().size(), 1u);
    EXPECT_EQ(files->files().size(), kMembers.size());
  }
  std::string packed = deflated("some words", 31);
  packed[packed.size() - 5] = static_cast<char>(packed[packed.size() - 5] ^ 1);
  packed[packed.size() - 8] = static_cast<char>(packed[packed.size() - 8] ^ 1);
  auto files = expand("a.dat.gz", packed);
  ASSERT_TRUE(files);
  EXPECT_TRUE(notes(*files, "checksum"));
  EXPECT_EQ(textOf(*files, "a.dat"), "some words");
}

}  // namespace
}  // namespace tp
