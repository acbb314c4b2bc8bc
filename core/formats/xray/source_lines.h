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

  struct Place {
    std::string text;  // "src/shop.cpp:12", or "not read: " and the reason; empty: the program does not say
    std::shared_ptr<const std::string> folder;  // in which it was compiled; null: not known
  };
  // The reference is valid as long as this object.
  const Place& of(uint64_t function);

 private:
  void open();
  std::string search(uint64_t function);
  void read(uint64_t unit, std::string& problem);

  std::shared_ptr<ByteSource> program_;
  std::vector<uint64_t> functions_;  // Sorted.
  std::unique_ptr<DwarfFile> dwarf_;
  std::vector<DwarfFile::Range> ranges_;
  std::unordered_map<uint64_t, std::string> unitsRead_;  // The units that were read, with the problem of each, if any.
  std::unordered_map<uint64_t, Place> places_;
};

}  // namespace tp::xray
