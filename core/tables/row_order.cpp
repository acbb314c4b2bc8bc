#include "core/tables/row_order.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace tp {
namespace {

// Groups the distance of a row from its parent: near, within some thousands, far, none.
uint32_t groupOf(int64_t id, int64_t parent) {
  constexpr uint64_t kNear = 1 << 5, kFar = 1 << 11;
  if (parent == kNullCode) return 3;
  const uint64_t distance = static_cast<uint64_t>(id) - static_cast<uint64_t>(parent);
  return distance < kNear ? 0 : distance < kFar ? 1 : 2;
}

}  // namespace

RowOrder::RowOrder(std::span<const TableColumn> columns) {
  uint32_t thread = kNoColumn;
  for (uint32_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == "id") id_ = i;
    if (columns[i].name == "track_id") track_ = i;
    if (columns[i].name == "utid") thread = i;
    if (columns[i].name == "parent_id") parent_ = i;
  }
  if (track_ == kNoColumn) track_ = thread;
}

// Most ids are numbers of records that were read one after the other.
void RowOrder::sortById(const CodedBatch& batch, std::vector<uint32_t>& rows) {
  int64_t last = std::numeric_limits<int64_t>::min();
  ids_.clear();
  for (uint32_t row : rows) {
    ids_.push_back(batch.row(row)[id_]);
    last = std::max(last, ids_.back());
  }
  // The last ids have a place each.
  byId_.assign(rows.size() * 4, 0);
  const uint64_t before = static_cast<uint64_t>(last) - byId_.size();
  size_t first = byId_.size() - 1;
  others_.clear();
  for (size_t i = 0; i < rows.size(); ++i) {
    const uint64_t place = static_cast<uint64_t>(ids_[i]) - before - 1;
    if (place < byId_.size() && byId_[place] == 0) {
      byId_[place] = rows[i] + 1;
      first = std::min<size_t>(first, place);
    } else {
      others_.emplace_back(ids_[i], rows[i]);
    }
  }
  std::sort(others_.begin(), others_.end());
  size_t at = 0;
  for (const auto& [id, row] : others_) rows[at++] = row;
  for (; first < byId_.size(); ++first) {
    rows[at] = byId_[first] - 1;
    at += byId_[first] != 0 ? 1 : 0;
    if (at == rows.size()) break;
  }
}

uint32_t RowOrder::laneOf(int64_t track, uint32_t distance) {
  const uint64_t hash = static_cast<uint64_t>(track) * 0x9e3779b97f4a7c15u + distance;
  for (size_t at = (hash ^ hash >> 32) & (places_.size() - 1);; at = (at + 1) & (places_.size() - 1)) {
    Place& place = places_[at];
    if (place.round != round_) {
      place = {round_, track, distance, static_cast<uint32_t>(counts_.size())};
      counts_.push_back(0);
    }
    if (place.track == track && place.distance == distance) return place.lane;
  }
}

void RowOrder::sort(const CodedBatch& batch, std::vector<uint32_t>& rows) {
  if (track_ == kNoColumn || id_ == kNoColumn || rows.empty()) return;
  sortById(batch, rows);
  if (places_.size() < rows.size() * 2) places_.assign(std::bit_ceil(rows.size() * 2), {});
  ++round_;
  counts_.clear();
  lanes_.resize(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    const int64_t* row = batch.row(rows[i]);
    lanes_[i] = laneOf(row[track_], parent_ == kNoColumn ? 0 : groupOf(row[id_], row[parent_]));
    ++counts_[lanes_[i]];
  }
  uint32_t next = 0;
  for (uint32_t& count : counts_) next += std::exchange(count, next);
  sorted_.resize(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) sorted_[counts_[lanes_[i]]++] = rows[i];
  rows.swap(sorted_);
}

}  // namespace tp
