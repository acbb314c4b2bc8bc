#include "native/cli/trace_tables.h"

#include <utility>

#include "core/joint/open_traces.h"
#include "core/tables/catalog.h"

namespace tp::cli {

bool TraceTables::open() {
  trace_ = openOrComplain(traces_);
  if (trace_) events_ = openOrComplain(traces_, FunctionIdentity::Apart);
  if (!events_) return false;
  makeTables(facts_);
  return true;
}

void TraceTables::makeTables(TraceFacts& facts) {
  tableTrace_.emplace(*trace_->reader, *events_->reader, trace_->files, facts, cancelled_);
  tables_ = tp::makeTables(*tableTrace_);
}

std::unique_ptr<TraceTables> TraceTables::another() {
  auto out = std::make_unique<TraceTables>(traces_);
  auto drawn = openTraces(trace_->files, trace_->join), listed = openTraces(events_->files, events_->join);
  if (!drawn || !listed) return complain((!drawn ? drawn : listed).error().text()), nullptr;
  out->trace_.emplace(OpenTrace{trace_->files, std::move(*drawn), trace_->join});
  out->events_.emplace(OpenTrace{events_->files, std::move(*listed), events_->join});
  out->makeTables(facts_);
  return out;
}

void TraceTables::takeWarnings(TraceTables& other) {
  trace_->reader->warnings().take(other.trace_->reader->warnings().since(0));
  events_->reader->warnings().take(other.events_->reader->warnings().since(0));
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
