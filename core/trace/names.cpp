#include "core/trace/names.h"

#include <algorithm>
#include <cstring>

namespace tp {

NameTable::NameTable() : views_{std::string_view{}} {
  ids_.emplace(std::string_view{}, kNoName);
}

NameId NameTable::find(std::string_view text) const {
  auto found = ids_.find(text);
  return found == ids_.end() ? kNoName : found->second;
}

NameId NameTable::intern(std::string_view text) {
  auto found = ids_.find(text);
  if (found != ids_.end()) return found->second;
  auto id = static_cast<NameId>(views_.size());
  views_.push_back(store(text));
  ids_.emplace(views_.back(), id);
  return id;
}

void NameTable::rename(NameId id, std::string_view text) {
  if (id == kNoName || id >= views_.size() || views_[id] == text) return;
  views_[id] = store(text);
  ids_.emplace(views_[id], id);
}

std::string_view NameTable::store(std::string_view text) {
  stored_ += text.size();
  if (text.size() > kLargestBlock / 4) {
    // A block of its own, put before the open one so that this stays the last.
    auto block = std::make_unique<char[]>(text.size());
    std::memcpy(block.get(), text.data(), text.size());
    std::string_view view(block.get(), text.size());
    blocks_.insert(blocks_.empty() ? blocks_.end() : blocks_.end() - 1, std::move(block));
    return view;
  }
  if (used_ + text.size() > block_) {
    block_ = std::clamp(block_ * 2, kFirstBlock, kLargestBlock);
    while (block_ < text.size()) block_ *= 2;
    blocks_.push_back(std::make_unique<char[]>(block_));
    used_ = 0;
  }
  char* at = blocks_.back().get() + used_;
  std::memcpy(at, text.data(), text.size());
  used_ += text.size();
  return {at, text.size()};
}

size_t NameTable::memoryBytes() const {
  return stored_ + views_.size() * sizeof(std::string_view) + ids_.size() * (sizeof(std::string_view) + 32);
}

}  // namespace tp
