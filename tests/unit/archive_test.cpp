// Archives in the place of folders: what comes out of them.
#include "core/io/archive.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "core/io/sources.h"
#include "tests/support/archives.h"
#include "tests/support/samples.h"
#include "tests/support/scratch.h"

namespace tp {
namespace {

using test::deflated;
using test::expand;
using test::notes;
using test::padded;
using test::sumTarHeader;
using test::tar;
using test::tarHeader;
using test::textOf;
using test::zip;
using test::zstd;

const std::vector<test::Member>& kMembers = test::someMembers();

// Archives made by GNU tar of a folder with a file with holes, links to it, and another one; empty where it is missing.
std::string byTar(const std::string& options) {
  const test::Scratch scratch;
  const std::string folder = (scratch / "tar").string();
  std::string command = "mkdir -p '" + folder + "/d' && cd '" + folder +
                        "' && printf begin > d/1.dat && truncate -s 300000 d/1.dat && printf middle >> d/1.dat" +
                        " && truncate -s 2000000 d/1.dat && printf end >> d/1.dat && truncate -s 2100000 d/1.dat" +
                        " && printf whole > d/2.dat && ln d/1.dat d/3.dat && ln d/2.dat d/4.dat" + " && tar " +
                        options + " -cf a.tar d/1.dat d/2.dat d/3.dat d/4.dat 2> /dev/null";
  return std::system(command.c_str()) == 0 ? test::readFile(folder + "/a.tar") : std::string();
}

void expectMembers(const Result<FileSet>& files, const std::string& name) {
  ASSERT_TRUE(files) << name;
  EXPECT_TRUE(files->notes().empty()) << name;
  ASSERT_EQ(files->files().size(), kMembers.size()) << name;
  for (const auto& [path, text] : kMembers) EXPECT_EQ(textOf(*files, name + "/" + path), text) << name << " " << path;
}

TEST(Archive, EveryKindGivesItsMembers) {
  expectMembers(expand("a.tar", tar(kMembers)), "a.tar");
  expectMembers(expand("a.tar.gz", deflated(tar(kMembers), 31)), "a.tar.gz");
  expectMembers(expand("a.tar.zst", zstd(tar(kMembers))), "a.tar.zst");
  expectMembers(expand("a.zip", zip(kMembers, false)), "a.zip");
  expectMembers(expand("s.zip", zip(kMembers, true)), "s.zip");
}

TEST(Archive, WhatIsStoredIsReadInPlace) {
  auto files = expand("a.tar", tar(kMembers));
  ASSERT_TRUE(files);
  uint64_t offset = 0;
  const ByteSource& member = *files->find("a.tar/data/info")->source;
  EXPECT_NE(&member.origin(offset), &member);
  EXPECT_EQ(offset, 512u);
}

TEST(Archive, ACompressedFileOfItsOwnLosesItsSuffix) {
  auto files = expand("trace.dat.gz", deflated("payload", 31));
  ASSERT_TRUE(files);
  EXPECT_EQ(textOf(*files, "trace.dat"), "payload");
}

TEST(Archive, SeveralGzipMembersAreOneFile) {
  auto files = expand("a.gz", deflated("one ", 31) + deflated("two", 31));
  ASSERT_TRUE(files);
  EXPECT_EQ(textOf(*files, "a"), "one two");
}

// Whoever is given the files must find nothing left to unpack: it would have limits of its own.
TEST(Archive, AllLayersComeOutAtOnce) {
  const std::string zipped = zip(kMembers, false);
  expectMembers(expand("a.tar.gz.gz", deflated(deflated(tar(kMembers), 31), 31)), "a.tar.gz.gz");
  expectMembers(expand("a.zip.zst", zstd(zipped)), "a.zip.zst");
  auto files = expand("trace.dat.zst.gz", deflated(zstd("payload"), 31));
  ASSERT_TRUE(files);
  EXPECT_EQ(textOf(*files, "trace.dat"), "payload");
  auto again = expandArchives(*files);
  ASSERT_TRUE(again);
  EXPECT_EQ(textOf(*again, "trace.dat"), "payload");
  std::string onion = "core";
  for (int i = 0; i < 8; ++i) onion = deflated(onion, 31);
  ASSERT_TRUE(expand("a.gz", onion));
  auto refused = expand("a.gz", deflated(onion, 31));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("more than 8 times"), std::string::npos);
}

TEST(Archive, WithinFoldersNothingIsUnpacked) {
  FileSet files;
  files.add("folder/a.tar", std::make_shared<MemorySource>(tar(kMembers)));
  auto same = expandArchives(files);
  ASSERT_TRUE(same);
  EXPECT_NE(same->find("folder/a.tar"), nullptr);
}

// `link`: what the symbolic link says.
std::string tarLink(const std::string& name, const std::string& link) {
  std::string header = tarHeader(name, 0, '2');
  std::memcpy(header.data() + 157, link.data(), link.size());
  sumTarHeader(header);
  return header;
}

TEST(Archive, SymbolicLinksWithinItAreFollowed) {
  const std::string links = tarLink("d/1.dat", "real/1.dat") + tarLink("./d/2.dat", "../d/./1.dat") +
                            tarLink("d/out", "../../x") + tarLink("d/none", "gone") + tarLink("d/round", "round");
  auto files = expand("a.tar", links + tar({{"./d/real/1.dat", "one"}}));
  ASSERT_TRUE(files);
  for (const char* name : {"d/real/1.dat", "d/1.dat", "d/2.dat"})
    EXPECT_EQ(textOf(*files, std::string("a.tar/") + name), "one") << name;
  EXPECT_EQ(files->files().size(), 3u);
  EXPECT_EQ(files->notes().size(), 3u);
  EXPECT_TRUE(notes(*files, "a.tar: offset 1024: expected the file ../../x, which d/out is a link to"));
  EXPECT_TRUE(notes(*files, "offset 1536: expected the file gone"));
  EXPECT_TRUE(notes(*files, "offset 2048: expected the file round"));
}

TEST(Archive, TarsLinksAndHolesAreRead) {
  std::string whole(2100000, '\0');
  whole.replace(0, 5, "begin");
  whole.replace(300000, 6, "middle");
  whole.replace(2000000, 3, "end");
  for (const char* options :
       {"--format=gnu", "--format=gnu --sparse", "--format=pax --sparse --sparse-version=0.0",
        "--format=pax --sparse --sparse-version=0.1", "--format=pax --sparse --sparse-version=1.0", "--format=ustar"}) {
    std::string bytes = byTar(options);
    if (bytes.empty()) GTEST_SKIP() << "GNU tar is not here";
    auto files = expand("a.tar", bytes);
    ASSERT_TRUE(files) << options;
    EXPECT_TRUE(files->notes().empty()) << options << ": " << files->notes().front().text();
    EXPECT_EQ(files->files().size(), 4u) << options;
    EXPECT_TRUE(textOf(*files, "a.tar/d/1.dat") == whole) << options;
    EXPECT_TRUE(textOf(*files, "a.tar/d/3.dat") == whole) << options;
    EXPECT_EQ(textOf(*files, "a.tar/d/2.dat"), "whole") << options;
    EXPECT_EQ(textOf(*files, "a.tar/d/4.dat"), "whole") << options;
  }
}

TEST(Archive, ALinkToNothingIsTold) {
  std::string header = tarHeader("d/1.dat", 0, '1');
  auto files = expand("a.tar", header + tar(kMembers));
  ASSERT_TRUE(files);
  EXPECT_EQ(files->files().size(), kMembers.size());
  EXPECT_TRUE(notes(*files, "d/1.dat, which is a link to it"));
}

// Some old archives state the size of what is linked to, without its bytes.
TEST(Archive, ALinkOfASizeHasNoBytes) {
  std::string first = tarHeader("d/1.dat", 3, '0') + padded("one", 512);
  std::string link = tarHeader("d/2.dat", 3, '1');
  link.replace(157, 7, "d/1.dat");
  sumTarHeader(link);
  auto files = expand("a.tar", first + link + tar({{"d/3.dat", "three"}}));
  ASSERT_TRUE(files);
  EXPECT_TRUE(files->notes().empty());
  EXPECT_EQ(textOf(*files, "a.tar/d/2.dat"), "one");
  EXPECT_EQ(textOf(*files, "a.tar/d/3.dat"), "three");
}

TEST(Archive, BlocksReadAcrossTheirSeams) {
  BlockSource source;
  uint64_t size = 0;
  while (size < (uint64_t{9} << 20)) {
    std::span<std::byte> room = source.room();
    size_t count = std::min<size_t>(room.size(), 1000003);
    for (size_t i = 0; i < count; ++i) room[i] = static_cast<std::byte>((size + i) % 251);
    source.filled(count);
    size += count;
  }
  std::vector<std::byte> part = readAll(source, (uint64_t{4} << 20) - 10, 20);
  ASSERT_EQ(part.size(), 20u);
  for (size_t i = 0; i < part.size(); ++i)
    EXPECT_EQ(static_cast<uint64_t>(part[i]), ((uint64_t{4} << 20) - 10 + i) % 251);
  EXPECT_TRUE(source.view((uint64_t{4} << 20) - 10, 20).empty());
  EXPECT_EQ(source.view(uint64_t{4} << 20, 20).size(), 20u);
}

}  // namespace
}  // namespace tp
