// The sections of DWARF that say where a program's functions were written, uncompressed. Each is taken out of the file
// when it is first asked for, and its size is checked before that.
// Source: the System V ABI's chapter on compressed sections, with ELFCOMPRESS_ZSTD of its later drafts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/formats/xray/elf_file.h"

namespace tp::xray {

class DebugSections {
 public:
  struct Section {
    std::string name;
    uint64_t size = 0;  // uncompressed, as the file claims
  };

  explicit DebugSections(std::shared_ptr<ByteSource> program);

  // Empty where the program has no line tables, is not linked yet, or has more than can be read here, which `problem()`
  // then says.
  const std::vector<Section>& list() const { return list_; }
  const std::string& problem() const { return problem_; }

  // Exactly list()[number].size bytes, which live as long as this; empty where they can't be had.
  Bytes load(size_t number);

  bool is64() const { return elf_.is64(); }
  Endian endian() const { return elf_.endian(); }

 private:
  struct Held {
    ElfFile::Section section;
    uint64_t header = 0;    // of a compressed one, before what is compressed
    uint32_t packedBy = 0;  // ELFCOMPRESS_*; 0: not compressed
    bool asked = false;
    Bytes bytes;
    std::vector<std::byte> own;
  };

  bool add(const ElfFile::Section& section);
  void unpack(Held& held, uint64_t size);

  std::shared_ptr<ByteSource> program_;
  ElfFile elf_;
  std::vector<Section> list_;
  std::vector<Held> held_;  // by the same number
  std::string problem_;
};

}  // namespace tp::xray
