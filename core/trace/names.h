// Interned strings: slices, threads and events refer to their names by number.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tp {

using NameId = uint32_t;
// The empty string, in every table.
inline constexpr NameId kNoName = 0;

// Grows only; an id and every view that it stood for live as long as the table. Not thread-safe.
class NameTable {
 public:
  NameTable();
  NameTable(const NameTable&) = delete;
  NameTable& operator=(const NameTable&) = delete;

  NameId intern(std::string_view text);
  // The id stands for another text from now on, the old one for the id as before: whoever knows a thing by its old name
  // means the same thing.
  void rename(NameId id, std::string_view text);
  // The empty string for an id that is not in the table.
  std::string_view view(NameId id) const { return id < views_.size() ? views_[id] : std::string_view{}; }
  // The id of a text that is already there, or kNoName.
  NameId find(std::string_view text) const;
  NameId size() const { return static_cast<NameId>(views_.size()); }
  size_t memoryBytes() const;

 private:
  // Small tables take little: each block is twice as large as the one before.
  static constexpr size_t kFirstBlock = 512;
  static constexpr size_t kLargestBlock = 64 * 1024;

  std::string_view store(std::string_view text);

  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t block_ = 0;  // bytes of the last block
  size_t used_ = 0;   // of these
  size_t stored_ = 0;
  std::vector<std::string_view> views_;
  std::unordered_map<std::string_view, NameId> ids_;
};

}  // namespace tp
