// The DWARF sections that tell where a program's functions were written, uncompressed. Each is read from the file when
// it is first needed; its size is checked before that.
// Source: the System V ABI's chapter on compressed sections, with ELFCOMPRESS_ZSTD of its later drafts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/symbols/elf_file.h"

namespace tp::xray {

class DebugSections {
 public:
  struct Section {
    std::string name;
    uint64_t size = 0;  // Uncompressed size in bytes, as the file claims.
  };

  explicit DebugSections(std::shared_ptr<ByteSource> program);

  // list() is empty if the program has no line tables, is an object file, or has more debugging information than can be
  // read; problem() then says so.
  const std::vector<Section>& list() const { return list_; }
  const std::string& problem() const { return problem_; }

  // Returns exactly list()[number].size bytes, valid as long as this object; empty if they cannot be read.
  Bytes load(size_t number);

  bool is64() const { return elf_.is64(); }
  Endian endian() const { return elf_.endian(); }

 private:
  struct Held {
    symbols::ElfFile::Section section;
    uint64_t header = 0;    // Size in bytes of the header of a compressed section.
    uint32_t packedBy = 0;  // ELFCOMPRESS_*; 0 if not compressed.
    bool asked = false;
    Bytes bytes;
    std::vector<std::byte> own;
  };

  bool add(const symbols::ElfFile::Section& section);
  void unpack(Held& held, uint64_t size);

  std::shared_ptr<ByteSource> program_;
  symbols::ElfFile elf_;
  std::vector<Section> list_;
  std::vector<Held> held_;  // In the order of list_.
  std::string problem_;
};

}  // namespace tp::xray
