// Says of which files an index is, so that it is used for no others.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/io/file_set.h"
#include "core/joint/join_options.h"

namespace tp {

// Returns bytes that are equal only for files of the same names, sizes, times of the last change and sampled bytes,
// opened in the same way by the same program, for which `build` stands. nullopt if the time of a file is not known, as
// of one that was unpacked into memory or came by standard input, or if one can't be read: such an index is not to be
// kept.
std::optional<std::string> traceKey(const FileSet& files, const JoinOptions& how, std::string_view build);

// Returns the part of the key that stands for the bytes of one file: its size, its time, and a checksum of the sampled
// bytes. Reads at most 32 KiB. nullopt as above.
std::optional<std::string> fileKey(const ByteSource& file);

// A short name for a key, by which to find it; other keys may have the same.
std::string shortName(std::string_view key);

}  // namespace tp
