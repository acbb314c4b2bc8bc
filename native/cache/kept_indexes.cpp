#include "native/cache/kept_indexes.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <system_error>

#include "core/io/mapped_file.h"
#include "core/session/kept/trace_key.h"
#include "native/output/program_path.h"

namespace tp::native {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEnding = ".tpindex";
// As OutputFile names what is not finished.
constexpr std::string_view kUnfinished = ".tpindex.part";
// A process that writes for longer has died.
constexpr auto kLongestWrite = std::chrono::hours(24);
// The name of a trace lies within these.
constexpr uint64_t kStartBytes = uint64_t{64} << 10;

const char* valueOf(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

// Calls `take` for each file of the folder.
template <class Take>
void eachFile(const fs::path& folder, Take take) {
  if (folder.empty()) return;
  std::error_code failure;
  for (fs::directory_iterator it(folder, failure), end; !failure && it != end; it.increment(failure)) {
    std::error_code unknown;
    if (it->is_regular_file(unknown)) take(*it);
  }
}

}  // namespace

fs::path KeptIndexes::userFolder() {
#ifdef _WIN32
  if (const char* local = valueOf("LOCALAPPDATA")) return fs::path(local) / "tracepane";
#endif
  if (const char* cache = valueOf("XDG_CACHE_HOME")) return fs::path(cache) / "tracepane";
  if (const char* home = valueOf("HOME")) return fs::path(home) / ".cache" / "tracepane";
  return {};
}

fs::path KeptIndexes::fileOf(std::string_view key) const {
  return folder_ / (shortName(key) + kEnding);
}

bool KeptIndexes::find(std::string_view key, const std::function<bool(Bytes)>& take) const {
  if (folder_.empty()) return false;
  const fs::path file = fileOf(key);
  std::error_code failure;
  // A link or a pipe is none of ours.
  if (fs::symlink_status(file, failure).type() != fs::file_type::regular) return false;
  const Result<std::shared_ptr<ByteSource>> source = mapFile(file.string());
  if (!source || (*source)->size() > kMaxCacheBytes) return false;
  if (!readKeptFile((*source)->view(0, (*source)->size()), key, take)) return false;
  if ((*source)->change().kind != SourceChange::Kind::None) return false;
  fs::last_write_time(file, fs::file_time_type::clock::now(), failure);
  return true;
}

void KeptIndexes::makeFolder() const {
  std::error_code failure;
  fs::create_directories(folder_.parent_path(), failure);
  // The names in a trace are nobody else's business.
  if (fs::create_directory(folder_, failure)) fs::permissions(folder_, fs::perms::owner_all, failure);
}

KeptIndexes::Writing::Writing(const KeptIndexes& kept, const std::string& key, const std::string& name) : kept_(kept) {
  if (kept.folder_.empty()) return;
  kept.makeFolder();
  kept.removeUnfinished();
  if (!out_.begin(kept.fileOf(key).string())) return;
  file_.emplace(KeptHead{name, key}, [this](std::string_view part) {
    bytes_ += part.size();
    if (bytes_ <= kMaxCacheBytes) out_.write(part);
  });
}

bool KeptIndexes::Writing::put(Bytes block) {
  if (file_ && (!file_->put(block) || bytes_ > kMaxCacheBytes)) file_.reset();
  return file_.has_value();
}

void KeptIndexes::Writing::finish() {
  if (!file_ || !file_->finish() || bytes_ > kMaxCacheBytes || !out_.finish()) return;
  kept_.removeOldest();
}

void KeptIndexes::removeOldest() const {
  std::error_code failure;
  std::vector<Entry> all = list();
  uint64_t sum = 0;
  for (const Entry& one : all) sum += one.bytes;
  for (; sum > kMaxCacheBytes && !all.empty(); all.pop_back()) {
    sum -= all.back().bytes;
    fs::remove(all.back().file, failure);
  }
}

// What processes have left that were killed.
void KeptIndexes::removeUnfinished() const {
  const auto now = fs::file_time_type::clock::now();
  eachFile(folder_, [&](const fs::directory_entry& file) {
    std::error_code failure;
    if (file.path().filename().string().find(kUnfinished) == std::string::npos) return;
    if (now - file.last_write_time(failure) > kLongestWrite && !failure) fs::remove(file.path(), failure);
  });
}

std::vector<KeptIndexes::Entry> KeptIndexes::list() const {
  std::vector<Entry> all;
  eachFile(folder_, [&](const fs::directory_entry& file) {
    if (file.path().extension() != kEnding) return;
    Entry entry;
    std::error_code failure;
    entry.file = file.path();
    entry.bytes = file.file_size(failure);
    if (!failure) entry.used = file.last_write_time(failure);
    if (failure) return;
    if (const auto source = mapFile(entry.file.string())) {
      const std::vector<std::byte> start = readAll(**source, 0, kStartBytes);
      entry.name = keptName(start).value_or("");
    }
    all.push_back(std::move(entry));
  });
  std::sort(all.begin(), all.end(),
            [](const Entry& a, const Entry& b) { return a.used != b.used ? a.used > b.used : a.file < b.file; });
  return all;
}

bool KeptIndexes::clear() const {
  bool all = true;
  eachFile(folder_, [&](const fs::directory_entry& file) {
    const std::string name = file.path().filename().string();
    std::error_code failure;
    if (name.find(kEnding) != std::string::npos) all = (fs::remove(file.path(), failure) || !failure) && all;
  });
  return all;
}

Keeping keepingOfUser() {
  const char* told = valueOf("TRACEPANE_CACHE");
  const std::string_view value = told != nullptr ? told : "";
  return value == "off" ? Keeping::Off : value == "all" ? Keeping::All : Keeping::Large;
}

std::optional<std::string> programKey() {
  const fs::path program = programPath();
  if (program.empty()) return std::nullopt;
  const auto file = mapFile(program.string());
  return file ? fileKey(**file) : std::nullopt;
}

}  // namespace tp::native
