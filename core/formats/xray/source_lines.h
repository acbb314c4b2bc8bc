// The place in the sources where each function of a program was written. Reads nothing before the first call of of(),
// then the ranges of the program's units, and the line table of a unit when one of its functions is first asked for.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/xray/dwarf_file.h"

namespace tp::xray {

class SourceLines {
 public:
  // `functions` has the addresses of the functions, in any order.
  SourceLines(std::shared_ptr<ByteSource> program, const std::vector<uint64_t>& functions);

  // Returns "src/shop.cpp:12", or "not read: " and the reason, or an empty string if the program does not say. The
  // reference is valid as long as this object.
  const std::string& of(uint64_t function);

 private:
  void open();
  std::string search(uint64_t function);

  std::shared_ptr<ByteSource> program_;
  std::vector<uint64_t> functions_;  // Sorted.
  std::unique_ptr<DwarfFile> dwarf_;
  std::vector<DwarfFile::Range> ranges_;
  std::unordered_map<uint64_t, std::string> unitsRead_;  // The units that were read, with the problem of each, if any.
  std::unordered_map<uint64_t, std::string> places_;
};

}  // namespace tp::xray
