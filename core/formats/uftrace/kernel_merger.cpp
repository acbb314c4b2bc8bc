#include "core/formats/uftrace/kernel_merger.h"

#include <algorithm>

#include "core/io/wire.h"

namespace tp::uftrace {
namespace {

// The kernel does not nest deeper; the limit keeps a damaged record from adding rows without end.
constexpr uint32_t kDeepest = 512;

Record& push(RecordBatch& out, RecordKind kind, TrackId track, uint32_t depth, Time time) {
  Record& record = out.push();
  record = Record{};
  record.time = time;
  record.kind = kind;
  record.track = track;
  record.depth = static_cast<uint16_t>(std::min<uint32_t>(depth, 0xffff));
  return record;
}

}  // namespace

KernelMerger::KernelMerger(const std::vector<Task>& tasks) : tasks_(tasks), stacks_(tasks.size()) {
  for (size_t i = 0; i < tasks.size(); ++i) byTid_[tasks[i].tid] = i;
}

// The kernel has returned by now, though that was not recorded: it is unknown how long its functions took.
void KernelMerger::cut(size_t task, Time time, RecordBatch& out) {
  Stack& stack = stacks_[task];
  if (stack.kernel == 0) return;
  push(out, RecordKind::Cut, tasks_[task].thread, stack.base, time);
  stack.kernel = 0;
}

void KernelMerger::add(size_t input, const Record& record, StreamDecoder&, RecordBatch& out) {
  if (input < tasks_.size()) {
    if (record.track != tasks_[input].thread) return;
    Stack& stack = stacks_[input];
    bool begin = record.kind == RecordKind::Begin;
    if (!begin && record.kind != RecordKind::End) return;
    // Off-CPU slices lie within the kernel's functions, not around them.
    if (record.size == 0) return;
    stack.user = record.depth + (begin ? 1u : 0u);
    if (stack.user != stack.base) cut(input, record.time, out);
    const RecordKind caller = begin ? RecordKind::CallerBegin : RecordKind::CallerEnd;
    push(out, caller, record.track, record.depth, record.time).name = record.name;
    return;
  }
  KernelCall call = KernelCall::unpack(record.value);
  auto found = byTid_.find(call.tid);
  if (record.kind != RecordKind::Event || call.kind == KernelEvent::Kind::Other || found == byTid_.end()) return;
  if (call.depth >= kDeepest) return;
  Stack& stack = stacks_[found->second];
  if (call.kind == KernelEvent::Kind::Entry) {
    if (stack.kernel == 0) stack.base = stack.user;
    push(out, RecordKind::Begin, tasks_[found->second].thread, stack.base + call.depth, record.time).name = record.name;
    stack.kernel = call.depth + 1u;
  } else {
    if (stack.kernel == 0) stack.base = stack.user;
    push(out, RecordKind::End, tasks_[found->second].thread, stack.base + call.depth, record.time).name = record.name;
    stack.kernel = call.depth;
  }
}

void KernelMerger::save(WireWriter& out) const {
  out(stacks_);
}

bool KernelMerger::restore(WireReader& in) {
  in(sameSize(stacks_));
  return !in.failed();
}

void KernelMerger::describe(const Record&, EventRow&) {}

}  // namespace tp::uftrace
