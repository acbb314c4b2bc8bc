// The sections of a version 7 file, one behind the other, past damaged headers.
#pragma once

#include <map>

#include "core/formats/tracecmd/trace_file.h"

namespace tp::tracecmd {

struct Section {
  uint64_t offset = 0;  // of its header
  uint16_t id = 0;
  uint16_t flags = 0;
  uint64_t size = 0;
  uint64_t at = 0;  // of its contents
};

inline constexpr uint16_t kCompressed = 1;
inline constexpr uint64_t kSectionHeader = 16;

// False at the end of the file.
bool readSection(const ByteSource& source, Endian endian, uint64_t offset, Section& out);

class SectionMap {
 public:
  // `told`: which ids the options say that sections have, by offset; these are believed where a header says otherwise.
  SectionMap(const FileEntry& entry, const TraceFile& file, std::map<uint64_t, uint16_t> told, WarningLog& warnings);

  // From `begin` on, in the order of the file. What is no section is a warning.
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
