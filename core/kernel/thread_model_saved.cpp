// Saves and restores what is known of the threads, for checkpoints of a merge.
#include "core/kernel/thread_model.h"

namespace tp::kernel {

void ThreadModel::save(WireWriter& out) const {
  size_t at = out.reserve32();
  uint32_t count = 0;
  for (const Thread& thread : threads_) {
    bool blank = (thread.state == ThreadState::Unknown && !thread.drawn) || thread.state == ThreadState::Dead;
    if (blank && thread.frames.empty() && !thread.seenSyscall) continue;
    ++count;
    out.put(thread.tid);
    out.put(thread.state);
    out.put(static_cast<uint8_t>(thread.wakePending | thread.seenSyscall << 1 | thread.drawn << 2 |
                                 thread.uncertain << 3 | thread.isNew << 4));
    out.put(thread.cpu);
    out.put(thread.since);
    out.put(thread.sure);
    out.put(thread.doubt);
    out.put(static_cast<int32_t>(thread.waker.tid));
    out.put(packWakeSource(0, thread.waker.source));
    out.put(thread.wokenAt);
    out.put(static_cast<uint16_t>(thread.frames.size()));
    for (const Frame& frame : thread.frames) {
      out.put(frame.kind);
      out.put(frame.id);
      out.put(static_cast<uint32_t>(frame.input));
      out.put(static_cast<uint8_t>(frame.whole));
      out.put(frame.begin);
    }
  }
  out.patch(at, count);
  out.putArray(cpus_);
  out.put(static_cast<uint8_t>(wakings_ | begun_ << 1));
}

bool ThreadModel::restore(WireReader& in) {
  threads_.clear();
  byTid_.clear();
  recent_.fill(nullptr);
  cpus_.clear();
  threadsOf_.clear();
  doubtful_.clear();
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    Thread& at = thread(in.get<int64_t>());
    at.state = in.get<ThreadState>();
    uint8_t flags = in.get<uint8_t>();
    at.wakePending = (flags & 1) != 0;
    at.seenSyscall = (flags & 2) != 0;
    at.drawn = (flags & 4) != 0;
    at.uncertain = (flags & 8) != 0;
    at.isNew = (flags & 16) != 0;
    place(at, in.get<uint32_t>());
    at.since = in.get<Time>();
    at.sure = in.get<Time>();
    at.doubt = in.get<Time>();
    at.waker.tid = in.get<int32_t>();
    at.waker.source = wakeSourceOf(in.get<uint64_t>());
    at.wokenAt = in.get<Time>();
    for (uint16_t frames = in.get<uint16_t>(); frames > 0 && !in.failed(); --frames) {
      Frame frame;
      frame.kind = in.get<FrameKind>();
      frame.id = in.get<uint64_t>();
      frame.input = in.get<uint32_t>();
      frame.whole = in.get<uint8_t>() != 0;
      frame.begin = in.get<Time>();
      at.frames.push_back(frame);
      at.graphFrames += frame.kind == FrameKind::Graph;
    }
    if (at.doubt != Thread::kNoDoubt) doubtful_.emplace(at.tid, &at);
  }
  in.getArray(cpus_);
  uint8_t flags = in.get<uint8_t>();
  wakings_ = (flags & 1) != 0;
  begun_ = (flags & 2) != 0;
  return !in.failed();
}

}  // namespace tp::kernel
