// Where each function of a program was written. Nothing is read before somebody asks, then only the ranges of the
// program's units, and the line table of a unit when the first of its functions is asked for.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/xray/dwarf_file.h"

namespace tp::xray {

class SourceLines {
 public:
  // `functions`: their addresses, in any order.
  SourceLines(std::shared_ptr<ByteSource> program, const std::vector<uint64_t>& functions);

  // "src/shop.cpp:12"; or why it can't be read; empty where the program does not say.
  const std::string& of(uint64_t function);

 private:
  void open();
  std::string search(uint64_t function);

  std::shared_ptr<ByteSource> program_;
  std::vector<uint64_t> functions_;  // sorted
  std::unique_ptr<DwarfFile> dwarf_;
  std::vector<DwarfFile::Range> ranges_;
  std::unordered_map<uint64_t, std::string> unitsRead_;  // and what is wrong with them
  std::unordered_map<uint64_t, std::string> places_;
};

}  // namespace tp::xray
