#include "core/index/detail_cache.h"

namespace tp {

const ChunkDetail* DetailCache::find(ChunkId id) {
  auto found = byId_.find(id.packed());
  if (found == byId_.end()) return nullptr;
  order_.splice(order_.begin(), order_, found->second);
  return &*found->second;
}

void DetailCache::put(ChunkDetail detail) {
  detail.bytes = sizeof detail;
  for (const ChunkDetail::Lane& lane : detail.lanes) detail.bytes += sizeof lane + lane.marks.capacity() * sizeof(Mark);
  auto found = byId_.find(detail.id.packed());
  if (found != byId_.end()) {
    bytes_ -= found->second->bytes;
    order_.erase(found->second);
    byId_.erase(found);
  }
  bytes_ += detail.bytes;
  order_.push_front(std::move(detail));
  byId_[order_.front().id.packed()] = order_.begin();
  while (bytes_ > budget_ && order_.size() > 1) {
    bytes_ -= order_.back().bytes;
    byId_.erase(order_.back().id.packed());
    order_.pop_back();
  }
}

}  // namespace tp
