// Units and line tables of a program's DWARF, versions 2 to 5, read by libdwarf. libdwarf is given sections, not the
// file. If it reports damage, results are empty.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/io/byte_source.h"

namespace tp::xray {

class DwarfFile {
 public:
  // Code of a compilation unit, without code that the linker has dropped. `unit` is the argument of lines().
  struct Range {
    uint64_t begin = 0;
    uint64_t end = 0;
    uint64_t unit = 0;
  };
  struct Line {
    uint64_t address = 0;
    std::string place;  // "src/shop.cpp:12": relative to the directory in which it was compiled, if it is within that.
  };

  // Reads next to nothing yet. `memory` limits the bytes that libdwarf may take, besides the sections: 250 for a row of
  // the table that it is reading, and 2 KB for each unit, which it keeps.
  static constexpr size_t kMaxMemory = size_t{sizeof(size_t) == 4 ? 128 : 512} << 20;
  explicit DwarfFile(std::shared_ptr<ByteSource> program, size_t memory = kMaxMemory);
  ~DwarfFile();

  // Returns why results are incomplete, or an empty string.
  const std::string& problem() const;

  // Returns the ranges of all units, sorted by their beginning. The time grows with the number of units.
  std::vector<Range> ranges();
  // Returns, in no order, the source line of each of `addresses` (sorted) at which the unit's table has the beginning
  // of code. The time grows with the size of the table. If that is too large to be read, `problem` says so. `folder` is
  // set to the directory in which the unit was compiled; empty: not known.
  std::vector<Line> lines(uint64_t unit, std::span<const uint64_t> addresses, std::string& problem,
                          std::string& folder);

 private:
  class Reader;

  std::unique_ptr<Reader> reader_;
};

}  // namespace tp::xray
