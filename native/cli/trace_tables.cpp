#include "native/cli/trace_tables.h"

#include "core/tables/catalog.h"

namespace tp::cli {

bool TraceTables::open() {
  trace_ = openOrComplain(traces_);
  if (trace_) events_ = openOrComplain(traces_, FunctionIdentity::Apart);
  if (!events_) return false;
  tableTrace_.emplace(*trace_->reader, *events_->reader, trace_->files, facts_, cancelled_);
  tables_ = makeTables(*tableTrace_);
  return true;
}

void TraceTables::printWarnings() {
  if (const IndexedTrace* indexed = facts_.indexedTrace()) return cli::printWarnings(indexed->index());
  trace_->reader->warnings().take(events_->reader->warnings().since(0));
  cli::printWarnings(*trace_->reader);
}

bool TraceTables::isWhole() const {
  const IndexedTrace* indexed = facts_.indexedTrace();
  const bool changed = indexed != nullptr ? indexed->complainOfChanges() : complainOfChanges(trace_->files);
  return !changed && !facts_.failed();
}

}  // namespace tp::cli
