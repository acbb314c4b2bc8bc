#include "core/analysis/latency_kinds.h"

#include "core/kernel/softirqs.h"

namespace tp {

SliceQuery latencyQuery(SliceKind kind) {
  SliceQuery query;
  query.kind = kind;
  query.by = "name";
  query.most = 1000;
  query.scope.stacks = false;
  // What is deeper than the threads interrupts them.
  if (kind == SliceKind::Cpus) query.filter = "depth > 0";
  return query;
}

LatencyKind latencyKind(SliceKind slices, std::string_view name) {
  if (slices == SliceKind::Syscalls) return LatencyKind::Syscall;
  if (slices == SliceKind::Async) return LatencyKind::Request;
  return kernel::isSoftirq(name) ? LatencyKind::Softirq : LatencyKind::Interrupt;
}

}  // namespace tp
