// Units and line tables of a program's DWARF, versions 2 to 5, by libdwarf. libdwarf is given sections and never sees
// the file; what it says of damage is an empty answer here.
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
  // Code of a compilation unit, which `unit` stands for below; none that the linker has dropped.
  struct Range {
    uint64_t begin = 0;
    uint64_t end = 0;
    uint64_t unit = 0;
  };
  struct Line {
    uint64_t address = 0;
    std::string place;  // "src/shop.cpp:12", by the directory in which it was compiled where it is within that
  };

  // Reads next to nothing yet. `memory`: bytes that libdwarf may take, beside the sections; it takes 250 for a row of
  // the table that it is reading, and keeps 2 KB a unit.
  static constexpr size_t kMaxMemory = size_t{sizeof(size_t) == 4 ? 128 : 512} << 20;
  explicit DwarfFile(std::shared_ptr<ByteSource> program, size_t memory = kMaxMemory);
  ~DwarfFile();

  // Why less comes of it than there is; else empty.
  const std::string& problem() const;

  // Of all units, sorted by where they begin. Takes a time that grows with the number of units.
  std::vector<Range> ranges();
  // Of those of `addresses` (sorted) that the unit's table knows, the line of the code that begins there; in no order.
  // Takes a time that grows with the table; of one that is too large to be read `problem` tells.
  std::vector<Line> lines(uint64_t unit, std::span<const uint64_t> addresses, std::string& problem);

 private:
  class Reader;

  std::unique_ptr<Reader> reader_;
};

}  // namespace tp::xray
