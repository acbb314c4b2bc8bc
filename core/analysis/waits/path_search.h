// Finds a critical path step by step, so that a window can draw meanwhile.
#pragma once

#include <cstddef>
#include <memory>

#include "core/analysis/waits/critical_path.h"

namespace tp {

class PathSearch {
 public:
  // As criticalPath(). The graph must outlive it.
  PathSearch(const WaitGraph& graph, TrackId thread, Time from, Time to);
  ~PathSearch();

  // Takes so many steps, each in constant time. Returns whether there are more.
  bool step(size_t steps);
  // The share of the range of which the path is known, from 0 to 1.
  double progress() const;
  // Returns the path, once, when step() has returned false.
  CriticalPath take();

 private:
  class LinePlaces;
  class Walk;
  std::unique_ptr<Walk> walk_;
};

}  // namespace tp
