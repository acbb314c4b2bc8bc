// What the decoders of one XRay log share.
#pragma once

#include <algorithm>
#include <vector>

#include "core/formats/xray/buffers.h"
#include "core/formats/xray/function_names.h"

namespace tp::xray {

struct ThreadTracks {
  TrackId thread = kNoTrack;
  TrackId events = kNoTrack;
};

// One log; of a program that forks there are several. Outlives the decoders.
struct Shared {
  const FileEntry& file;
  LogHeader header;
  FunctionNames& functions;
  TraceReader& reader;
  std::string label;  // tells its threads from those of other logs, which may say the same of themselves

  // Made where there are none yet.
  ThreadTracks tracksOf(int64_t pid, int64_t tid) const;
};

// What one stream decodes: the records of a thread, or of all threads of a log where nothing tells beforehand which
// there are.
struct ThreadStream {
  const Shared* log = nullptr;
  bool allThreads = false;
  int64_t pid = 0;
  int64_t tid = 0;
  ThreadTracks tracks;
};

// Open calls of a thread: depths for what enters, and what an exit ends.
class CallDepths {
 public:
  uint16_t enter(uint32_t id) {
    constexpr size_t kDeepest = 65535;
    if (open_.size() < kDeepest) open_.push_back(id);
    return static_cast<uint16_t>(open_.size() - 1);
  }

  // An exit ends the innermost call of its function, or all where there is none.
  uint16_t leave(uint32_t id) {
    if (open_.empty()) return 0;
    if (open_.back() == id) {
      open_.pop_back();
      return static_cast<uint16_t>(open_.size());
    }
    auto found = std::find(open_.rbegin(), open_.rend(), id);
    open_.resize(found == open_.rend() ? 0 : static_cast<size_t>(open_.rend() - found) - 1);
    return static_cast<uint16_t>(open_.size());
  }

  const std::vector<uint32_t>& open() const { return open_; }
  void restore(std::vector<uint32_t> open) { open_ = std::move(open); }

 private:
  std::vector<uint32_t> open_;
};

// What of a record's details is only known with the program.
void addNameHint(const FunctionNames& functions, EventRow& row);

}  // namespace tp::xray
