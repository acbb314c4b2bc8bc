// The chunks that a frame has found drawn too coarsely: which of them to ask for next, and of which the answer is still
// missing.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "core/index/chunk_replay.h"
#include "core/index/detail_cache.h"
#include "core/index/query.h"
#include "core/index/trace_index.h"

namespace tp {

class WorkerPort;

class DetailRequests {
 public:
  // `port` must outlive this.
  explicit DetailRequests(WorkerPort& port) : port_(port) {}

  // A view is drawn around this time: what is nearest to it is asked for first.
  void lookAt(Time middle) { middle_ = middle; }
  // Replaces what the last frame wanted, and asks for the first of it.
  void want(std::vector<MissingDetail> missing, const TraceIndex& index);
  // Takes the answer of a worker into `cache`, and asks for more.
  void receive(uint32_t worker, WireReader& in, const TraceIndex& index, DetailCache& cache);
  // Whether an answer is missing.
  bool waiting() const { return !asked_.empty(); }

 private:
  void ask(const TraceIndex& index);

  WorkerPort& port_;
  Time middle_ = 0;
  std::vector<MissingDetail> queue_;         // the most wanted last
  std::unordered_set<uint64_t> asked_;       // chunks
  std::unordered_set<uint64_t> unreadable_;  // chunks that can't be decoded again; coarser levels are drawn instead
  std::vector<uint32_t> askedOf_;            // how many, by worker
};

}  // namespace tp
