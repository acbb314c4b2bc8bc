// Archives in the place of folders: what comes out of them, and what they may not do.
#include "core/io/archive.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/io/sources.h"
#include "core/io/tar.h"
#include "tests/support/heap.h"
#include "tests/support/samples.h"

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
    std::string common =
        number(20, 2) + number(0, 2) + number(stored ? 0 : 8, 2) + number(0, 4) +
        number(crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())), 4) +
        number(data.size(), 4) + number(text.size(), 4) + number(name.size(), 2) + number(0, 2);
    directory += "PK\x01\x02" + number(20, 2) + common + number(0, 10) + number(out.size(), 4) + name;
    out += "PK\x03\x04" + common + name + data;
  }
  std::string end = "PK\x05\x06" + number(0, 4) + number(members.size(), 2) + number(members.size(), 2) +
                    number(directory.size(), 4) + number(out.size(), 4) + number(0, 2);
  return out + directory + end;
}

Result<FileSet> expand(const std::string& name, const std::string& bytes, ArchiveLimits limits = {}) {
  FileSet files;
  files.add(name, std::make_shared<MemorySource>(bytes));
  MemoryStore store;
  return expandArchives(files, store, limits);
}

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

bool notes(const FileSet& files, std::string_view words) {
  return std::any_of(files.notes().begin(), files.notes().end(),
                     [&](const Warning& note) { return note.text().find(words) != std::string::npos; });
}

// Archives made by GNU tar of a folder with a file with holes, links to it, and another one; empty where it is missing.
std::string byTar(const std::string& options) {
  std::string folder = ::testing::TempDir() + "/tracepane-tar";
  std::string command = "rm -rf '" + folder + "' && mkdir -p '" + folder + "/d' && cd '" + folder +
                        "' && printf begin > d/1.dat && truncate -s 300000 d/1.dat && printf middle >> d/1.dat" +
                        " && truncate -s 2000000 d/1.dat && printf end >> d/1.dat && truncate -s 2100000 d/1.dat" +
                        " && printf whole > d/2.dat && ln d/1.dat d/3.dat && ln d/2.dat d/4.dat" + " && tar " +
                        options + " -cf a.tar d/1.dat d/2.dat d/3.dat d/4.dat 2> /dev/null";
  return std::system(command.c_str()) == 0 ? test::readFile(folder + "/a.tar") : std::string();
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

TEST(Archive, WithinFoldersNothingIsUnpacked) {
  FileSet files;
  files.add("folder/a.tar", std::make_shared<MemorySource>(tar(kMembers)));
  auto same = expandArchives(files);
  ASSERT_TRUE(same);
  EXPECT_NE(same->find("folder/a.tar"), nullptr);
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

// `link`: what the symbolic link says.
std::string tarLink(const std::string& name, const std::string& link) {
  std::string header = tarHeader(name, 0, '2');
  std::memcpy(header.data() + 157, link.data(), link.size());
  std::memset(header.data() + 148, ' ', 8);
  unsigned sum = 0;
  for (char c : header) sum += static_cast<unsigned char>(c);
  char digits[16];
  std::snprintf(digits, sizeof digits, "%06o", sum);
  std::memcpy(header.data() + 148, digits, 7);
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

// As many as may be, and one more.
TEST(Archive, ManyMembersAreQuicklyThereOrRefused) {
  const size_t most = test::fewer(100000);
  std::vector<Member> members;
  for (size_t i = 0; i < most; ++i) members.emplace_back("d/" + std::to_string(i), "");
  for (bool more : {false, true}) {
    if (more) members.emplace_back("d/more", "");
    for (bool tarred : {false, true}) {
      const std::string bytes = tarred ? tar(members) : zip(members, true);
      ArchiveLimits limits;
      limits.members = most;
      auto files = expand(tarred ? "a.tar" : "a.zip", bytes, limits);
      EXPECT_EQ(files.ok(), !more);
      if (files.ok()) {
        EXPECT_EQ(files->files().size(), most);
      } else {
        EXPECT_NE(files.error().text().find("holds more than " + std::to_string(most) + " files"), std::string::npos);
      }
    }
  }
}

// Sixteen bytes anywhere in the directory: what they cost is told, and nothing else is lost.
TEST(Archive, DamageInADirectoryCostsLittle) {
  std::vector<Member> members;
  for (int i = 0; i < 20; ++i) members.emplace_back("d/" + std::to_string(i) + ".dat", "bytes of " + std::to_string(i));
  const std::string whole = zip(members, false);
  const size_t begin = whole.find("PK\x01\x02"), end = whole.find("PK\x05\x06");
  for (size_t at = begin; at < end; ++at) {
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
  // Its sum counts the name of the target.
  unsigned sum = 0;
  std::memset(link.data() + 148, ' ', 8);
  for (char c : link) sum += static_cast<unsigned char>(c);
  char digits[16];
  std::snprintf(digits, sizeof digits, "%06o", sum);
  std::memcpy(link.data() + 148, digits, 7);
  auto files = expand("a.tar", first + link + tar({{"d/3.dat", "three"}}));
  ASSERT_TRUE(files);
  EXPECT_TRUE(files->notes().empty());
  EXPECT_EQ(textOf(*files, "a.tar/d/2.dat"), "one");
  EXPECT_EQ(textOf(*files, "a.tar/d/3.dat"), "three");
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
