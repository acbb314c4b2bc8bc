#include "core/analysis/calls_by_trace.h"

#include <algorithm>

namespace tp {

namespace {

// Leaves the profiles moved-from.
CallsOfTraces sumOf(const std::vector<CallProfiles*>& traces, const CallScope& scope) {
  CallsOfTraces out;
  if (traces.empty()) return out;
  if (traces.size() == 1) {
    out.trackClass = traces[0]->bestClass();
    out.profile = std::move(traces[0]->best());
    return out;
  }
  CallProfiles sum(scope);
  for (const CallProfiles* trace : traces) {
    WireWriter written;
    trace->write(written);
    const std::vector<std::byte> bytes = written.take();
    WireReader in(bytes);
    sum.merge(in);
  }
  out.trackClass = sum.bestClass();
  out.profile = std::move(sum.best());
  const size_t best = out.trackClass < CallProfiles::kClasses ? out.trackClass : 0;
  for (CallProfiles* trace : traces) out.apart.push_back(std::move(trace->of[best].functions));
  return out;
}

}  // namespace

CallsByTrace::CallsByTrace(const CallScope& scope, TraceReader& reader) : scope_(scope), reader_(reader) {
  const bool apart = scope.functions && !scope.stacks;
  for (size_t i = 0; i < (apart ? std::max<size_t>(1, reader.info().parts.size()) : 1); ++i)
    traces_.push_back(std::make_unique<CallAggregator>(scope, reader));
}

size_t CallsByTrace::traceOf(size_t unit) const {
  if (traces_.size() == 1) return 0;
  const std::vector<StreamInfo>& streams = reader_.streams();
  if (unit >= streams.size()) {
    const std::vector<uint32_t>& inputs = reader_.merges()[unit - streams.size()].inputs;
    if (inputs.empty()) return 0;
    unit = inputs.front();
  }
  const std::vector<TracePart>& parts = reader_.info().parts;
  for (size_t i = 0; i < parts.size(); ++i)
    if (parts[i].number == streams[unit].trace) return std::min(i, traces_.size() - 1);
  return 0;
}

size_t CallsByTrace::bestClass() const {
  size_t best = CallProfiles::kClasses;
  for (const auto& trace : traces_) best = std::min(best, trace->bestClass());
  return best;
}

void CallsByTrace::write(WireWriter& out) {
  out(static_cast<uint32_t>(traces_.size()));
  for (const auto& trace : traces_) trace->profiles().write(out);
}

void CallsByTrace::merge(CallsByTrace&& other, const NumberMap& numbers) {
  for (size_t i = 0; i < std::min(traces_.size(), other.traces_.size()); ++i)
    traces_[i]->merge(std::move(*other.traces_[i]), numbers);
}

CallsOfTraces CallsByTrace::whole() {
  std::vector<CallProfiles*> all;
  for (const auto& trace : traces_) all.push_back(&trace->profiles());
  return sumOf(all, scope_);
}

void ProfilesByTrace::merge(WireReader& in) {
  const auto count = in.read<uint32_t>();
  if (in.failed() || count > kMaxTraces) return;
  for (uint32_t i = 0; i < count && !in.failed(); ++i) {
    if (i >= traces_.size()) traces_.push_back(std::make_unique<CallProfiles>(scope_));
    traces_[i]->merge(in);
  }
}

CallsOfTraces ProfilesByTrace::whole() {
  std::vector<CallProfiles*> all;
  for (const auto& trace : traces_) all.push_back(trace.get());
  CallsOfTraces out = sumOf(all, scope_);
  traces_.clear();
  return out;
}

}  // namespace tp
