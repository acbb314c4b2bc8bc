// Archives made by tests, and what comes out of them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/archive.h"

namespace tp::test {

using Member = std::pair<std::string, std::string>;  // path and bytes

// With zeros up to a multiple of `to`.
std::string padded(std::string text, size_t to);

// A header of a member of a tar; `type`: as POSIX has it.
std::string tarHeader(const std::string& name, size_t size, char type);
// States the sum of what the header has by now.
void sumTarHeader(std::string& header);
std::string tar(const std::vector<Member>& members);

// `window`: as zlib's deflateInit2() takes it; 31 for gzip, -15 for a member of a zip.
std::string deflated(const std::string& text, int window);
std::string zstd(const std::string& text);
// `stored`: not compressed.
std::string zip(const std::vector<Member>& members, bool stored);

// A few, one of them of a long name.
const std::vector<Member>& someMembers();

// Of an archive of this name and these bytes, what comes out in memory.
Result<FileSet> expand(const std::string& name, const std::string& bytes, ArchiveLimits limits = {});
// The bytes of a file; "(none)" where there is none of this path.
std::string textOf(const FileSet& files, const std::string& path);
// Whether one of the notes holds these words.
bool notes(const FileSet& files, std::string_view words);

}  // namespace tp::test
