#include "ui/view/slice_cells.h"

#include <algorithm>
#include <cstdio>

#include "ui/base/time_text.h"
#include "ui/view/slice_reasons.h"

namespace tp::ui {
namespace {

constexpr size_t kMaxArguments = 6;
// Columns do not depend on more rows than these.
constexpr size_t kLooked = 200;

// The name that all listed rows have, as far as they are looked at; kNoName if they have several.
NameId onlyName(const SliceRows& rows) {
  if (rows.slices.empty()) return kNoName;
  const NameId name = rows.slices.front().slice.name;
  const bool one = std::all_of(rows.slices.begin(), rows.slices.end(),
                               [name](const SortedSlice& slice) { return slice.slice.name == name; });
  return one ? name : kNoName;
}

std::string cpuOf(const ListedSlice& slice, const SliceText* text) {
  if (slice.cpu >= 0) return std::to_string(slice.cpu);
  return text != nullptr && text->cpu ? std::to_string(*text->cpu) : std::string();
}

// The title of what woke the thread, among states.
constexpr char kWokenBy[] = "Woken by";

struct Present {
  bool caller = false, cpu = false, arguments = false, result = false;
  std::vector<std::string> fields;
};

Present presentIn(const SliceRows& rows) {
  Present present;
  for (size_t i = 0; i < std::min(rows.slices.size(), kLooked); ++i) {
    const ListedSlice& slice = rows.slices[i].slice;
    const SliceText* text = rows.text(i);
    present.caller = present.caller || slice.caller != kNoName;
    present.cpu = present.cpu || !cpuOf(slice, text).empty();
    if (text == nullptr) continue;
    present.arguments = present.arguments || !text->args.empty();
    present.result = present.result || !text->result.empty();
    for (const SliceField& field : text->fields)
      if (std::find(present.fields.begin(), present.fields.end(), field.name) == present.fields.end())
        present.fields.push_back(field.name);
  }
  return present;
}

std::string percent(double part) {
  char text[16];
  std::snprintf(text, sizeof text, "%.0f %%", 100 * part);
  return text;
}

std::string durationOf(const ClockInfo& clock, const ListedSlice& slice) {
  // As Functions has it: in brackets, for how long it is drawn.
  if (!slice.durationKnown()) return "(" + durationText(slice.duration, clock) + ")";
  return durationText(slice.duration, clock, atMostIf((slice.flags & ListedSlice::kAtMost) != 0));
}

}  // namespace

std::string ShownColumn::sort() const {
  switch (column) {
    case SliceColumn::Begin:
      return "ts";
    case SliceColumn::Duration:
      return "dur";
    case SliceColumn::Self:
      return "self";
    case SliceColumn::Cpu:
      return "cpu";
    case SliceColumn::Thread:
      return "thread";
    case SliceColumn::Name:
      return "name";
    case SliceColumn::Caller:
      return field.empty() ? "caller" : "waker";
    case SliceColumn::Argument:
      return field;
    case SliceColumn::Result:
      return "retval";
    default:
      return {};
  }
}

std::string ShownColumn::title() const {
  switch (column) {
    case SliceColumn::Begin:
      return "Begin";
    case SliceColumn::Duration:
      return "Duration";
    case SliceColumn::Self:
      return "Self";
    case SliceColumn::Thread:
      return "Thread";
    case SliceColumn::Name:
      return "Name";
    case SliceColumn::Caller:
      return field.empty() ? "Called by" : field;
    case SliceColumn::Cpu:
      return "CPU";
    case SliceColumn::Argument:
      return field;
    case SliceColumn::Arguments:
      return "Arguments";
    case SliceColumn::Result:
      return "Returned";
    case SliceColumn::Why:
      return "Why";
  }
  return {};
}

SliceRows sliceRows(const WindowState& c, const TraceIndex& index) {
  const std::shared_ptr<SlicesQuestion>& question = c.slices.question();
  SliceRows rows{index, {}, [](size_t) { return nullptr; }};
  if (!question) return rows;
  rows.slices = question->slices();
  rows.text = [of = question.get()](size_t row) { return of->text(row); };
  return rows;
}

std::vector<ShownColumn> shownColumns(const WindowState& c, const TraceIndex& index) {
  if (!c.slices.question()) return {};
  const SliceRows rows = sliceRows(c, index);
  const Present present = presentIn(rows);
  const bool one = onlyName(rows) != kNoName;
  std::vector<ShownColumn> columns{{SliceColumn::Begin}, {SliceColumn::Duration}};
  // Nothing is within a state.
  const bool states = c.slices.question()->query().kind == SliceKind::States;
  if (!states) columns.push_back({SliceColumn::Self});
  columns.push_back({SliceColumn::Thread});
  if (!one) columns.push_back({SliceColumn::Name});
  if (present.caller) columns.push_back({SliceColumn::Caller, states ? kWokenBy : ""});
  if (present.cpu) columns.push_back({SliceColumn::Cpu});
  const bool apart = one && !present.fields.empty() && present.fields.size() <= kMaxArguments;
  for (size_t i = 0; apart && i < present.fields.size(); ++i)
    columns.push_back({SliceColumn::Argument, present.fields[i]});
  if (!apart && present.arguments) columns.push_back({SliceColumn::Arguments});
  if (present.result) columns.push_back({SliceColumn::Result});
  return columns;
}

std::vector<ShownColumn> drawnColumns(Context& c) {
  std::vector<ShownColumn> columns = shownColumns(c, c.index());
  if (!columns.empty() && c.memory.of<SliceReasons>().any(c, *c.slices.question(), sliceRows(c, c.index())))
    columns.push_back({SliceColumn::Why});
  return columns;
}

std::string sliceCellText(Context& c, const SliceRows& rows, size_t row, const ShownColumn& column) {
  const ListedSlice& slice = rows.slices[row].slice;
  const SliceText* text = rows.text(row);
  switch (column.column) {
    case SliceColumn::Begin:
      return offsetText(slice.begin - c.timesFrom(), c.clock());
    case SliceColumn::Duration:
      return durationOf(c.clock(), slice);
    case SliceColumn::Self:
      if (!slice.durationKnown()) return {};
      return ((slice.flags & ListedSlice::kSelfDoubted) != 0 ? "~" : "") +
             durationText(slice.self, c.clock(), atMostIf((slice.flags & ListedSlice::kAtMost) != 0));
    case SliceColumn::Thread:
      return c.index().tracks()[slice.track].name;
    case SliceColumn::Name:
      return std::string(c.names.text(slice.name));
    case SliceColumn::Caller:
      return std::string(c.names.text(slice.caller));
    case SliceColumn::Cpu:
      return cpuOf(slice, text);
    case SliceColumn::Argument:
      return sliceCell(rows, row, "args." + column.field);
    case SliceColumn::Arguments:
      return text != nullptr ? text->args : std::string();
    case SliceColumn::Result:
      return text != nullptr ? text->result : std::string();
    case SliceColumn::Why:
      return c.memory.of<SliceReasons>().of(c, slice);
  }
  return {};
}

std::string sliceCounts(const WindowState& c, const ClockInfo& clock) {
  const std::shared_ptr<SlicesQuestion>& question = c.slices.question();
  if (!question) return {};
  const SliceSums &listed = question->listed(), &all = question->all();
  std::string text = countText(listed.count);
  if (all.count != listed.count || all.unknown != listed.unknown) text += " of " + countText(all.count);
  text += " \u00b7 " + durationText(listed.total, clock, atMostIf(listed.atMost > 0));
  if (listed.unknown > 0) text += " \u00b7 " + countText(listed.unknown) + " of unknown duration";
  const bool longer = c.slices.looksForMore();
  if (c.slices.waits() && (longer || !question->found()))
    text += (longer ? " \u00b7 looking for more rows \u2026 " : " \u2026 ") + percent(c.slices.progress());
  if (question->cut()) text += " \u00b7 as far as it can still be read";
  return text;
}

std::string onlySubject(const Context& c) {
  if (!c.slices.title().empty()) return c.slices.title();
  const NameId name = onlyName(sliceRows(c, c.index()));
  return name != kNoName ? std::string(c.names.text(name)) : std::string();
}

std::string sliceSubject(const Context& c) {
  const std::string subject = onlySubject(c);
  return subject.empty() ? "what is listed" : subject;
}

}  // namespace tp::ui
