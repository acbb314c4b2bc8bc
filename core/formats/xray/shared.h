// Data that the decoders of one XRay log share.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/formats/xray/buffers.h"
#include "core/formats/xray/function_names.h"

namespace tp::xray {

// Limits memory: a damaged log may name as many threads as it has records.
inline constexpr size_t kMaxThreads = size_t{1} << 18;

struct ThreadTracks {
  TrackId thread = kNoTrack;
  TrackId events = kNoTrack;
};

// One log; a program that forks leaves several. Outlives the decoders.
struct Shared {
  const FileEntry& file;
  LogHeader header;
  FunctionNames& functions;
  TraceReader& reader;
  std::string label;  // Tells its threads from those of other logs, which may have the same numbers.

  // Returns the tracks of a thread, and adds them if there are none yet.
  ThreadTracks tracksOf(int64_t pid, int64_t tid) const;
};

// What one stream decodes: the records of one thread, or those of all threads of a log whose threads are not known
// beforehand.
struct ThreadStream {
  const Shared* log = nullptr;
  bool allThreads = false;
  int64_t pid = 0;
  int64_t tid = 0;
  // See ThreadLog.
  std::vector<uint64_t> latest;
  std::vector<uint32_t> lacking;
  std::vector<uint64_t> cutsAt;
  bool restLost = false;
  ThreadTracks tracks;

  // Whether records are missing somewhere in an extent.
  bool lacks(uint32_t extent) const { return std::binary_search(lacking.begin(), lacking.end(), extent); }
  // Whether records of the thread are missing where the input ends.
  bool endsCut(const DecodeInput& input) const {
    return input.extentEnd && std::binary_search(cutsAt.begin(), cutsAt.end(), input.offset + input.data.size());
  }
  // Whether records of any thread may be missing behind a file offset of `cutsAt`.
  bool losesRest(uint64_t offset) const { return restLost && offset == cutsAt.back(); }
};

// The open calls of a thread. Gives each call its depth, and finds the call that an exit ends.
class CallDepths {
 public:
  // Begins a call and returns its depth. Calls deeper than kDeepest share the last row and are not kept.
  uint16_t enter(uint32_t id) {
    if (depth_ + 1 == open_.size() && !grow()) return kDeepest - 1;
    open_[depth_ + 1] = id;
    return static_cast<uint16_t>(depth_++);
  }

  // Ends the innermost call of this function and returns its depth. If there is none, ends all open calls, or, for a
  // tail exit, only the innermost one: runtimes record a tail exit with the id of the function that is left, but by the
  // document it has that of the first of a chain, which has left already.
  uint16_t leave(uint32_t id, Action action) {
    if (depth_ > 0 && open_[depth_] == id) {
      --depth_;
    } else {
      unwind(id, action);
    }
    return static_cast<uint16_t>(depth_);
  }

  bool none() const { return depth_ == 0; }
  // Returns the number of open calls.
  size_t depth() const { return depth_; }
  // Sends the open calls.
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire.as([&] { return self.open(); }, [&](const auto& open) { self.setOpen(open); });
  }

  // For loops that keep the state in registers. open[depth] is the innermost call, the next one is written after it.
  // open[0] is a number that no function of a Flight Data Recorder log has.
  struct Top {
    uint32_t* open;
    size_t depth;
    // Number of calls for which there is room: at least those that were wanted, fewer only near the deepest depth.
    size_t room;
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

  std::vector<uint32_t> open() const { return {open_.begin() + 1, open_.begin() + 1 + static_cast<ptrdiff_t>(depth_)}; }
  void setOpen(const std::vector<uint32_t>& open);
  bool grow();
  void unwind(uint32_t id, Action action);

  std::vector<uint32_t> open_ = {kNone};  // kNone, followed by the `depth_` open calls and unused room.
  size_t depth_ = 0;
};

// Adds the notes of a detailed row that only the program tells, by the function's id in `row`.
void addNotes(FunctionNames& functions, EventRow& row);

}  // namespace tp::xray
