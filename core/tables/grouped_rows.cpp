#include "core/tables/grouped_rows.h"

#include <algorithm>
#include <utility>

namespace tp {

GroupedRows::GroupedRows(Scan scan, size_t width, std::vector<uint32_t> keys, std::vector<uint32_t> kept,
                         bool oneOfEach, Less less, size_t budget)
    : scan_(std::move(scan)),
      keys_(std::move(keys)),
      kept_(std::move(kept)),
      places_(width),
      oneOfEach_(oneOfEach),
      less_(std::move(less)),
      budget_(budget),
      batch_(width) {
  std::erase_if(kept_, [this](uint32_t one) { return std::find(keys_.begin(), keys_.end(), one) != keys_.end(); });
  cells_.resize(kept_.size());
  for (size_t i = 0; i < kept_.size(); ++i) places_[kept_[i]] = static_cast<int32_t>(i);
  for (size_t i = 0; i < keys_.size(); ++i) places_[keys_[i]] = -1 - static_cast<int32_t>(i);
}

uint64_t GroupedRows::hashOf(const int64_t* row) const {
  uint64_t hash = 0x9e3779b97f4a7c15u;
  for (uint32_t key : keys_) {
    hash = (hash ^ static_cast<uint64_t>(row[key])) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  }
  return hash;
}

bool GroupedRows::isOf(const Group& group, const int64_t* row) const {
  for (size_t i = 0; i < keys_.size(); ++i)
    if (group.key[i] != row[keys_[i]]) return false;
  return true;
}

void GroupedRows::place(uint32_t group) {
  const size_t mask = slots_.size() - 1;
  size_t at = static_cast<size_t>(groups_[group].hash) & mask;
  while (slots_[at] != 0) at = (at + 1) & mask;
  slots_[at] = group + 1;
}

GroupedRows::Group& GroupedRows::groupOf(const int64_t* row) {
  const uint64_t hash = hashOf(row);
  const size_t mask = slots_.size() - 1;
  for (size_t at = static_cast<size_t>(hash) & mask; slots_[at] != 0; at = (at + 1) & mask) {
    Group& group = groups_[slots_[at] - 1];
    if (group.hash == hash && isOf(group, row)) return group;
  }
  Group& made = groups_.emplace_back();
  made.hash = hash;
  for (uint32_t key : keys_) made.key.push_back(row[key]);
  const bool before = done_ && !less_(*done_, made.key), behind = bound_ && less_(*bound_, made.key);
  if (before || behind) made.rows = Group::Rows::Left;
  if (groups_.size() * 2 > slots_.size()) {
    slots_.assign(slots_.size() * 2, 0);
    for (uint32_t i = 0; i < groups_.size(); ++i) place(i);
  } else {
    place(static_cast<uint32_t>(groups_.size() - 1));
  }
  return made;
}

void GroupedRows::keep(Group& group, const int64_t* row) {
  if (oneOfEach_) {
    group.count = 1;
    return;
  }
  ++group.count;
  if (kept_.empty() || group.rows == Group::Rows::Large) return;
  used_ += group.kept.add(row, kept_);
}

// Leaves about half of what is kept to a later pass. If that is a single group, its rows are not kept at all.
void GroupedRows::shrink() {
  std::vector<std::pair<Group*, size_t>> live;
  for (Group& group : groups_) {
    const size_t bytes = group.kept.bytes();
    if (bytes > 0) live.emplace_back(&group, bytes);
  }
  std::sort(live.begin(), live.end(),
            [this](const auto& a, const auto& b) { return less_(a.first->key, b.first->key); });
  if (live.size() == 1) {
    live.front().first->rows = Group::Rows::Large;
    live.front().first->kept.clear();
    used_ = 0;
    return;
  }
  size_t kept = 0, bytes = 0;
  while (kept + 1 < live.size() && (kept == 0 || bytes + live[kept].second <= used_ / 2)) bytes += live[kept++].second;
  bound_ = live[kept - 1].first->key;
  used_ = bytes;
  for (Group& group : groups_) {
    if (group.rows == Group::Rows::Left || !less_(*bound_, group.key)) continue;
    group.rows = Group::Rows::Left;
    group.kept.clear();
  }
}

void GroupedRows::collect() {
  groups_.clear();
  order_.clear();
  slots_.assign(1024, 0);
  used_ = at_ = row_ = 0;
  ++scans_;
  const std::unique_ptr<RowSource> rows = scan_();
  for (bool more = true; more;) {
    batch_.clear();
    more = rows->fill(batch_);
    for (size_t i = 0; i < batch_.size(); ++i) {
      Group& group = groupOf(batch_.row(i));
      if (group.rows != Group::Rows::Left) keep(group, batch_.row(i));
      while (used_ > budget_) shrink();
    }
  }
  for (uint32_t i = 0; i < groups_.size(); ++i)
    if (groups_[i].rows != Group::Rows::Left) order_.push_back(i);
  std::sort(order_.begin(), order_.end(),
            [this](uint32_t a, uint32_t b) { return less_(groups_[a].key, groups_[b].key); });
}

bool GroupedRows::nextThrough(const Group& group) {
  if (!through_) {
    ++scans_;
    through_ = scan_();
    batch_.clear();
    rowOfBatch_ = ~size_t{0};
  }
  for (bool more = true;;) {
    while (++rowOfBatch_ < batch_.size())
      if (isOf(group, batch_.row(rowOfBatch_))) return true;
    if (!more) break;
    batch_.clear();
    rowOfBatch_ = ~size_t{0};
    more = through_->fill(batch_);
  }
  through_.reset();
  return false;
}

bool GroupedRows::nextOf(Group& group) {
  if (group.rows == Group::Rows::Large) return nextThrough(group);
  if (row_ == group.count) return false;
  if (row_++ == 0) group.kept.rewind();
  if (!cells_.empty() && !oneOfEach_) group.kept.next(cells_);
  return true;
}

bool GroupedRows::next() {
  while (!ended_) {
    for (; at_ < order_.size(); ++at_) {
      if (nextOf(groups_[order_[at_]])) return true;
      groups_[order_[at_]].kept.clear();
      row_ = 0;
    }
    ended_ = scans_ > 0 && !bound_;
    if (ended_) break;
    done_ = std::exchange(bound_, std::nullopt);
    collect();
  }
  return false;
}

int64_t GroupedRows::cell(uint32_t column) const {
  const Group& group = groups_[order_[at_]];
  const int32_t place = places_[column];
  if (place < 0) return group.key[static_cast<size_t>(-1 - place)];
  if (through_) return batch_.row(rowOfBatch_)[column];
  if (kept_.empty()) return kNullCode;
  return cells_[static_cast<size_t>(place)];
}

}  // namespace tp
