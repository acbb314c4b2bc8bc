#include "tests/support/archives.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/io/sources.h"

namespace tp::test {
namespace {

std::string number(uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(i < 8 ? value >> 8 * i : 0);
  return out;
}

}  // namespace

std::string padded(std::string text, size_t to) {
  text.resize((text.size() + to - 1) / to * to, '\0');
  return text;
}

void sumTarHeader(std::string& header) {
  unsigned sum = 0;
  std::memset(header.data() + 148, ' ', 8);
  for (char c : header) sum += static_cast<unsigned char>(c);
  char digits[16];
  std::snprintf(digits, sizeof digits, "%06o", sum);
  std::memcpy(header.data() + 148, digits, 7);
}

std::string tarHeader(const std::string& name, size_t size, char type) {
  std::string header(512, '\0');
  char digits[16];
  std::memcpy(header.data(), name.data(), std::min<size_t>(name.size(), 100));
  std::snprintf(digits, sizeof digits, "%011o", static_cast<unsigned>(size));
  std::memcpy(header.data() + 124, digits, 12);
  header[156] = type;
  std::memcpy(header.data() + 257, "ustar", 6);
  sumTarHeader(header);
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

const std::vector<Member>& someMembers() {
  static const std::vector<Member> kMembers = {{"data/info", "hello"},
                                               {"data/1.dat", std::string(70000, 'x') + "end"},
                                               {"data/" + std::string(120, 'n'), "long"}};
  return kMembers;
}

Result<FileSet> expand(const std::string& name, const std::string& bytes, ArchiveLimits limits) {
  FileSet files;
  files.add(name, std::make_shared<MemorySource>(bytes));
  MemoryStore store;
  return expandArchives(files, store, limits);
}

std::string textOf(const FileSet& files, const std::string& path) {
  const FileEntry* entry = files.find(path);
  return entry != nullptr ? std::string(asText(readAll(*entry->source))) : "(none)";
}

bool notes(const FileSet& files, std::string_view words) {
  return std::any_of(files.notes().begin(), files.notes().end(),
                     [&](const Warning& note) { return note.text().find(words) != std::string::npos; });
}

}  // namespace tp::test
