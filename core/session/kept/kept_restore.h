// Takes the blocks of a kept index into the index of a session, and passes on to each worker what belongs to its units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/session/kept/index_blocks.h"

namespace tp {

class WorkerPort;

class KeptRestore {
 public:
  // `index` must be empty, and outlive this.
  explicit KeptRestore(TraceIndex& index) : index_(index), blocks_(index) {}

  // Takes the next block. Returns false if it is something else; then the index is to be dropped.
  bool take(Bytes block);
  // Whether the last block was taken.
  bool complete() const { return blocks_.complete(); }

  // After complete(): sends a worker that has opened the files what it needs, once.
  void give(uint32_t worker, WorkerPort& port);
  // A worker says that it has all of it. Behind the last of `workers`, nothing is kept for them any more.
  void given(uint32_t workers);
  // Whether all of `workers` have said so.
  bool isGiven(uint32_t workers) const { return given_ == workers; }

 private:
  TraceIndex& index_;
  IndexBlockReader blocks_;            // with what was not given to the workers yet
  std::vector<std::byte> vocabulary_;  // the VocabularyUpdate of the whole trace
  uint32_t given_ = 0;                 // workers that have it
};

}  // namespace tp
