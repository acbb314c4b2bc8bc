// Saves and restores what is known of the threads, for checkpoints of a merge.
#include "core/kernel/thread_model.h"

namespace tp::kernel {

void ThreadModel::writeThreads(WireWriter& out) const {
  const size_t at = out.reserve32();
  uint32_t count = 0;
  for (const Thread& thread : threads_) {
    bool blank = (thread.state == ThreadState::Unknown && !thread.drawn) || thread.state == ThreadState::Dead;
    if (blank && thread.frames.empty() && thread.syscallAt == kNotWoken) continue;
    ++count;
    out(thread.tid, thread.cpu, thread);
  }
  out.patch(at, count);
}

void ThreadModel::readThreads(WireReader& in) {
  threads_.clear();
  byTid_.clear();
  recent_.fill(nullptr);
  threadsOf_.clear();
  unsettled_.clear();
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    int64_t tid = 0;
    uint32_t cpu = Thread::kNoCpu;
    in(tid, cpu);
    Thread& at = thread(tid);
    place(at, cpu);
    in(at);
    at.graphFrames = static_cast<uint32_t>(std::count_if(
        at.frames.begin(), at.frames.end(), [](const Frame& frame) { return frame.kind == FrameKind::Graph; }));
    if (at.unknownFrom != Thread::kNever) unsettled_.emplace(at.tid, &at);
  }
}

}  // namespace tp::kernel
