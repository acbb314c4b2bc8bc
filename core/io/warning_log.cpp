#include "core/io/warning_log.h"

#include <iterator>
#include <string>
#include <utility>

namespace tp {
namespace {

// Of the texts, not the offset; the same in every process.
uint64_t hashOf(const Warning& warning) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const std::string* text : {&warning.file, &warning.expected, &warning.found}) {
    for (char c : *text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3u;
    hash = (hash ^ 0x100) * 0x100000001b3u;
  }
  return hash;
}

// What a warning quotes may be as long as the file.
void shorten(std::string& text) {
  constexpr size_t kMaxText = 1024;
  if (text.size() <= kMaxText) return;
  const size_t whole = text.size();
  text.resize(kMaxText);
  text += " ... (" + std::to_string(whole) + " bytes)";
}

}  // namespace

void WarningLog::add(std::string file, uint64_t offset, std::string expected, std::string found) {
  add(Warning{std::move(file), offset, std::move(expected), std::move(found)});
}

void WarningLog::add(Warning warning) {
  shorten(warning.expected);
  shorten(warning.found);
  const bool ofFile = warning.offset == kNoOffset && files_.size() < kMaxOfFiles;
  if (quiet() && !ofFile) return;
  if (ofFile) {
    const uint64_t hash = hashOf(warning);
    if (!files_.insert(hash).second) return;
    if (teller_ != 0 || quiet()) {
      asides_.emplace(hash, ++version_);
      return keep({0, ToldWarning::kAside, std::move(warning)});
    }
  }
  Count& count = counts_[teller_];
  count.changed = ++version_;
  keep({teller_, count.told++, std::move(warning)});
}

void WarningLog::count(uint64_t more) {
  if (more == 0 || quiet()) return;
  Count& count = counts_[teller_];
  count.told += more;
  count.changed = ++version_;
}

void WarningLog::append(const WarningLog& other) {
  for (const auto& [told, when] : other.kept_) add(told.warning);
  count(other.total() - other.kept_.size());
}

void WarningLog::keep(ToldWarning told) {
  if (kept_.size() >= kKept && !(told < std::prev(kept_.end())->first)) return;
  kept_.emplace(std::move(told), version_);
  if (kept_.size() > kKept) kept_.erase(std::prev(kept_.end()));
}

std::vector<Warning> WarningLog::kept() const {
  std::vector<Warning> all;
  all.reserve(kept_.size());
  for (const auto& [told, when] : kept_) all.push_back(told.warning);
  return all;
}

uint64_t WarningLog::total() const {
  uint64_t sum = asides_.size();
  for (const auto& [teller, count] : counts_) sum += count.told;
  return sum;
}

WarningLog::News WarningLog::since(uint64_t version) const {
  News news;
  if (version == version_) return news;
  for (const auto& [told, when] : kept_)
    if (when > version) news.told.push_back(told);
  for (const auto& [teller, count] : counts_)
    if (count.changed > version) news.counts.emplace_back(teller, count.told);
  for (const auto& [hash, when] : asides_)
    if (when > version) news.asides.push_back(hash);
  return news;
}

void WarningLog::take(const News& news) {
  if (news.told.empty() && news.counts.empty() && news.asides.empty()) return;
  ++version_;
  for (const auto& [teller, told] : news.counts) {
    Count& count = counts_[teller];
    if (told <= count.told) continue;
    count = {told, version_};
  }
  for (uint64_t hash : news.asides) asides_.emplace(hash, version_);
  for (const ToldWarning& told : news.told) keep(told);
}

}  // namespace tp
