#include "core/io/archive.h"

#include <algorithm>

#include "core/io/sources.h"
#include "core/io/tar.h"
#include "core/io/unpack.h"
#include "core/io/zip.h"

namespace tp {
namespace {

std::string megabytes(uint64_t bytes) {
  return std::to_string(bytes >> 20) + " MB";
}

// Without leading slashes and what leads out of the archive; empty where nothing is left.
std::string cleaned(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    size_t slash = name.find('/');
    std::string_view part = name.substr(0, slash);
    name.remove_prefix(slash == std::string_view::npos ? name.size() : slash + 1);
    if (part.empty() || part == "." || part == "..") continue;
    if (!out.empty()) out += '/';
    out += part;
  }
  return out;
}

// What is left of "trace.dat.gz".
std::string withoutSuffix(std::string_view name) {
  for (std::string_view suffix : {".gz", ".zst", ".zstd"})
    if (name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix)
      return std::string(name.substr(0, name.size() - suffix.size()));
  return std::string(name);
}

bool namedAsArchive(std::string_view name) {
  for (std::string_view suffix : {".tar", ".gz", ".tgz", ".zst", ".zstd", ".tzst", ".zip"})
    if (name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix) return true;
  return false;
}

class Expander {
 public:
  Expander(FileSet& out, const ArchiveLimits& limits) : out_(out), bytesLeft_(limits.bytes), limits_(limits) {}

  // An Error with an empty message: all is well.
  Error add(const FileEntry& entry);

 private:
  Error tar(const FileEntry& entry, std::shared_ptr<ByteSource> source);
  Error zip(const FileEntry& entry);
  Error packed(const FileEntry& entry, Compression compression);
  Error put(const FileEntry& entry, std::string_view member, std::shared_ptr<ByteSource> source);
  Error tooLarge(const FileEntry& entry) const {
    return {entry.path, kNoOffset,
            "is larger than " + megabytes(limits_.bytes) + " when unpacked; unpack it and drop the folder instead"};
  }
  static Error fine() { return {}; }

  FileSet& out_;
  uint64_t bytesLeft_;
  const ArchiveLimits& limits_;
  size_t members_ = 0;
};

Error Expander::put(const FileEntry& entry, std::string_view member, std::shared_ptr<ByteSource> source) {
  std::string name = cleaned(member);
  if (name.empty()) return fine();
  if (++members_ > limits_.members)
    return {entry.path, kNoOffset, "holds more than " + std::to_string(limits_.members) + " files"};
  out_.add(entry.path + "/" + name, std::move(source), entry.drop);
  return fine();
}

Error Expander::add(const FileEntry& entry) {
  constexpr size_t kTarHeader = 512;
  std::vector<std::byte> head = readAll(*entry.source, 0, kTarHeader);
  std::string_view magic = asText(head).substr(0, 4);
  if (magic == "PK\x03\x04" || magic == "PK\x05\x06") return zip(entry);
  if (Compression compression = compressionOf(head); compression != Compression::None)
    return packed(entry, compression);
  if (isTarHeader(head)) return tar(entry, entry.source);
  out_.add(entry.path, entry.source, entry.drop);
  return fine();
}

Error Expander::tar(const FileEntry& entry, std::shared_ptr<ByteSource> source) {
  TarListing listing = listTar(*source, limits_.members);
  if (listing.more) return {entry.path, kNoOffset, "holds more than " + std::to_string(limits_.members) + " files"};
  if (!listing.whole)
    out_.note({entry.path, kNoOffset, "a whole tar archive", "one that is cut or damaged; what it holds is read"});
  for (const ArchiveMember& member : listing.members)
    if (Error error = put(entry, member.name, std::make_shared<SliceSource>(source, member.offset, member.size));
        !error.message.empty())
      return error;
  return fine();
}

Error Expander::packed(const FileEntry& entry, Compression compression) {
  Unpacked unpacked = unpack(*entry.source, compression, bytesLeft_);
  if (unpacked.tooLarge) return tooLarge(entry);
  bytesLeft_ -= std::min(bytesLeft_, unpacked.source->size());
  if (unpacked.source->size() == 0 && !unpacked.whole) return {entry.path, 0, "can't be unpacked: it is damaged"};
  if (!unpacked.whole)
    out_.note({entry.path, kNoOffset, "a whole compressed file", "one that is cut or damaged; what it holds is read"});
  if (isTarHeader(readAll(*unpacked.source, 0, 512))) return tar(entry, unpacked.source);
  out_.add(withoutSuffix(entry.path), unpacked.source, entry.drop);
  return fine();
}

Error Expander::zip(const FileEntry& entry) {
  auto members = listZip(*entry.source, limits_.members);
  if (!members) {
    Error error = members.error();
    error.file = entry.path;
    return error;
  }
  for (const ZipMember& member : *members) {
    uint64_t offset = 0;
    if (!zipDataOffset(*entry.source, member, offset)) {
      out_.note({entry.path, member.header, "the file " + member.name, "something else; it is left out"});
      continue;
    }
    if (member.encrypted || (member.method != 0 && member.method != 8)) {
      out_.note({entry.path, member.header, "the file " + member.name + " stored or deflated",
                 (member.encrypted ? std::string("it encrypted") : "method " + std::to_string(member.method)) +
                     "; it is left out"});
      continue;
    }
    auto slice = std::make_shared<SliceSource>(entry.source, offset, member.packed);
    std::shared_ptr<ByteSource> source = slice;
    if (member.method == 8) {
      if (member.size > bytesLeft_) return tooLarge(entry);
      Unpacked unpacked = unpack(*slice, Compression::Deflate, bytesLeft_);
      if (unpacked.tooLarge) return tooLarge(entry);
      bytesLeft_ -= std::min(bytesLeft_, unpacked.source->size());
      if (!unpacked.whole)
        out_.note(
            {entry.path, offset, "the file " + member.name, "one that is damaged; what can be read of it is read"});
      source = unpacked.source;
    }
    if (Error error = put(entry, member.name, std::move(source)); !error.message.empty()) return error;
  }
  return fine();
}

}  // namespace

Result<FileSet> expandArchives(const FileSet& files, const ArchiveLimits& limits) {
  FileSet out;
  for (const Warning& note : files.notes()) out.note(note);
  Expander expander(out, limits);
  // Looking into a file costs a millisecond in the page: of many, only those that are called archives are looked into.
  constexpr size_t kFewFiles = 64;
  bool few = files.files().size() <= kFewFiles;
  for (const FileEntry& entry : files.files()) {
    if (entry.path.find('/') != std::string::npos || (!few && !namedAsArchive(entry.path))) {
      out.add(entry.path, entry.source, entry.drop);
    } else if (Error error = expander.add(entry); !error.message.empty()) {
      return error;
    }
  }
  return out;
}

}  // namespace tp
