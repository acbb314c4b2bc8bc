// Requests to block devices, from the events of all CPUs of a buffer.
#include <algorithm>

#include "core/formats/tracecmd/thread_merger.h"

namespace tp::tracecmd {
namespace {

// `operation` is what blk_fill_rwbs() of kernel/trace/blktrace.c writes: F for a flush before it, a letter for what it
// is, and further flags.
std::string_view requestName(std::string_view operation) {
  const bool flushes = operation.starts_with('F');
  operation.remove_prefix(std::min(operation.find_first_not_of('F'), operation.size()));
  if (operation.starts_with('R')) return "read request";
  if (operation.starts_with('W')) return "write request";
  if (operation.starts_with('D')) return "discard request";
  return flushes ? "flush request" : "request";
}

kernel::BlockRequests::Id idOf(int64_t device, int64_t sector) {
  return {static_cast<uint64_t>(device), static_cast<uint64_t>(sector)};
}

}  // namespace

void ThreadMerger::issueRequest(const Raw& raw) {
  requests_[bufferOf_[raw.input]].issue(idOf(raw.number(raw.event.device), raw.number(raw.event.sector)), raw.time,
                                        raw.input);
}

// If records of the CPUs of the issue or the completion were lost meanwhile, the two may not belong together.
void ThreadMerger::completeRequest(const Raw& raw, RecordBatch& out) {
  const Event& event = raw.event;
  const NameId name = shared_.reader.names().intern(
      requestName(event.operation != nullptr ? fieldText(*event.operation, raw.data, raw.endian) : std::string_view()));
  auto lost = [&](size_t input, Time begin) {
    return recorded_.lostSince(input, begin) || recorded_.lostSince(raw.input, begin);
  };
  requests_[bufferOf_[raw.input]].complete(idOf(raw.number(event.device), raw.number(event.sector)), name, raw.time,
                                           lost, out);
}

}  // namespace tp::tracecmd
