// The stacks of switches and wakings, for those who watch them.
#include <utility>

#include "core/formats/tracecmd/thread_merger.h"
#include "core/kernel/tracer_frames.h"

namespace tp::tracecmd {
namespace {

// Deeper stacks are damage.
constexpr size_t kMaxStack = 1024;

}  // namespace

// Tells the stack of a waking, which is the next record, as no interrupt can come between; or that of a switch, which
// follows it: of the thread that left, which is still the one that records.
void ThreadMerger::stackFollows(const Raw& raw, const Thread& thread, const Woken& woken) {
  if (!isStack(raw.event)) return;
  if (woken.tid > 0 && woken.waker == thread.tid) return tellStack(raw, woken.tid, woken.time, true);
  Left& left = left_[raw.input];
  if (left.tid <= 0 || thread.tid != left.tid) return;
  shared_.reader.noteSwitchStacks();
  const Left gone = std::exchange(left, {});
  tellStack(raw, gone.tid, gone.time, false);
}

void ThreadMerger::tellStack(const Raw& raw, int64_t tid, Time time, bool waking) {
  if (!sides_.stack) return;
  const StackFrames frames = streams_[raw.input].words->stacks.framesOf(raw.event, raw.data);
  if (frames.size() > kMaxStack) return;
  frames_.clear();
  for (size_t i = frames.size(); i-- > 0;)
    if (frames.at(i) != StackFrames::kTrampoline) frames_.push_back(functionName(raw, frames.at(i)));
  while (!frames_.empty() && kernel::isTracerFrame(shared_.reader.names().view(frames_.back()))) frames_.pop_back();
  sides_.stack({shared_.reader.tracks()[model_.thread(tid).tracks.state].parent, time, frames_, waking});
}

}  // namespace tp::tracecmd
