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
  std::vector<std::pair<std::string, std::string>> lines;  // Key and value: "cmdline", "uftrace record ...".
  std::vector<int64_t> tids;  // In the recorder's order, which is the order of records with equal times.

  // Returns the value of the first line with this key, or empty if there is none. With `skipCount`, a value "lines=N",
  // which only tells how many lines follow, is skipped. The view is valid as long as `lines` does not change.
  std::string_view get(std::string_view key, bool skipCount = false) const;
  // Returns how many CPUs were online, at most 4096; 0 if the file does not say.
  int64_t onlineCpus() const;
  uint32_t longSize() const { return is64 ? 8 : 4; }
};

// Parses the whole file. Returns an Error if it is no info file, ends within its header, or has an unknown version.
// Other damage is warned of in `log`; what the file holds is returned.
Result<InfoFile> parseInfo(Bytes bytes, const TextLog& log = {});

}  // namespace tp::uftrace
