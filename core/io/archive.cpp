#include "core/io/archive.h"

#include <algorithm>
#include <map>

#include "core/io/packed_records.h"
#include "core/io/sources.h"
#include "core/io/tar.h"
#include "core/io/tar_number.h"
#include "core/io/zip.h"

namespace tp {
namespace {

// Bytes copied at once.
constexpr size_t kCopied = size_t{64} << 10;
// Layers of compression; there are files that unpack to themselves.
constexpr int kMaxLayers = 8;

std::string megabytes(uint64_t bytes) {
  return std::to_string(bytes >> 20) + " MB";
}

// Removes leading slashes and what leads out of the archive; empty if nothing is left.
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

// "trace.dat" for "trace.dat.gz".
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

bool isZip(Bytes head) {
  const std::string_view magic = asText(head).substr(0, 4);
  return magic == "PK\x03\x04" || magic == "PK\x05\x06";
}

// Whether the file is named as perf names its recordings, and `perf record --switch-output` further ones.
bool namedAsRecording(const FileEntry& entry) {
  return entry.baseName().starts_with("perf.data");
}

class Expander {
 public:
  Expander(UnpackStore& store, ArchiveLimits& limits, FileSet& out) : store_(store), limits_(limits), out_(out) {}

  // An empty message means success.
  Error add(const FileEntry& entry);
  // Moves what add() and keep() have gathered into the result.
  void finish() { out_.addAll(std::move(gathered_)); }
  void keep(const FileEntry& entry) { gathered_.push_back(entry); }

 private:
  Error tar(const FileEntry& entry, std::shared_ptr<ByteSource> source);
  Error zip(const FileEntry& entry);
  Error packed(const FileEntry& entry, const std::string& inner, Compression compression, int layers);
  Error packedRecording(const FileEntry& entry, const std::string& inner);
  Error opened(const FileEntry& entry, const std::string& inner, int layers);
  Error put(const FileEntry& entry, std::string_view member, std::shared_ptr<ByteSource> source);
  std::shared_ptr<ByteSource> filled(const ByteSource& source, const ArchiveMember& member);
  std::shared_ptr<ByteSource> inflated(const FileEntry& entry, const ZipMember& member, const ByteSource& slice);
  void checkStored(const FileEntry& entry, const ZipMember& member, const ByteSource& slice);

  void startLimit(const FileEntry& entry);
  void spend(uint64_t bytes);
  uint64_t left() const { return std::min(limits_.bytes, ownLeft_); }
  Error tooLarge(const FileEntry& entry) const;
  static Error fine() { return {}; }

