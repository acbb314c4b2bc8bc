// The file `info` of a uftrace data directory: what was recorded, by which rules, on what machine.
// Source: uftrace's documentation of the data format ("Data Format", info), and what 0.13 and 0.19 write.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/uftrace/text_lines.h"
#include "core/io/byte_source.h"
#include "core/io/cursor.h"

namespace tp::uftrace {

struct InfoFile {
  bool present = false;
  uint32_t version = 4;
  Endian endian = Endian::Little;
  bool is64 = true;
  uint64_t features = 0;
  std::vector<std::pair<std::string, std::string>> lines;  // "cmdline", "uftrace record ..."
  std::vector<int64_t> tids;                               // in the recorder's order: what merges first on equal times

  // The text after the first line "key:", or nothing. `skipCount`: not the line that only says how many follow.
  std::string_view get(std::string_view key, bool skipCount = false) const;
  uint32_t longSize() const { return is64 ? 8 : 4; }
};

// `bytes`: the whole file. An Error where it is no such file; a cut or damaged one yields what it holds, and is warned
// of.
Result<InfoFile> parseInfo(Bytes bytes, const TextLog& log = {});

}  // namespace tp::uftrace
