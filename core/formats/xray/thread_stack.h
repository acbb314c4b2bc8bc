// The threads that occupy a CPU: the one that came last runs, and when it leaves, the one before it does. Any of them
// may leave; if there are many, it is not searched for.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/trace/tracks.h"

namespace tp::xray {

class ThreadStack {
 public:
  bool empty() const { return threads_.empty(); }
  // Returns the thread that runs. Must not be empty().
  TrackId back() const { return threads_.back(); }

  // The thread comes, or comes again: it runs.
  void push(TrackId thread);
  // Does nothing if the thread is not there.
  void erase(TrackId thread);

  // Returns the threads in the order in which they came.
  std::vector<TrackId> all() const;
  void assign(const std::vector<TrackId>& threads);
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire.as([&] { return self.all(); }, [&](const auto& threads) { self.assign(threads); });
  }

 private:
  // Up to this number, threads are searched for one by one.
  static constexpr size_t kFew = 32;

  void trim();
  void number();

  std::vector<TrackId> threads_;  // kNoTrack for one that has left; never the last entry.
  size_t left_ = 0;               // Number of these.
  // The position of each thread, if there are more than kFew.
  std::unordered_map<TrackId, size_t> places_;
};

}  // namespace tp::xray
