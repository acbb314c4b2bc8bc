#include "core/formats/tracecmd/text_search.h"

#include "core/formats/tracecmd/stack_frames.h"

namespace tp::tracecmd {

const kernel::PrintSearch& TextSearch::searchOf(uint16_t id, const Event& event) {
  if (id >= searches_.size()) searches_.resize(id + size_t{1});
  if (!searches_[id]) searches_[id] = std::make_unique<kernel::PrintSearch>(event.print, wanted_);
  return *searches_[id];
}

bool TextSearch::threadHolds(int64_t tid) {
  if (tid == tid_) return tidHolds_;
  tid_ = tid;
  tidHolds_ = wanted_.number == tid || wanted_.whole.foundIn(shared_.commands.find(tid));
  return tidHolds_;
}

bool TextSearch::mayMatch(uint16_t id, Bytes record) {
  const Event* event = shared_.events.find(id);
  const Endian endian = shared_.file.endian;
  const size_t pidAt = shared_.events.pidOffset();
  if (event == nullptr || record.size() < pidAt + 4 || EventText::isBprint(*event) || isStack(*event)) return true;
  if (threadHolds(static_cast<int32_t>(loadUnchecked<uint32_t>(record.data() + pidAt, endian)))) return true;
  if (const Field* number = event->syscall) {
    if (wanted_.whole.foundIn(shared_.syscalls.of(fieldNumber(*number, record, endian)))) return true;
  }
  if (text_.hasMore(*event, record)) return true;
  return searchOf(id, *event).mayMatch(record, text_.context(), symbols_);
}

}  // namespace tp::tracecmd
