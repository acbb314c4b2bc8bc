#include "native/output/ordered_groups.h"

#include <cerrno>
#include <cstring>

namespace tp::native {

bool OrderedGroups::fail() {
  if (error_.empty()) error_ = "temporary file: " + std::string(std::strerror(errno != 0 ? errno : EIO));
  failed_ = true;
  return false;
}

bool OrderedGroups::add(size_t part, parquet::GroupWriter& group) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (failed_ || group.rows() == 0) return !failed_;
  if (part != turn_) return keep(early_[part], group);
  failed_ = !file_.addGroup(group);
  return !failed_;
}

bool OrderedGroups::keep(Early& early, parquet::GroupWriter& group) {
  errno = 0;
  if (!early.file) early.file.reset(std::tmpfile());
  if (!early.file) return fail();
  auto& [ended, size] = early.groups.emplace_back();
  bool kept = true;
  size_t bytes = 0;
  const bool encoded = group.end(
      [&](std::string_view pages) {
        kept = kept && std::fwrite(pages.data(), 1, pages.size(), early.file.get()) == pages.size();
        bytes += pages.size();
        return kept;
      },
      ended);
  size = bytes;
  if (!kept) return fail();
  // There is no memory to compress it, which the caller tells.
  failed_ = !encoded;
  return encoded;
}

bool OrderedGroups::write(Early& early) {
  errno = 0;
  if (early.file && (std::fflush(early.file.get()) != 0 || std::fseek(early.file.get(), 0, SEEK_SET) != 0))
    return fail();
  std::string pages;
  for (auto& [group, size] : early.groups) {
    pages.resize(size);
    if (std::fread(pages.data(), 1, size, early.file.get()) != size) return fail();
    failed_ = !file_.addGroup(std::move(group), pages);
    if (failed_) return false;
  }
  early.groups.clear();
  early.file.reset();
  return true;
}

bool OrderedGroups::endPart(size_t part) {
  const std::lock_guard<std::mutex> lock(mutex_);
  early_[part].complete = true;
  // The part whose turn it is has nothing that waits, so that its thread goes on writing directly.
  while (!failed_ && early_[turn_].complete) {
    early_.erase(turn_++);
    const auto next = early_.find(turn_);
    if (next == early_.end() || !write(next->second)) break;
  }
  return !failed_;
}

bool OrderedGroups::finish() {
  const std::lock_guard<std::mutex> lock(mutex_);
  failed_ = failed_ || !file_.finish();
  return !failed_;
}

}  // namespace tp::native
