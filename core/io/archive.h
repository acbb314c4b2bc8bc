// Expands archives among the dropped files: tar, also compressed by gzip or zstd, zip, and single files compressed by
// gzip or zstd.
// Sources: POSIX.1-2008 pax (ustar and pax headers), GNU tar's manual (long names, base-256 sizes, sparse formats),
// APPNOTE.TXT of PKWARE (zip and zip64), RFC 1952 (gzip), RFC 8878 (zstd).
#pragma once

#include "core/io/file_set.h"
#include "core/io/unpack.h"

namespace tp {

// Bounds on unpacking, in bytes and members. Members that are neither compressed nor sparse are read in place and count
// for `members` only.
struct ArchiveLimits {
  // For all archives together.
  uint64_t bytes = sizeof(size_t) == 4 ? uint64_t{1} << 30 : uint64_t{4} << 30;
  // For one archive: `always` plus `ratio` times its own size. Traces shrink to a fiftieth at best.
  uint64_t always = uint64_t{64} << 20;
  uint64_t ratio = 200;
  size_t members = 100000;
};

// Replaces each archive at the top level of `files` by its members: "run.tar.gz" with "data/info" in it gives
// "run.tar.gz/data/info". Archives within folders or within archives are left as they are. Compression around an
// archive, or around compression, is removed, and all layers count for the limits of the file. Recordings of perf
// whose records are compressed (core/io/packed_records.h) are unpacked as well, within folders if they are named
// "perf.data". No file of the result is an archive at the top level: expanding the result again changes nothing.
// An archive that is cut yields the members that are there, and a note in the result (FileSet::notes()). Returns an
// Error if an archive can't be read at all or is too large.
// Wrong checksums are noted: those of compressed data, and of up to 64 MB of stored zip members in all; beyond
// that, stored members are not read just to be checked.
// Unpacked bytes go to `store`. What is used is subtracted from `limits.bytes` and `limits.members`.
Result<FileSet> expandArchives(const FileSet& files, UnpackStore& store, ArchiveLimits& limits);
// Unpacks to this process's memory, within the default limits.
Result<FileSet> expandArchives(const FileSet& files);

// Returns whether expandArchives() would try to unpack the file.
bool mayBeArchive(const FileEntry& file);

}  // namespace tp
