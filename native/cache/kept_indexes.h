// The indexes that are kept in the user's cache folder, a file each, so that a trace is opened again without being
// read. Several processes may use the folder at once; any of its files may be damaged or vanish at any time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/byte_source.h"
#include "core/session/kept/kept_file.h"
#include "native/output/output_file.h"

namespace tp::native {

// Limit on the bytes of all files together: those that were not used for longest go first.
inline constexpr uint64_t kMaxCacheBytes = uint64_t{1} << 30;
// The index of a trace that is made in less time, in seconds, is not kept: to read it would save nothing.
inline constexpr double kLeastKeptSeconds = 0.2;

class KeptIndexes {
 public:
  // $XDG_CACHE_HOME/tracepane or ~/.cache/tracepane; on Windows, %LOCALAPPDATA%\tracepane. An empty folder, of a user
  // without a home, holds nothing.
  KeptIndexes() : KeptIndexes(userFolder()) {}
  explicit KeptIndexes(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& folder() const { return folder_; }

  // Passes the blocks of the index that is kept of the trace with this key (traceKey()) to `take`, and notes that it
  // was used. Returns false as readKeptFile() does, or if there is none.
  bool find(std::string_view key, const std::function<bool(Bytes)>& take) const;

  // An index that is being kept. What is not finished, or fails because the disk is full for example, leaves nothing
  // behind.
  class Writing {
   public:
    // `name` is that of the trace, for people.
    Writing(const KeptIndexes& kept, const std::string& key, const std::string& name);

    // Returns false if it can't be kept.
    bool put(Bytes block);
    // Removes others if there are too many.
    void finish();

   private:
    const KeptIndexes& kept_;
    OutputFile out_;
    std::optional<KeptFileWriter> file_;  // null: it can't be kept
    uint64_t bytes_ = 0;
  };

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
  void makeFolder() const;
  void removeUnfinished() const;
  void removeOldest() const;

  std::filesystem::path folder_;
};

// How much is kept, as the variable TRACEPANE_CACHE of the environment says: "off", or "all" for small traces, too.
enum class Keeping : uint8_t { Off, Large, All };
Keeping keepingOfUser();

// What distinguishes this program from other builds of it, for traceKey(). nullopt if that is not known.
std::optional<std::string> programKey();

}  // namespace tp::native
