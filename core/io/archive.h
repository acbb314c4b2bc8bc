// Archives among what was dropped: tar, also compressed by gzip or zstd, zip, and single files compressed by either.
// Sources: POSIX.1-2008 pax (ustar and pax headers), GNU tar's manual (long names, base-256 sizes), APPNOTE.TXT of
// PKWARE (zip and zip64), RFC 1952 (gzip), RFC 8878 (zstd).
#pragma once

#include "core/io/file_set.h"

namespace tp {

struct ArchiveLimits {
  // What may be unpacked in memory, all archives together. Members that are not compressed take none.
  uint64_t bytes = sizeof(size_t) == 4 ? uint64_t{1} << 30 : uint64_t{8} << 30;
  size_t members = 100000;
};

// Puts the members in the place of every archive that was dropped by itself: "run.tar.gz" with "data/info" in it gives
// "run.tar.gz/data/info". Archives within folders or within archives are left as they are. A cut archive yields what it
// holds, with a note in the result (FileSet::notes()); one that can't be read at all, or is too large, is an Error.
Result<FileSet> expandArchives(const FileSet& files, const ArchiveLimits& limits = {});

}  // namespace tp
