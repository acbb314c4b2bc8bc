// Requests to block devices, from the events of all CPUs of a buffer.
#include <algorithm>
#include <string>

#include "core/formats/tracecmd/block_operations.h"
#include "core/formats/tracecmd/thread_merger.h"

namespace tp::tracecmd {
namespace {

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
  BlockRequest request;
  if (event.operation != nullptr) request.operation = operationOf(fieldText(*event.operation, raw.data, raw.endian));
  request.device = static_cast<uint32_t>(raw.number(event.device));
  // A flush is of no sectors.
  if (request.operation != BlockOperation::Flush) {
    request.sector = static_cast<uint64_t>(raw.number(event.sector));
    if (event.sectors != nullptr) request.sectors = static_cast<uint64_t>(raw.number(event.sectors));
  }
  const NameId name = shared_.reader.names().intern(requestName(request.operation));
  auto lost = [&](size_t input, Time begin) {
    return recorded_.lostSince(input, begin) || recorded_.lostSince(raw.input, begin);
  };
  request.issued = requests_[bufferOf_[raw.input]].complete(idOf(raw.number(event.device), raw.number(event.sector)),
                                                            name, raw.time, lost, out);
  interrupts_.completes(raw.cpu, contextOf(raw), static_cast<uint32_t>(raw.input), request);
}

// Tells what had completed in the interrupt that wakes a thread.
void ThreadMerger::tellRequests(const Raw& raw, const Thread& woken, const WakeSource& source) const {
  if (!sides_.request || !source.interrupt()) return;
  const CompletedRequests* done = interrupts_.completed(raw.cpu, source.context, static_cast<uint32_t>(raw.input));
  if (done != nullptr) sides_.request({shared_.reader.tracks()[woken.tracks.state].parent, raw.time, *done});
}

}  // namespace tp::tracecmd
