// Symbol tables: <module>.sym beside the records, and the arguments and enums in <module>.dbg.
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
  uint64_t address = 0;  // Relative to the module's base.
  uint64_t size = 0;
  uint32_t nameAt = 0;  // Position in SymbolFile::text.
  uint32_t nameLength = 0;
  bool linked = false;  // A PLT stub, which stands for a function of another module.
};

struct SymbolFile {
  std::string text;  // The content of the file; names are views into it.
  std::string path;  // Path of the module, if the file states it.
  std::string buildId;
  std::vector<Symbol> symbols;  // Ordered by address.

  std::string_view name(const Symbol& symbol) const {
    return std::string_view(text).substr(symbol.nameAt, symbol.nameLength);
  }
  // Returns the symbol that covers the address, or null. The pointer is valid as long as `symbols` does not change.
  const Symbol* find(uint64_t relative) const;
};

// Lines that are damaged are warned of in `log` and left out.
SymbolFile parseSymbols(std::string text, const TextLog& log = {});

// Specifications as text, by the function's address relative to the module.
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
