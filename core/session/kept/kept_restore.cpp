#include "core/session/kept/kept_restore.h"

#include <utility>

#include "core/index/vocabulary.h"
#include "core/session/messages.h"
#include "core/session/session.h"

namespace tp {

bool KeptRestore::take(Bytes block) {
  if (!blocks_.take(block)) return false;
  if (!complete()) return true;
  // The index has just been read, so its numbers are those of this order.
  NumberMap same;
  WireWriter out;
  out(wholeVocabulary(index_.names(), index_.tracks(), same));
  vocabulary_ = out.take();
  return true;
}

void KeptRestore::give(uint32_t worker, WorkerPort& port) {
  WireWriter out;
  out.put(ToWorker::Restore);
  out.append(vocabulary_);
  out(blocks_.decoded());
  port.post(worker, out.take());
  for (IndexBlockReader::UnitBlock& block : blocks_.unitBlocks()) {
    if (block.bytes.empty() || index_.streams()[block.unit].worker != worker) continue;
    WireWriter unit;
    unit.reserve(block.bytes.size() + 1);
    unit.put(ToWorker::Unit);
    unit.append(std::exchange(block.bytes, {}));
    port.post(worker, unit.take());
  }
  WireWriter end;
  end.put(ToWorker::Restored);
  port.post(worker, end.take());
}

void KeptRestore::given(uint32_t workers) {
  if (++given_ == workers) vocabulary_ = {};
}

}  // namespace tp
