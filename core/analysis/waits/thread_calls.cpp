#include "core/analysis/waits/thread_calls.h"

namespace tp {
namespace {

constexpr auto kIgnored = [](const ClosedSlice&) {};

}  // namespace

void ThreadCalls::add(const Record& record) {
  switch (record.kind) {
    case RecordKind::Begin:
      // A thread does not wait in an interrupt.
      if (!record.isOnCpuAsWell()) stack_.begin(record.time, record.depth, record.name, kIgnored);
      break;
    case RecordKind::End:
      stack_.end(record.time, record.depth, record.name, kIgnored);
      break;
    case RecordKind::Cut:
    case RecordKind::CallerEnd:
      stack_.cut(record.time, record.depth, kIgnored);
      break;
    case RecordKind::CallerBegin:
      stack_.beginElsewhere(record.time, record.depth, record.name, kIgnored);
      break;
    case RecordKind::Lost:
      stack_.breakOpen(record.time);
      break;
    case RecordKind::Instant:
    case RecordKind::Counter:
    case RecordKind::Slice:
    case RecordKind::Event:
      break;
  }
}

NameId ThreadCalls::innermost() const {
  const std::span<const OpenSlice> open = stack_.open();
  const bool known =
      !open.empty() && open.back().present != OpenSlice::kMissing && open.back().present != OpenSlice::kBroken;
  return known ? open.back().name : kNoName;
}

bool ThreadCalls::confirmedBy(const Record& record) const {
  const size_t depth = stack_.open().size();
  if (record.kind == RecordKind::Begin) return record.depth == depth;
  if (record.kind != RecordKind::End || record.isAtMost() || record.depth + size_t{1} != depth) return false;
  return record.name == kNoName || record.name == stack_.open().back().name;
}

}  // namespace tp
