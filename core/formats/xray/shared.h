// What the decoders of one XRay log share.
#pragma once

#include <utility>
#include <vector>

#include "core/formats/xray/buffers.h"
#include "core/formats/xray/function_names.h"

namespace tp::xray {

// No program has more; a damaged log may have as many as records.
inline constexpr size_t kMaxThreads = size_t{1} << 18;

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
  std::vector<uint64_t> latest;  // as ThreadLog has it
  ThreadTracks tracks;
};

// Open calls of a thread: depths for what enters, and what an exit ends.
class CallDepths {
 public:
  uint16_t enter(uint32_t id) {
    if (depth_ + 1 == open_.size() && !grow()) return kDeepest - 1;
    open_[depth_ + 1] = id;
    return static_cast<uint16_t>(depth_++);
  }

  // An exit ends the innermost call of its function. Where there is none, it ends all, but a tail exit only the
  // innermost one: it names itself in the logs of all runtimes, but by the document the first of a chain, which has
  // left already.
  uint16_t leave(uint32_t id, Action action) {
    if (depth_ > 0 && open_[depth_] == id) {
      --depth_;
    } else {
      unwind(id, action);
    }
    return static_cast<uint16_t>(depth_);
  }

  bool none() const { return depth_ == 0; }
  std::vector<uint32_t> open() const { return {open_.begin() + 1, open_.begin() + 1 + static_cast<ptrdiff_t>(depth_)}; }
  void restore(const std::vector<uint32_t>& open);

  // For loops that keep the usual way in registers: the innermost call is open[depth], what the next one is written to
  // comes after it, and below the outermost there is what no function of a Flight Data Recorder log is numbered by.
  struct Top {
    uint32_t* open;
    size_t depth;
    size_t room;  // for as many more, which are those that were wanted, or less where calls are too deep
  };
  Top top(size_t wanted) {
    while (open_.size() - 1 - depth_ < wanted && grow()) {
    }
    return {open_.data(), depth_, open_.size() - 1 - depth_};
  }
  void setDepth(size_t depth) { depth_ = depth; }

 private:
  static constexpr size_t kDeepest = 65535;
  static constexpr uint32_t kNone = ~uint32_t{0};

  bool grow();
  void unwind(uint32_t id, Action action);

  std::vector<uint32_t> open_ = {kNone};  // and behind it the open calls, of which there are `depth_`
  size_t depth_ = 0;
};

// What of a call's details is only known with the program; for a detailed row, of a function's id.
void addNotes(FunctionNames& functions, EventRow& row);

}  // namespace tp::xray
