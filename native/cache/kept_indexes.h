// The indexes that are kept in the user's cache folder, a file each, so that a trace is opened again without being
// read. Several processes may use the folder at once; any of its files may be damaged or vanish at any time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/byte_source.h"

namespace tp::native {

// Limit on the bytes of all files together: those that were not used for longest go first.
inline constexpr uint64_t kMaxCacheBytes = uint64_t{1} << 30;
// The index of a trace that is made in less time, in seconds, is not kept: to read it would save nothing.
inline constexpr double kLeastKeptSeconds = 0.2;
// Nor is one that takes more memory: to write it takes as much once more.
inline constexpr uint64_t kMostKeptMemory = uint64_t{512} << 20;

class KeptIndexes {
 public:
  // $XDG_CACHE_HOME/tracepane or ~/.cache/tracepane; on Windows, %LOCALAPPDATA%\tracepane. An empty folder, of a user
  // without a home, holds nothing.
  KeptIndexes() : KeptIndexes(userFolder()) {}
  explicit KeptIndexes(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& folder() const { return folder_; }

  // Returns the index that is kept of the trace with this key (traceKey()), and notes that it was used. nullopt if
  // there is none, or if it is damaged.
  std::optional<std::vector<std::byte>> find(std::string_view key) const;
  // Keeps an index, and removes others if there are too many. `name` is that of the trace, for people. What fails,
  // because the disk is full for example, leaves nothing behind.
  void keep(const std::string& key, const std::string& name, Bytes index) const;

  struct Entry {
    std::filesystem::path file;
    std::string name;    // of the trace; empty if the file is damaged
    uint64_t bytes = 0;  // of the file
    std::filesystem::file_time_type used;
  };
  // The one that was used last comes first.
  std::vector<Entry> list() const;
  // Removes all. Returns false if something could not be removed.
  bool clear() const;

 private:
  static std::filesystem::path userFolder();
  std::filesystem::path fileOf(std::string_view key) const;
  void removeUnfinished() const;

  std::filesystem::path folder_;
};

// How much is kept, as the variable TRACEPANE_CACHE of the environment says: "off", or "all" for small traces, too.
enum class Keeping : uint8_t { Off, Large, All };
Keeping keepingOfUser();

// What distinguishes this program from other builds of it, for traceKey(). nullopt if that is not known.
std::optional<std::string> programKey();

}  // namespace tp::native
