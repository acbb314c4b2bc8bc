// Archives in the place of folders: what comes out of them, and what they may not do.
#include "core/io/archive.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <cstring>

#include "core/io/sources.h"

namespace tp {
namespace {

using Member = std::pair<std::string, std::string>;

std::string padded(std::string text, size_t to) {
  text.resize((text.size() + to - 1) / to * to, '\0');
  return text;
}

std::string tarHeader(const std::string& name, size_t size, char type) {
  std::string header(512, '\0');
  char digits[16];
  std::memcpy(header.data(), name.data(), std::min<size_t>(name.size(), 100));
  std::snprintf(digits, sizeof digits, "%011o", static_cast<unsigned>(size));
  std::memcpy(header.data() + 124, digits, 12);
  header[156] = type;
  std::memcpy(header.data() + 257, "ustar", 6);
  std::memset(header.data() + 148, ' ', 8);
  unsigned sum = 0;
  for (char c : header) sum += static_cast<unsigned char>(c);
  std::snprintf(digits, sizeof digits, "%06o", sum);
  std::memcpy(header.data() + 148, digits, 7);
  return header;
}

std::string tar(const std::vector<Member>& members) {
  std::string out;
  for (const auto& [name, text] : members) {
    if (name.size() > 100) out += tarHeader("././@LongLink", name.size() + 1, 'L') + padded(name + '\0', 512);
    out += tarHeader(name, text.size(), '0') + padded(text, 512);
  }
  return out + std::string(1024, '\0');
}

std::string deflated(const std::string& text, int window) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

std::string zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

std::string number(uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(i < 8 ? value >> 8 * i : 0);
  return out;
}

std::string zip(const std::vector<Member>& members, bool stored) {
  std::string out, directory;
  for (const auto& [name, text] : members) {
    std::string data = stored ? text : deflated(text, -15);
    std::string common = number(20, 2) + number(0, 2) + number(stored ? 0 : 8, 2) + number(0, 8) +
                         number(data.size(), 4) + number(text.size(), 4) + number(name.size(), 2) + number(0, 2);
    directory += "PK\x01\x02" + number(20, 2) + common + number(0, 10) + number(out.size(), 4) + name;
    out += "PK\x03\x04" + common + name + data;
  }
  std::string end = "PK\x05\x06" + number(0, 4) + number(members.size(), 2) + number(members.size(), 2) +
                    number(directory.size(), 4) + number(out.size(), 4) + number(0, 2);
  return out + directory + end;
}

Result<FileSet> expand(const std::string& name, const std::string& bytes, const ArchiveLimits& limits = {}) {
  FileSet files;
  files.add(name, std::make_shared<MemorySource>(bytes));
  return expandArchives(files, limits);
}

std::string textOf(const FileSet& files, const std::string& path) {
  const FileEntry* entry = files.find(path);
  return entry != nullptr ? std::string(asText(readAll(*entry->source))) : "(none)";
}

const std::vector<Member> kMembers = {
    {"data/info", "hello"}, {"data/1.dat", std::string(70000, 'x') + "end"}, {"data/" + std::string(120, 'n'), "long"}};

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

TEST(Archive, WithinFoldersNothingIsUnpacked) {
  FileSet files;
  files.add("folder/a.tar", std::make_shared<MemorySource>(tar(kMembers)));
  auto same = expandArchives(files);
  ASSERT_TRUE(same);
  EXPECT_NE(same->find("folder/a.tar"), nullptr);
}

TEST(Archive, NamesCannotLeadOutOfIt) {
  auto files = expand("a.tar", tar({{"../../etc/passwd", "x"}, {"/abs", "y"}, {"./c", "z"}}));
  ASSERT_TRUE(files);
  EXPECT_EQ(textOf(*files, "a.tar/etc/passwd"), "x");
  EXPECT_EQ(textOf(*files, "a.tar/abs"), "y");
  EXPECT_EQ(textOf(*files, "a.tar/c"), "z");
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
