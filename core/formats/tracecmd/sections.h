// Finds the sections of a version 7 file, which follow one another, even if some headers are damaged.
#pragma once

#include <map>

#include "core/formats/tracecmd/trace_file.h"

namespace tp::tracecmd {

struct Section {
  uint64_t offset = 0;  // Offset of its header.
  uint16_t id = 0;
  uint16_t flags = 0;
  uint64_t size = 0;
  uint64_t at = 0;  // Offset of its contents.
};

inline constexpr uint16_t kCompressed = 1;
inline constexpr uint64_t kSectionHeader = 16;

// Reads the header at `offset`. Returns false if the file ends before.
bool readSection(const ByteSource& source, Endian endian, uint64_t offset, Section& out);

// Reads what is in a section, decompressed if need be. Damage is warned of. Returns false if nothing can be read.
bool readContents(const FileEntry& entry, const TraceFile& file, const Section& section, WarningLog& warnings,
                  std::vector<std::byte>& out);

class SectionMap {
 public:
  // `told` has the ids of sections by offset, as the options say; they overrule the headers. The references outlive
  // this object.
  SectionMap(const FileEntry& entry, const TraceFile& file, std::map<uint64_t, uint16_t> told, WarningLog& warnings);

  // Finds the sections from `begin` on, in the order of the file. Bytes that are no section are warned of.
  void walk(uint64_t begin);

  const std::map<uint64_t, Section>& all() const { return all_; }

 private:
  bool likely(const Section& section) const;
  bool leads(const Section& section, int steps) const;
  uint64_t nextAfter(uint64_t at) const;
  void repair(Section& section, uint64_t next);

  const FileEntry& entry_;
  const TraceFile& file_;
  const uint64_t end_;
  const std::map<uint64_t, uint16_t> told_;
  WarningLog& warnings_;
  std::map<uint64_t, Section> all_;
};

}  // namespace tp::tracecmd
