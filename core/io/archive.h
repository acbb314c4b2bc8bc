// Archives among what was dropped: tar, also compressed by gzip or zstd, zip, and single files compressed by either.
// Sources: POSIX.1-2008 pax (ustar and pax headers), GNU tar's manual (long names, base-256 sizes, sparse formats),
// APPNOTE.TXT of PKWARE (zip and zip64), RFC 1952 (gzip), RFC 8878 (zstd).
#pragma once

#include "core/io/file_set.h"
#include "core/io/unpack.h"

namespace tp {

// What may be unpacked. Members that are neither compressed nor sparse are read where they lie, and take none of it.
struct ArchiveLimits {
  // All archives together.
  uint64_t bytes = sizeof(size_t) == 4 ? uint64_t{1} << 30 : uint64_t{4} << 30;
  // One archive: `always`, and `ratio` times its own size. Traces shrink to a fiftieth at best.
  uint64_t always = uint64_t{64} << 20;
  uint64_t ratio = 200;
  size_t members = 100000;
};

// Puts the members in the place of every archive that was dropped by itself: "run.tar.gz" with "data/info" in it gives
// "run.tar.gz/data/info". Archives within folders or within archives are left as they are; compression around an
// archive or around compression is taken off, and all layers count for the limits of the file. What comes out is never
// an archive that was dropped by itself: the result expands to itself. A cut archive yields what it holds, with a note
// in the result (FileSet::notes()); one that can't be read at all, or is too large, is an Error.
// Checksums are noted where they are wrong: of what is compressed, and of the stored members of a zip up to 64 MB
// together; larger ones are not read for it.
// `limits.bytes` and `limits.members` are what is left of them afterwards.
Result<FileSet> expandArchives(const FileSet& files, UnpackStore& store, ArchiveLimits& limits);
// In memory, within the usual limits.
Result<FileSet> expandArchives(const FileSet& files);

}  // namespace tp
