// The threads that are on a CPU: the last one that came runs, and when it leaves, the one before it does. Any of them
// may leave; of many, none is searched for.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/trace/tracks.h"

namespace tp::xray {

class ThreadStack {
 public:
  bool empty() const { return threads_.empty(); }
  // The one that runs; there is one.
  TrackId back() const { return threads_.back(); }

  // It comes, or comes again: it runs.
  void push(TrackId thread);
  // Nothing happens where it is not there.
  void erase(TrackId thread);

  // From the first that came on.
  std::vector<TrackId> all() const;
  void assign(const std::vector<TrackId>& threads);

 private:
  // So few are looked through.
  static constexpr size_t kFew = 32;

  void trim();
  void number();

  std::vector<TrackId> threads_;  // kNoTrack: has left; never the last
  size_t left_ = 0;               // of these
  // Where each is, while there are more than few.
  std::unordered_map<TrackId, size_t> places_;
};

}  // namespace tp::xray
