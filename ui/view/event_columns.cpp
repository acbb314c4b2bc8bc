#include "ui/view/event_columns.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/analysis/event_fields.h"
#include "core/text/number_text.h"
#include "ui/base/time_text.h"
#include "ui/view/field_columns.h"

namespace tp::ui {
namespace {

std::string signedCountText(Time count) {
  std::string text = countText(count < 0 ? uint64_t{0} - static_cast<uint64_t>(count) : static_cast<uint64_t>(count));
  return count < 0 ? "-" + text : text;
}

// Nanoseconds as seconds with all nine decimals.
std::string secondsText(Time time) {
  bool negative = time < 0;
  uint64_t ns = negative ? uint64_t{0} - static_cast<uint64_t>(time) : static_cast<uint64_t>(time);
  char text[64];
  constexpr uint64_t kSecond = 1'000'000'000;
  std::snprintf(text, sizeof text, "%s%llu.%03u %03u %03u", negative ? "-" : "",
                static_cast<unsigned long long>(ns / kSecond), static_cast<unsigned>(ns % kSecond / 1'000'000),
                static_cast<unsigned>(ns % 1'000'000 / 1000), static_cast<unsigned>(ns % 1000));
  return text;
}

// Counts of a clock whose unit has a known length are shown in seconds, too, if they are relative to the beginning, as
// on the axis.
std::string timeText(const Context& c, const TableRow& row) {
  const ClockInfo& clock = c.clock();
  Time since = row.time - c.timesFrom();
  if (clock.isNs) return secondsText(c.events.relative ? since : row.row.time);
  if (!c.events.relative) return signedCountText(row.row.time);
  if (clock.nsNum == 0 || clock.nsDen == 0) return signedCountText(since);
  return secondsText(static_cast<Time>(std::llround(toNs(static_cast<double>(since), clock))));
}

// Only a search for durations knows how long its hits, or what they end, have lasted.
bool foundByDuration(const WindowState& c) {
  const SearchQuestion* found = c.events.table().found();
  return found != nullptr && found->hits().timed();
}

// What the column Duration has where the filter asks for nothing else.
bool showsWaited(EventColumn column, const WindowState& c) {
  const SearchQuestion* found = c.events.table().found();
  return column == EventColumn::Duration && found != nullptr && found->asksWaited();
}

}  // namespace

const char* titleOf(EventColumn column, const WindowState& c) {
  return showsWaited(column, c) ? "Waited" : lookOf(column).title;
}

bool hasColumn(EventColumn column, const WindowState& c) {
  return column != EventColumn::Duration || !c.events.callsTitle().empty() || foundByDuration(c);
}

bool shownAtFirst(EventColumn column, const TraceIndex& index) {
  const FormatTraits& traits = index.info().traits;
  switch (column) {
    case EventColumn::Number:
    case EventColumn::Time:
    case EventColumn::Name:
    case EventColumn::Duration:
    case EventColumn::Args:
      return true;
    case EventColumn::Cpu:
      return traits.cpus;
    case EventColumn::Thread:
      return traits.threads;
    case EventColumn::Trace:
      return !index.info().parts.empty();
    case EventColumn::Kind:
      return traits.calls || !index.info().parts.empty();
    case EventColumn::Flags:
      return traits.flags;
    case EventColumn::Stream:
      return traits.streams;
    default:
      return false;
  }
}

std::vector<std::string> csvColumns(const WindowState& c, const TraceIndex& index) {
  std::vector<std::string> names;
  for (int i = 0; i < kEventColumns; ++i) {
    auto column = static_cast<EventColumn>(i);
    // The table may not have been drawn yet.
    bool shown = c.events.columns != 0 ? (c.events.columns >> i & 1) != 0 : shownAtFirst(column, index);
    shown = shown && hasColumn(column, c);
    const RowField field = showsWaited(column, c) ? RowField::Waited : lookOf(column).field;
    if (!shown || field == RowField::None) continue;
    if (column == EventColumn::Thread) names.emplace_back(infoOf(RowField::Comm).name);
    names.emplace_back(infoOf(field).name);
  }
  for (const std::string& field : fieldColumns(c, index)) names.push_back("args." + field);
  return names;
}

std::string cellText(const Context& c, const TableRow& at, uint64_t number, EventColumn column) {
  const EventRow& row = at.row;
  switch (column) {
    case EventColumn::Number:
      return countText(number + 1);
    case EventColumn::Time:
      return timeText(c, at);
    case EventColumn::Thread: {
      std::string text(row.comm);
      if ((row.present & EventRow::kTid) == 0) return text;
      if (!text.empty()) text += ' ';
      return text + std::to_string(row.tid);
    }
    case EventColumn::Args: {
      if ((row.present & EventRow::kCount) != 0) return std::to_string(row.count) + " records lost";
      // A row has one line: what is a list of lines elsewhere stands in it side by side.
      std::string text = row.args;
      std::replace(text.begin(), text.end(), '\n', ' ');
      return text;
    }
    case EventColumn::Duration:
      return at.lasted ? durationText(*at.lasted, c.clock()) : std::string();
    default: {
      std::string text, room;
      appendValue(text, readField(row, lookOf(column).field, room));
      return text;
    }
  }
}

}  // namespace tp::ui
