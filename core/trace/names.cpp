#include "core/trace/names.h"

#include <algorithm>
#include <cstring>

namespace tp {

NameTable::NameTable() : views_{std::string_view{}} {
  ids_.emplace(std::string_view{}, kNoName);
}

NameId NameTable::find(std::string_view text) const {
  for (const Ids* ids : {&ids_, &byExact_, &aliases_})
    if (auto found = ids->find(text); found != ids->end()) return found->second;
  return kNoName;
}

NameId NameTable::intern(std::string_view text) {
  auto found = ids_.find(text);
  if (found != ids_.end()) return found->second;
  auto id = static_cast<NameId>(views_.size());
  views_.push_back(store(text));
  ids_.emplace(views_.back(), id);
  return id;
}

NameId NameTable::intern(const FunctionName& function) {
  if (how_ == FunctionIdentity::Merged || function.exact.empty()) return intern(function.text);
  if (auto found = byExact_.find(function.exact); found != byExact_.end()) return found->second;
  auto id = static_cast<NameId>(views_.size());
  views_.emplace_back();
  keep(id, function);
  return id;
}

std::vector<NameId> NameTable::sameAs(NameId id) const {
  if (!renamed_) return {id};
  std::vector<NameId> same;
  for (NameId other = 0; other < size(); ++other)
    if (exact(other) == exact(id)) same.push_back(other);
  return same;
}

NameId NameTable::take(const NameTable& from, NameId id) {
  return from.isFunction(id) ? intern(from.functions_[id]) : intern(from.view(id));
}

void NameTable::rename(NameId id, std::string_view text) {
  if (id == kNoName || id >= views_.size() || views_[id] == text) return;
  views_[id] = store(text);
  ids_.emplace(views_[id], id);
  renamed_ = true;
}

void NameTable::rename(NameId id, const FunctionName& function) {
  if (how_ == FunctionIdentity::Merged || function.exact.empty()) return rename(id, function.text);
  if (id == kNoName || id >= views_.size() || exact(id) == function.exact) return;
  keep(id, function);
  renamed_ = true;
}

void NameTable::renameLike(NameId id, const NameTable& from, NameId theirs) {
  if (from.isFunction(theirs)) return rename(id, from.functions_[theirs]);
  rename(id, from.view(theirs));
}

void NameTable::keep(NameId id, const FunctionName& function) {
  if (id >= functions_.size()) functions_.resize(id + size_t{1});
  FunctionName& kept = functions_[id];
  if (!kept.exact.empty()) {
    --briefs_[kept.brief];
    --signatures_[kept.signature];
  }
  const bool begins = function.exact.substr(0, function.signature.size()) == function.signature;
  kept.text = store(function.text);
  kept.brief = function.brief == function.text ? kept.text : store(function.brief);
  kept.exact = store(function.exact);
  kept.signature = begins ? kept.exact.substr(0, function.signature.size()) : store(function.signature);
  views_[id] = how_ == FunctionIdentity::Signatures ? kept.signature : kept.text;
  byExact_.emplace(kept.exact, id);
  shortened_ = shortened_ || kept.brief != kept.signature;
  ++briefs_[kept.brief];
  ++signatures_[kept.signature];
  for (std::string_view text : {kept.text, kept.brief, kept.signature}) alias(text, id);
}

// The text finds the function with the least exact name, whatever the order in which functions are met.
void NameTable::alias(std::string_view text, NameId id) {
  auto [at, fresh] = aliases_.try_emplace(text, id);
  if (!fresh && functions_[id].exact < functions_[at->second].exact) at->second = id;
}

bool NameTable::before(NameId a, NameId b) const {
  return view(a) != view(b) ? view(a) < view(b) : exact(a) < exact(b);
}

std::string_view NameTable::told(NameId id, bool full) const {
  if (!isFunction(id)) return view(id);
  const FunctionName& function = functions_[id];
  auto alone = [](const Counts& counts, std::string_view text) {
    auto found = counts.find(text);
    return found == counts.end() || found->second < 2;
  };
  if (!full && alone(briefs_, function.brief)) return function.brief;
  return alone(signatures_, function.signature) ? function.signature : function.exact;
}

std::string_view NameTable::store(std::string_view text) {
  stored_ += text.size();
  if (text.size() > kLargestBlock / 4) {
    // A large text gets a block of its own, put before the open block so that that one stays the last.
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
  constexpr size_t kEntry = sizeof(std::string_view) + 32;
  // Count only the used entries of functions_: their places depend on the order in which names were met.
  return stored_ + views_.size() * sizeof(std::string_view) + byExact_.size() * sizeof(FunctionName) +
         (ids_.size() + byExact_.size() + aliases_.size() + briefs_.size() + signatures_.size()) * kEntry;
}

}  // namespace tp
