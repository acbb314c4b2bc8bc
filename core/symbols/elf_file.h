// The sections of an ELF file, with its symbols and relocations. Nothing in the file is trusted: every table is read
// through a cursor over the bytes that exist. (Debian 12 has no package of an ELF library that builds for WebAssembly.)
// Source: the System V ABI (ELF-64 object file format).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/cursor.h"

namespace tp::symbols {

bool isElf(const ByteSource& source);

class ElfFile {
 public:
  struct Section {
    std::string name;
    uint32_t nameAt = 0;
    uint32_t type = 0;
    uint64_t flags = 0;
    uint64_t address = 0;
    uint64_t offset = 0;
    uint64_t size = 0;  // In bytes, as the file claims.
    uint32_t link = 0;
    uint32_t info = 0;

    bool hasBits() const { return type != 8; }
    bool compressed() const { return (flags & 0x800) != 0; }
  };
  // A function. Its name is part of a text that several functions may share; see nameOf().
  struct Symbol {
    uint64_t address = 0;
    uint64_t size = 0;
    size_t table = 0;  // Position in Functions::texts.
    uint32_t nameAt = 0;
  };
  struct Functions {
    std::vector<Symbol> symbols;  // Ordered by address.
    std::vector<std::vector<std::byte>> texts;

    // Returns at most kLongestName bytes of the name, valid as long as this object.
    static constexpr size_t kLongestName = size_t{64} << 10;
    std::string_view nameOf(const Symbol& symbol) const;
  };

  // `source` outlives this object.
  explicit ElfFile(const ByteSource& source) : source_(source) {}

  // Returns false if this is no ELF file, or its sections cannot be read. No other function may be used then.
  bool open();

  const std::vector<Section>& sections() const { return sections_; }
  // Returns null if there is none.
  const Section* find(std::string_view name) const;
  // Returns the bytes as they are in the file, cut at the file's end.
  std::vector<std::byte> contents(const Section& section) const;
  Functions functions() const;
  // Returns the words of the section `within` that the file leaves to the loader (or, in an object file, to the
  // linker): the value of each by its address.
  std::map<uint64_t, uint64_t> relocations(const Section& within) const;

  // Reads a word of 4 or 8 bytes, as the file has them.
  uint64_t word(Cursor& cursor) const { return is64_ ? cursor.u64() : cursor.u32(); }
  bool is64() const { return is64_; }
  // Returns whether the file is not linked yet.
  bool object() const { return object_; }
  // Returns whether it may be loaded at any address: a library, or a program of that kind.
  bool shared() const { return shared_; }
  Endian endian() const { return endian_; }

 private:
  uint64_t symbolValue(Bytes symbols, uint64_t number) const;

  const ByteSource& source_;
  bool is64_ = true;
  bool object_ = false;
  bool shared_ = false;
  Endian endian_ = Endian::Little;
  std::vector<Section> sections_;
};

}  // namespace tp::symbols
