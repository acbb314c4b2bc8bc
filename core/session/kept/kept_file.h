// A kept index as the bytes of a file: a head that says of which trace it is, then the index as one zstd frame with its
// checksum. What is read may be damaged, or made by somebody else: it is checked before memory is taken.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/byte_source.h"

namespace tp {

struct KeptHead {
  std::string name;  // of the trace, for people
  std::string key;   // traceKey()
};

// An index of more bytes is not kept, nor is one that is packed more tightly than any that is real.
inline constexpr uint64_t kMaxKeptBytes = uint64_t{8} << 30;
inline constexpr uint64_t kMaxKeptRatio = 1000;

// Passes the file to `out`, piece by piece. Returns false if it can't be kept; then what was passed is to be dropped.
bool writeKeptFile(const KeptHead& head, Bytes index, const std::function<void(std::string_view)>& out);

// Returns the index if the file is whole, and of the trace with this key.
std::optional<std::vector<std::byte>> readKeptFile(Bytes file, std::string_view key);

// Returns the name of the trace, of which the first bytes of a file suffice. nullopt if it is no such file.
std::optional<std::string> keptName(Bytes begin);

}  // namespace tp
