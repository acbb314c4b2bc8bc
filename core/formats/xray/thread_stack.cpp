#include "core/formats/xray/thread_stack.h"

#include <algorithm>
#include <iterator>

namespace tp::xray {

void ThreadStack::push(TrackId thread) {
  erase(thread);
  threads_.push_back(thread);
  if (!places_.empty())
    places_[thread] = threads_.size() - 1;
  else if (threads_.size() > kFew)
    number();
}

void ThreadStack::erase(TrackId thread) {
  if (places_.empty()) {
    threads_.erase(std::remove(threads_.begin(), threads_.end(), thread), threads_.end());
    return;
  }
  auto found = places_.find(thread);
  if (found == places_.end()) return;
  threads_[found->second] = kNoTrack;
  places_.erase(found);
  ++left_;
  trim();
}

// Removes entries of threads that have left: those at the end at once, the others when they are the majority.
void ThreadStack::trim() {
  while (!threads_.empty() && threads_.back() == kNoTrack) {
    threads_.pop_back();
    --left_;
  }
  if (threads_.size() > kFew / 2 && left_ * 2 < threads_.size()) return;
  threads_.erase(std::remove(threads_.begin(), threads_.end(), kNoTrack), threads_.end());
  left_ = 0;
  places_.clear();
  if (threads_.size() > kFew) number();
}

void ThreadStack::number() {
  for (size_t i = 0; i < threads_.size(); ++i) places_[threads_[i]] = i;
}

std::vector<TrackId> ThreadStack::all() const {
  std::vector<TrackId> out;
  std::copy_if(threads_.begin(), threads_.end(), std::back_inserter(out), [](TrackId at) { return at != kNoTrack; });
  return out;
}

void ThreadStack::assign(const std::vector<TrackId>& threads) {
  *this = ThreadStack();
  for (TrackId thread : threads) push(thread);
}

}  // namespace tp::xray
