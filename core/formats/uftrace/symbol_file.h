// Symbol tables: <module>.sym beside the records, and what <module>.dbg knows of arguments and enums.
// Source: uftrace's documentation of the data format (symbol files); the size column came with 0.14.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/uftrace/text_lines.h"
#include "core/io/byte_source.h"

namespace tp::uftrace {

struct Symbol {
  uint64_t address = 0;  // relative to the module
  uint64_t size = 0;
  uint32_t nameAt = 0;  // in SymbolFile::text
  uint32_t nameLength = 0;
  bool linked = false;  // a stub of the linker: it stands for a function that lies elsewhere
};

struct SymbolFile {
  std::string text;  // the file: names are views into it
  std::string path;  // of the module, where the file says so
  std::string buildId;
  std::vector<Symbol> symbols;  // by address

  std::string_view name(const Symbol& symbol) const {
    return std::string_view(text).substr(symbol.nameAt, symbol.nameLength);
  }
  // Null where no symbol covers the address.
  const Symbol* find(uint64_t relative) const;
};

SymbolFile parseSymbols(std::string text, const TextLog& log = {});

// Specifications as written, by the function's relative address.
struct DebugFile {
  struct Function {
    std::string arguments;  // "arg1,arg2/s"
    std::string result;     // "retval/x"
    std::string source;     // "file.c:12"
  };
  std::map<uint64_t, Function> functions;
  std::vector<std::string> enums;  // "enum color {RED,GREEN=5}"
};

DebugFile parseDebug(std::string_view text, const TextLog& log = {});

}  // namespace tp::uftrace
