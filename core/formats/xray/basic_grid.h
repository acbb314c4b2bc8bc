// Finds where the records of a basic log lie. Each has 32 bytes, so what is cut out of the file, or put into it, puts
// all records behind it out of step.
#pragma once

#include <vector>

#include "core/decode/format.h"
#include "core/formats/xray/log_header.h"

namespace tp::xray {

struct BasicGrid {
  // Within each, records follow each other, the last of which may be cut by the end of the file. Between them are bytes
  // that are no records.
  std::vector<Extent> pieces;
  // Behind the last piece, no record was found up to the end of the file.
  bool restLost = false;
};

// Larger logs are not read as a whole, because each worker of the page does that before anything is drawn: unless what
// lies at their end is out of step.
inline constexpr uint64_t kMaxLookedThrough = uint64_t{32} << 20;

// Damage that puts records out of step is warned of, with how many bytes are skipped.
BasicGrid findBasicGrid(const FileEntry& file, const LogHeader& header, WarningLog& warnings);

}  // namespace tp::xray
