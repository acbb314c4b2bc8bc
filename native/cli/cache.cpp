#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <ctime>
#include <memory>

#include "core/text/visible_text.h"
#include "native/cache/kept_indexes.h"
#include "native/cli/open.h"
#include "native/cli/verbs.h"

namespace tp::cli {
namespace {

// "2026-11-30 14:05", in the user's time zone.
std::string minuteText(std::filesystem::file_time_type time) {
  // The clock of files need not be that of the calendar, but both go alike.
  const auto ago = std::filesystem::file_time_type::clock::now() - time;
  const auto then =
      std::chrono::system_clock::now() - std::chrono::duration_cast<std::chrono::system_clock::duration>(ago);
  const std::time_t seconds = std::chrono::system_clock::to_time_t(then);
  char text[32] = "";
  if (const std::tm* parts = std::localtime(&seconds)) std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", parts);
  return text;
}

int cache(bool clear) {
  const native::KeptIndexes kept;
  if (kept.folder().empty()) return complain("the user has no folder for caches: HOME is not set"), 2;
  if (clear) {
    if (kept.clear()) return 0;
    complain(kept.folder().string() + ": not all could be removed");
    return 2;
  }
  uint64_t sum = 0;
  const std::vector<native::KeptIndexes::Entry> all = kept.list();
  for (const native::KeptIndexes::Entry& one : all) {
    const std::string name = one.name.empty() ? "(damaged) " + one.file.filename().string() : one.name;
    std::printf("%s %14" PRIu64 " bytes  %s\n", minuteText(one.used).c_str(), one.bytes, visibleText(name).c_str());
    sum += one.bytes;
  }
  std::printf("%s: %zu kept, %" PRIu64 " bytes of at most %" PRIu64 "\n", visibleText(kept.folder().string()).c_str(),
              all.size(), sum, native::kMaxCacheBytes);
  return 0;
}

}  // namespace

Run cacheVerb(VerbOptions& takes) {
  auto clear = std::make_shared<bool>(false);
  takes.flag("--clear", *clear, "removes all of them");
  return [clear] { return cache(*clear); };
}

}  // namespace tp::cli
