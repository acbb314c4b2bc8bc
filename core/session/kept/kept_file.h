// A kept index as the bytes of a file: a head that says of which trace it is, then the blocks (IndexBlockWriter) as one
// zstd frame with its checksum. What is read may be damaged, or made by somebody else: memory grows with what is there.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/io/byte_source.h"

namespace tp {

struct KeptHead {
  std::string name;  // of the trace, for people
  std::string key;   // traceKey()
};

// An index of more bytes is not kept, nor is one that is packed more tightly than any that is real.
inline constexpr uint64_t kMaxKeptBytes = uint64_t{8} << 30;
inline constexpr uint64_t kMaxKeptRatio = 1000;

class KeptFileWriter {
 public:
  // `out` is called for each part of the file.
  KeptFileWriter(const KeptHead& head, std::function<void(std::string_view)> out);
  ~KeptFileWriter();

  // These return false if the index can't be kept; then what was passed is to be dropped.
  bool put(Bytes block);
  bool finish();

 private:
  struct Packer;
  bool pack(Bytes bytes, bool last);

  std::function<void(std::string_view)> out_;
  std::unique_ptr<Packer> packer_;
  uint64_t bytes_ = 0;   // that were put
  uint64_t packed_ = 0;  // that were passed on
};

// Passes the blocks to `take`, one by one, if the file is of the trace with this key. Returns false if it is not, if it
// is damaged, which may be found after the last block only, or if `take` returned false.
bool readKeptFile(Bytes file, std::string_view key, const std::function<bool(Bytes)>& take);

// Returns the name of the trace, of which the first bytes of a file suffice. nullopt if it is no such file.
std::optional<std::string> keptName(Bytes begin);

}  // namespace tp
