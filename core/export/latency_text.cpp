#include "core/export/latency_text.h"

#include <algorithm>

#include "core/export/csv_text.h"
#include "core/export/scheduling_text.h"
#include "core/export/why_text.h"
#include "core/text/number_text.h"
#include "core/text/quoted_text.h"
#include "core/text/visible_text.h"
#include "core/trace/cpu_track.h"

namespace tp {
namespace {

bool isOf(const LatencyRow& row, SliceKind slices) {
  return latencyKind(slices, row.name) == row.kind;
}

void setFigures(LatencyRow& row, const DurationCounts& durations) {
  if (row.count == 0 || durations.size() == 0) return;
  const std::vector<DurationCount> sorted = durations.sorted();
  row.median = quantile(sorted, row.count, 0.5);
  row.p95 = quantile(sorted, row.count, 0.95);
  row.p99 = quantile(sorted, row.count, 0.99);
  row.max = durations.max();
}

// "cc1 4711", "CPU 1".
std::string placeText(const TraceIndex& index, TrackId track) {
  if (track == kNoTrack) return {};
  const Track& known = index.tracks()[track];
  return known.key.kind == TrackKind::Thread ? threadAndId(index.tracks(), track) : known.name;
}

// At least one blank is before it.
std::string padded(const std::string& text, size_t width) {
  return std::string(width - std::min(width - 1, text.size()), ' ') + text;
}

std::string bounded(Time time, bool atMost) {
  return (atMost ? "<=" : "") + std::to_string(time);
}

}  // namespace

void addLatencies(LatencyTable& table, const TraceIndex& index, SliceKind kind, std::span<const SliceGroup> groups,
                  std::span<const SortedSlice> longest) {
  for (const SliceGroup& group : groups) {
    LatencyRow row;
    if (group.key.of == GroupKey::Of::Name)
      row.name = index.names().view(group.key.id);
    else
      row.name = group.key.text;
    row.kind = latencyKind(kind, row.name);
    row.count = group.sums.count;
    row.atMost = group.sums.atMost;
    row.unknown = group.sums.unknown;
    setFigures(row, group.durations);
    table.rows.push_back(std::move(row));
  }
  std::stable_sort(table.rows.begin(), table.rows.end(),
                   [](const LatencyRow& a, const LatencyRow& b) { return a.kind < b.kind; });
  placeLongest(table, index, kind, longest);
}

std::optional<SliceQuery> longestQuery(const LatencyTable& table, SliceKind kind) {
  SliceQuery query = latencyQuery(kind);
  std::string filter;
  for (const LatencyRow& row : table.rows) {
    if (!isOf(row, kind) || row.track != kNoTrack || row.count == 0) continue;
    filter += (filter.empty() ? "" : " || ") + std::string("(name == ") + quotedText(row.name) +
              " && dur >= " + std::to_string(row.max) + ")";
  }
  if (filter.empty()) return std::nullopt;
  query.filter = query.filter.empty() ? filter : query.filter + " && (" + filter + ")";
  query.by.clear();
  return query;
}

void placeLongest(LatencyTable& table, const TraceIndex& index, SliceKind kind, std::span<const SortedSlice> longest) {
  for (const SortedSlice& one : longest) {
    const ListedSlice& slice = one.slice;
    if (!slice.durationKnown() || slice.track >= index.tracks().size()) continue;
    const std::string_view name = index.names().view(slice.name);
    for (LatencyRow& row : table.rows) {
      if (!isOf(row, kind) || row.name != name || slice.duration != row.max) continue;
      const bool earlier = row.track == kNoTrack || slice.begin < row.at;
      if (!earlier) continue;
      row.track = slice.track;
      row.at = slice.begin;
      row.maxAtMost = (slice.flags & ListedSlice::kAtMost) != 0;
    }
  }
}

void addSoftirqs(LatencyTable& table, const TraceIndex& index, const SoftirqWaits& waits) {
  std::vector<std::pair<Time, LatencyRow>> rows;  // with the sum
  for (const auto& [number, wait] : waits) {
    LatencyRow row;
    row.kind = LatencyKind::SoftirqPending;
    row.name = wait.name.empty() ? "softirq " + std::to_string(number) : wait.name;
    row.count = wait.count;
    row.unknown = wait.unknown;
    setFigures(row, wait.durations);
    if (wait.count > 0) {
      row.track = trackOfCpu(index.tracks(), wait.cpu, wait.trace, {});
      row.at = wait.raised;
    }
    rows.emplace_back(wait.sum, std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  const auto behind = std::find_if(table.rows.begin(), table.rows.end(),
                                   [](const LatencyRow& row) { return row.kind > LatencyKind::SoftirqPending; });
  size_t at = static_cast<size_t>(behind - table.rows.begin());
  for (auto& [sum, row] : rows)
    table.rows.insert(table.rows.begin() + static_cast<std::ptrdiff_t>(at++), std::move(row));
}

std::optional<PendingSoftirq> longestPending(const LatencyTable& table) {
  const LatencyRow* longest = nullptr;
  for (const LatencyRow& row : table.rows)
    if (row.kind == LatencyKind::SoftirqPending && row.track != kNoTrack &&
        (longest == nullptr || row.max > longest->max))
      longest = &row;
  if (longest == nullptr) return std::nullopt;
  return PendingSoftirq{longest->name, longest->track, longest->at, longest->at + longest->max};
}

void addWakeups(LatencyTable& table, const Scheduling& scheduling) {
  if (!scheduling.wakeups || scheduling.latencyCount + scheduling.uncertain == 0) return;
  LatencyRow row;
  row.name = "wakeup";
  row.count = scheduling.latencyCount;
  row.atMost = scheduling.atMost;
  row.unknown = scheduling.uncertain;
  setFigures(row, scheduling.latencies);
  if (!scheduling.worst.empty()) {
    row.track = scheduling.worst.front().thread;
    row.at = scheduling.worst.front().woken;
    row.maxAtMost = scheduling.worst.front().atMost;
  }
  table.rows.insert(table.rows.begin(), std::move(row));
  for (size_t i = 0; i < std::min(kMaxWorstWakeups, scheduling.worst.size()); ++i)
    table.worst.push_back({scheduling.worst[i], {}});
}

std::string latenciesReport(const LatencyTable& table, const TraceIndex& index) {
  std::string out;
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const LatencyRow& row = table.rows[i];
    const std::string counts = row.unknown == 0 ? "" : " (and " + std::to_string(row.unknown) + " of unknown length)";
    if (i == 0 || table.rows[i - 1].kind != row.kind) {
      out += (i == 0 ? "" : "\n") + std::string(kLatencyTitles[static_cast<size_t>(row.kind)]) + "\n";
      for (const char* title : {"count", "median", "p95", "p99", "max", "max at"}) {
        const size_t width = title == std::string_view("count") ? 10 : title == std::string_view("max at") ? 18 : 14;
        out += padded(title, width);
      }
      out += "  name, where the max is\n";
    }
    const bool some = row.atMost > 0;
    const auto figure = [&](Time time, bool atMost) { out += padded(row.count > 0 ? bounded(time, atMost) : "-", 14); };
    out += padded(std::to_string(row.count), 10);
    for (const Time time : {row.median, row.p95, row.p99}) figure(time, some);
    figure(row.max, row.maxAtMost);
    out += padded(row.track == kNoTrack ? "-" : std::to_string(row.at), 18) + "  " + visibleText(row.name);
    if (row.track != kNoTrack) out += ", " + visibleText(placeText(index, row.track));
    out += counts + "\n";
  }
  if (!table.worst.empty()) out += "\nthe worst wakeups\n";
  for (const WorstWakeup& one : table.worst) {
    out += padded(bounded(one.latency.latency(), one.latency.atMost), 14);
    out += padded(std::to_string(one.latency.woken), 18) + "  " + visibleText(one.why.text()) + "\n";
  }
  if (!table.pending.empty())
    out += "\nthe softirq that was pending the longest\n  " + visibleText(table.pending.text()) + "\n";
  return out;
}

std::string latenciesCsv(const LatencyTable& table, const TraceIndex& index) {
  std::string out = "kind,name,count,atMost,unknown,median,p95,p99,max,maxAt,maxTid,maxWhere\n";
  for (const LatencyRow& row : table.rows) {
    out += std::string(kLatencyKeys[static_cast<size_t>(row.kind)]) + ",";
    appendCsvText(out, row.name);
    for (const uint64_t count : {row.count, row.atMost, row.unknown}) {
      out += ',';
      appendDecimal(out, count);
    }
    for (const Time time : {row.median, row.p95, row.p99, row.max}) {
      out += ',';
      if (row.count > 0) appendDecimal(out, time);
    }
    out += ',';
    if (row.track != kNoTrack) appendDecimal(out, row.at);
    out += ',';
    if (row.track != kNoTrack && index.tracks()[row.track].key.tid >= 0)
      appendDecimal(out, index.tracks()[row.track].key.tid);
    out += ',';
    appendCsvText(out, placeText(index, row.track));
    out += '\n';
  }
  return out;
}

std::string latenciesJson(const LatencyTable& table, const TraceIndex& index, std::string_view note) {
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::Spaced);
  json.beginObject();
  if (!note.empty()) json.member("note", note);
  json.key("rows").objects(table.rows, [&](const LatencyRow& row) {
    json.member("kind", kLatencyKeys[static_cast<size_t>(row.kind)]);
    json.member("name", row.name);
    json.member("count", row.count);
    json.member("atMost", row.atMost);
    json.member("unknown", row.unknown);
    json.member("median", row.known(row.median));
    json.member("p95", row.known(row.p95));
    json.member("p99", row.known(row.p99));
    json.member("max", row.known(row.max));
    if (row.maxAtMost) json.member("maxAtMost", true);
    if (row.track == kNoTrack) return;
    const TrackKey& key = index.tracks()[row.track].key;
    json.key("maxAt").beginObject();
    json.member("time", row.at);
    if (key.tid >= 0) json.member("tid", key.tid);
    if (key.cpu >= 0) json.member("cpu", key.cpu);
    json.member("where", placeText(index, row.track));
    json.endObject();
  });
  json.key("worst").objects(table.worst, [&](const WorstWakeup& one) {
    writeThreadKeys(json, index, one.latency.thread);
    json.member("latency", one.latency.latency());
    json.member("woken", one.latency.woken);
    json.member("ran", one.latency.ran);
    if (one.latency.atMost) json.member("atMost", true);
    json.member("sentence", one.why.text());
    json.key("parts");
    writeWords(json, index, one.why);
  });
  if (!table.pending.empty()) {
    json.key("longestPending").beginObject();
    json.member("sentence", table.pending.text());
    json.key("parts");
    writeWords(json, index, table.pending);
    json.endObject();
  }
  json.endObject();
  return out += '\n';
}

}  // namespace tp