  UnpackStore& store_;
  ArchiveLimits& limits_;
  FileSet& out_;
  std::vector<FileEntry> gathered_;
  uint64_t own_ = 0;      // bytes that this archive may unpack to
  uint64_t ownLeft_ = 0;  // of these, not used yet
  uint64_t storedChecked_ = 0;
};

void Expander::startLimit(const FileEntry& entry) {
  uint64_t size = std::min(entry.source->size(), limits_.bytes / std::max<uint64_t>(1, limits_.ratio) + 1);
  ownLeft_ = own_ = limits_.always + limits_.ratio * size;
}

void Expander::spend(uint64_t bytes) {
  limits_.bytes -= std::min(limits_.bytes, bytes);
  ownLeft_ -= std::min(ownLeft_, bytes);
}

Error Expander::tooLarge(const FileEntry& entry) const {
  std::string bound = ownLeft_ < limits_.bytes
                          ? megabytes(own_) + " (" + megabytes(limits_.always) + " and " +
                                std::to_string(limits_.ratio) + " times its size)"
                          : "the " + megabytes(limits_.bytes) + " that are left for what is unpacked";
  return {entry.path, kNoOffset,
          "is larger than " + bound + " when unpacked; unpack it yourself and give the folder instead"};
}

Error Expander::put(const FileEntry& entry, std::string_view member, std::shared_ptr<ByteSource> source) {
  std::string name = cleaned(member);
  if (name.empty()) return fine();
  if (limits_.members == 0) return {entry.path, kNoOffset, "holds more files than can be opened; give a part of it"};
  --limits_.members;
  gathered_.push_back({entry.path + "/" + name, std::move(source), entry.drop});
  return fine();
}

Error Expander::add(const FileEntry& entry) {
  startLimit(entry);
  return opened(entry, entry.path, 0);
}

// `inner` is the file's name if it is no archive; `layers` is how many layers of compression have been removed.
Error Expander::opened(const FileEntry& entry, const std::string& inner, int layers) {
  std::vector<std::byte> head = readAll(*entry.source, 0, kTarBlock);
  if (isZip(head)) return zip(entry);
  if (Compression compression = compressionOf(head); compression != Compression::None)
    return packed(entry, inner, compression, layers);
  if (isTarHeader(head)) return tar(entry, entry.source);
  if (isPackedRecording(*entry.source)) return packedRecording(entry, inner);
  gathered_.push_back({inner, entry.source, entry.drop});
  return fine();
}

// Returns a sparse file with its holes filled by zeros; null if it is too large.
std::shared_ptr<ByteSource> Expander::filled(const ByteSource& source, const ArchiveMember& member) {
  if (member.fileSize > left()) return nullptr;
  spend(member.fileSize);
  std::unique_ptr<UnpackedFile> file = store_.file();
  const std::vector<std::byte> zeros(kCopied);
  uint64_t at = 0, from = 0;
  auto fill = [&](uint64_t to) {
    for (; at < to; at += std::min<uint64_t>(to - at, kCopied))
      file->append(Bytes(zeros).first(static_cast<size_t>(std::min<uint64_t>(to - at, kCopied))));
  };
  for (const SparsePart& part : *member.parts) {
    fill(part.at);
    for (uint64_t done = 0; done < part.size;) {
      uint64_t has = member.size - std::min(member.size, from);
      std::vector<std::byte> bytes =
          readAll(source, member.offset + from, std::min({part.size - done, has, uint64_t{kCopied}}));
      if (bytes.empty()) break;
      file->append(bytes);
      done += bytes.size();
      from += bytes.size();
      at += bytes.size();
    }
  }
  fill(member.fileSize);
  return file->finish();
}

Error Expander::tar(const FileEntry& entry, std::shared_ptr<ByteSource> source) {
  TarListing listing = listTar(*source, limits_.members);
  if (listing.more) return {entry.path, kNoOffset, "holds more than " + std::to_string(limits_.members) + " files"};
  if (!listing.whole) out_.note({entry.path, kNoOffset, "a whole tar archive", "one that is cut or damaged"});
  for (Warning& note : listing.notes) {
    note.file = entry.path;
    out_.note(std::move(note));
  }
  std::map<uint64_t, std::shared_ptr<ByteSource>> sparse;  // by offset, so that links share one
  for (const ArchiveMember& member : listing.members) {
    std::shared_ptr<ByteSource> bytes;
    if (!member.parts) {
      bytes = std::make_shared<SliceSource>(source, member.offset, member.size);
    } else if (auto known = sparse.find(member.offset); known != sparse.end()) {
      bytes = known->second;
    } else {
      bytes = sparse[member.offset] = filled(*source, member);
    }
    if (!bytes) {
      out_.note({entry.path, member.offset, "at most " + megabytes(left()) + " for the sparse file " + member.name,
                 megabytes(member.fileSize) + ": it is left out"});
      continue;
    }
    if (Error error = put(entry, member.name, std::move(bytes)); !error.message.empty()) return error;
  }
  return fine();
}

// Removes all layers at once and within one limit, so that no later expansion has to remove more.
Error Expander::packed(const FileEntry& entry, const std::string& inner, Compression compression, int layers) {
  if (layers == kMaxLayers)
    return {entry.path, kNoOffset, "is compressed more than " + std::to_string(kMaxLayers) + " times over"};
  UnpackedSource unpacked = unpack(*entry.source, compression, left(), store_);
  if (unpacked.tooLarge) return tooLarge(entry);
  spend(unpacked.size);
  if (unpacked.size == 0 && !unpacked.whole) return {entry.path, 0, "can't be unpacked: it is damaged"};
  if (unpacked.wrongSum)
    out_.note({entry.path, kNoOffset, "what the checksum (CRC) at its end stands for", "other bytes"});
  else if (!unpacked.whole)
    out_.note({entry.path, kNoOffset, "a whole compressed file", "one that is cut or damaged"});
  return opened({entry.path, unpacked.source, entry.drop}, withoutSuffix(inner), layers + 1);
}

Error Expander::packedRecording(const FileEntry& entry, const std::string& inner) {
  UnpackedSource unpacked = unpackRecording(*entry.source, left(), store_);
  if (unpacked.tooLarge) return tooLarge(entry);
  spend(unpacked.size);
  if (!unpacked.whole)
    out_.note(
        {entry.path, kNoOffset, "records that are compressed as a whole", "damaged ones; those before it are read"});
  gathered_.push_back({inner, unpacked.source, entry.drop});
  return fine();
}

// Returns null if it is too large.
std::shared_ptr<ByteSource> Expander::inflated(const FileEntry& entry, const ZipMember& member,
                                               const ByteSource& slice) {
  if (member.size > left()) return nullptr;
  UnpackedSource unpacked = unpack(slice, Compression::Deflate, left(), store_);
  if (unpacked.tooLarge) return nullptr;
  spend(unpacked.size);
  if (!unpacked.whole)
    out_.note(
        {entry.path, member.header, "the file " + member.name, "one that is damaged; what can be read of it is read"});
  else if (unpacked.crc != member.crc)
    out_.note({entry.path, member.header, "the CRC of the file " + member.name, "that of other bytes"});
  return unpacked.source;
}

void Expander::checkStored(const FileEntry& entry, const ZipMember& member, const ByteSource& slice) {
  constexpr uint64_t kMaxChecked = uint64_t{64} << 20;
  if (slice.size() < member.packed)
    return out_.note({entry.path, member.header, "the file " + member.name, "one that is cut; what is there is read"});
  if (slice.size() > kMaxChecked - storedChecked_) return;
  storedChecked_ += slice.size();
  if (crcOf(slice) != member.crc)
    out_.note({entry.path, member.header, "the CRC of the file " + member.name, "that of other bytes"});
}

Error Expander::zip(const FileEntry& entry) {
  auto listing = listZip(*entry.source, limits_.members);
  if (!listing) {
    Error error = listing.error();
    error.file = entry.path;
    return error;
  }
  for (Warning& note : listing->notes) {
    note.file = entry.path;
    out_.note(std::move(note));
  }
  for (const ZipMember& member : listing->members) {
    uint64_t offset = 0;
    std::string own;
    if (!zipDataOffset(*entry.source, member, offset, own)) {
      out_.note({entry.path, member.header, "the file " + member.name, "something else; it is left out"});
      continue;
    }
    if (own != member.name)
      out_.note({entry.path, member.header, "the file " + member.name + ", as the directory calls it",
                 own + ", as its own header does; the name of the directory is taken"});
    if (member.encrypted || (member.method != 0 && member.method != 8)) {
      out_.note({entry.path, member.header, "the file " + member.name + " stored or deflated",
                 (member.encrypted ? std::string("it encrypted") : "method " + std::to_string(member.method)) +
                     "; it is left out"});
      continue;
    }
    std::shared_ptr<ByteSource> source = std::make_shared<SliceSource>(entry.source, offset, member.packed);
    if (member.method == 0) checkStored(entry, member, *source);
    if (member.method != 0) source = inflated(entry, member, *source);
    if (!source) return tooLarge(entry);
    if (Error error = put(entry, member.name, std::move(source)); !error.message.empty()) return error;
  }
  return fine();
}

}  // namespace

bool mayBeArchive(const FileEntry& file) {
  if (namedAsRecording(file)) return isPackedRecording(*file.source);
  if (file.path.find('/') != std::string::npos) return false;
  const std::vector<std::byte> head = readAll(*file.source, 0, kTarBlock);
  return isZip(head) || compressionOf(head) != Compression::None || isTarHeader(head) ||
         isPackedRecording(*file.source);
}

Result<FileSet> expandArchives(const FileSet& files, UnpackStore& store, ArchiveLimits& limits) {
  FileSet out;
  for (const Warning& note : files.notes()) out.note(note);
  Expander expander(store, limits, out);
  // Opening a file costs a millisecond in the page: among many, only those that are named like archives are read.
  constexpr size_t kFewFiles = 64;
  bool few = files.files().size() <= kFewFiles;
  for (const FileEntry& entry : files.files()) {
    if (namedAsRecording(entry) && isPackedRecording(*entry.source)) {
      if (Error error = expander.add(entry); !error.message.empty()) return error;
    } else if (entry.path.find('/') != std::string::npos || (!few && !namedAsArchive(entry.path))) {
      expander.keep(entry);
    } else if (Error error = expander.add(entry); !error.message.empty()) {
      return error;
    }
  }
  expander.finish();
  return out;
}

Result<FileSet> expandArchives(const FileSet& files) {
  MemoryStore store;
  ArchiveLimits limits;
  return expandArchives(files, store, limits);
}

}  // namespace tp
