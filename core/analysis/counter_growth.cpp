#include "core/analysis/counter_growth.h"

#include <algorithm>
#include <map>

namespace tp {

int64_t CounterGrowth::add(const Record& record, TrackId& thread) {
  thread = kNoTrack;
  if (record.track >= counters_.size()) {
    if (record.track >= tracks_.size()) return 0;
    counters_.resize(tracks_.size());
  }
  Counter& counter = counters_[record.track];
  if (!counter.known) {
    const TrackKey& key = tracks_[record.track].key;
    counter.known = true;
    counter.meant = key.kind == TrackKind::Counter && key.label == counter_;
  }
  if (!counter.meant) return 0;
  if (record.lacksValue()) {
    counter.sampled = false;
    return 0;
  }
  int64_t grown = counter.sampled ? minus(record.value, counter.value) : 0;
  counter.sampled = true;
  counter.value = record.value;
  TrackId parent = tracks_[record.track].parent;
  if (parent != kNoTrack && tracks_[parent].key.kind == TrackKind::Thread) {
    thread = parent;
  } else if (record.setter() < tracks_.size()) {
    thread = record.setter();
  }
  return std::max<int64_t>(0, grown);
}

void addGrowth(CallTree& growth, const CallTree& calls, uint32_t node, int64_t amount, Time time, uint64_t times) {
  if (node == CallTree::kRoot) return;
  std::vector<uint32_t> stack;
  for (uint32_t at = node; at != CallTree::kRoot; at = calls.nodes()[at].parent) stack.push_back(at);
  uint32_t to = CallTree::kRoot;
  for (size_t i = stack.size(); i-- > 0;) {
    to = growth.child(to, calls.nodes()[stack[i]].name, time);
    growth.add(to, i == 0 ? times : 0, amount, time);
  }
}

std::vector<std::string> growingCounters(const TrackTable& tracks, const TraceInfo& info) {
  std::map<std::string, int64_t> orders;
  for (TrackId id = 0; id < tracks.size(); ++id) {
    const TrackKey& key = tracks[id].key;
    if (key.kind != TrackKind::Counter || (key.tid < 0 && key.pid < 0) || key.label.empty()) continue;
    auto [known, fresh] = orders.try_emplace(key.label, tracks[id].order);
    known->second = std::min(known->second, tracks[id].order);
  }
  std::vector<std::string> labels;
  for (const SampledEvent& event : info.sampled) {
    labels.push_back(event.countLabel());
    if (event.periods) labels.push_back(event.periodLabel());
  }
  const auto ofTracks = static_cast<std::ptrdiff_t>(labels.size());
  for (const auto& [label, order] : orders) labels.push_back(label);
  std::stable_sort(labels.begin() + ofTracks, labels.end(),
                   [&](const std::string& a, const std::string& b) { return orders[a] < orders[b]; });
  return labels;
}

const SampledEvent* sampledBy(const TraceInfo& info, std::string_view counter) {
  const auto found = std::find_if(info.sampled.begin(), info.sampled.end(), [&](const SampledEvent& one) {
    return counter == one.countLabel() || (one.periods && counter == one.periodLabel());
  });
  return found != info.sampled.end() ? &*found : nullptr;
}

std::string_view unitOf(std::string_view counter) {
  size_t comma = counter.rfind(", ");
  return comma == std::string_view::npos ? std::string_view() : counter.substr(comma + 2);
}

}  // namespace tp
