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

  // Reads next to nothing yet.
  explicit DwarfFile(std::shared_ptr<ByteSource> program);
  ~DwarfFile();

  // Why nothing comes of it, where there would be something; else empty.
  const std::string& problem() const;

  // Of all units, sorted by where they begin. Takes a time that grows with the number of units.
  std::vector<Range> ranges();
  // Of those of `addresses` (sorted) that the unit's table knows, the line of the code that begins there; in no order.
  // Takes a time that grows with the table; of one that is too large `problem` tells.
  std::vector<Line> lines(uint64_t unit, std::span<const uint64_t> addresses, std::string& problem);

 private:
  class Reader;

  std::unique_ptr<Reader> reader_;
};

}  // namespace tp::xray
