// The sections of an ELF file, with its symbols and relocations. Nothing is trusted: every table is read through a
// cursor over what the file has. (Debian 12 has no package of an ELF library that builds for WebAssembly.) Source: the
// System V ABI (ELF-64 object file format).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/cursor.h"

namespace tp::xray {

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
    uint64_t size = 0;  // as the file claims
    uint32_t link = 0;
    uint32_t info = 0;

    bool hasBits() const { return type != 8; }
    bool compressed() const { return (flags & 0x800) != 0; }
  };
  // Of a function. Its name is text of the file's, which several may share: nameOf().
  struct Symbol {
    uint64_t address = 0;
    uint64_t size = 0;
    size_t table = 0;  // in Functions::texts
    uint32_t nameAt = 0;
  };
  struct Functions {
    std::vector<Symbol> symbols;  // by address
    std::vector<std::vector<std::byte>> texts;

    // Of so many bytes at most; lives as long as this does.
    static constexpr size_t kLongestName = size_t{64} << 10;
    std::string_view nameOf(const Symbol& symbol) const;
  };

  // `source` outlives it.
  explicit ElfFile(const ByteSource& source) : source_(source) {}

  // False where it is no ELF file, or one whose sections can't be read; nothing below is of use then.
  bool open();

  // Null where there is none.
  const Section* find(std::string_view name) const;
  // As they lie in the file; cut where the file ends.
  std::vector<std::byte> contents(const Section& section) const;
  Functions functions() const;
  // Words that the file leaves to the loader (or, of an object file, to the linker): where they are, and what is put
  // there. `within` is the section whose words they are.
  std::map<uint64_t, uint64_t> relocations(const Section& within) const;

  // A word of the file's size.
  uint64_t word(Cursor& cursor) const { return is64_ ? cursor.u64() : cursor.u32(); }
  bool is64() const { return is64_; }
  // Not linked yet.
  bool object() const { return object_; }
  Endian endian() const { return endian_; }

 private:
  uint64_t symbolValue(Bytes symbols, uint64_t number) const;

  const ByteSource& source_;
  bool is64_ = true;
  bool object_ = false;
  Endian endian_ = Endian::Little;
  std::vector<Section> sections_;
};

}  // namespace tp::xray
