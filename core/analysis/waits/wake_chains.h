// The critical path of a thread as a tree of chains of wakers: the thread itself, who held it up, who held that one up,
// and so on; each with what it did meanwhile. It is what a flame graph of wakeup chains shows.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/analysis/waits/path_shares.h"

namespace tp {

struct WakeChains {
  // Positions are those in `chains`. A chain stands before those that prolong it.
  struct Chain {
    uint32_t parent = 0;        // the chain that this one prolongs by a waker; of the first chain, itself
    TrackId thread = kNoTrack;  // the last waker; of the first chain, the thread that is asked about
    uint32_t stack = 0;         // as CriticalPath::Line::stack
    uint32_t wakerStack = 0;    // likewise
    bool makes = false;         // likewise
    uint32_t depth = 0;         // how many wakers there are
    Time time = 0;              // of the path's segments of this chain, and of those that prolong it
  };
  // What the last thread of a chain did.
  struct Part {
    uint32_t chain = 0;
    PathShare share;
  };

  // With which stack it left its CPU for a part, where that was recorded.
  struct Stack {
    uint32_t part = 0;   // position in `parts`
    uint32_t stack = 0;  // for WaitGraph::stack()
    Time time = 0;       // of the part's segments with this stack
  };

  std::vector<Chain> chains;  // empty: the path is
  std::vector<Part> parts;    // by chain; of a chain, the longest first
  std::vector<Stack> stacks;  // by part; of a part, in the order of their frames' names, from the outermost on
};

// Sums up a path step by step, so that a window can draw meanwhile.
class ChainSums {
 public:
  using StackShares = std::map<std::pair<uint32_t, uint32_t>, PathShares>;  // by chain and stack

  // The path must outlive this.
  explicit ChainSums(const CriticalPath& path) : path_(path) {}

  // Adds so many further segments. Returns whether there are more.
  bool step(size_t segments);
  // The share of the segments that were added, from 0 to 1.
  double progress() const { return path_.empty() ? 1 : static_cast<double>(next_) / static_cast<double>(path_.size()); }
  // Returns what wakeChains() does, when step() has returned false.
  WakeChains chains(const WaitGraph& graph, const TrackTable& tracks, const NameTable& names) const;

 private:
  const CriticalPath& path_;
  size_t next_ = 0;  // segment to be added
  std::vector<PathShares> own_;
  StackShares withStack_;
};

// Returns the chains of a path, which was made of `graph`. The times of all parts add up to that of the path, which is
// that of the first chain.
WakeChains wakeChains(const WaitGraph& graph, const CriticalPath& path, const TrackTable& tracks,
                      const NameTable& names);

// Returns the shares of the whole path, as pathShares() does.
std::vector<PathShare> pathShares(const WakeChains& chains, const TrackTable& tracks, const NameTable& names);

}  // namespace tp
