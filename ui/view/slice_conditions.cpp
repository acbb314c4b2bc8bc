#include "ui/view/slice_conditions.h"

#include <iterator>

#include "core/analysis/number.h"

namespace tp::ui {
namespace {

bool isNumber(std::string_view text) {
  Number number;
  size_t length = 0;
  return !text.empty() && parseNumber(text, number, length) && length == text.size();
}

}  // namespace

std::string exactTimeText(Time time, const ClockInfo& clock) {
  struct Unit {
    Time ns;
    const char* name;
  };
  constexpr Unit kUnits[] = {{1000000000, "s"}, {1000000, "ms"}, {1000, "us"}, {1, "ns"}};
  if (!clock.isNs) return std::to_string(time);
  for (const Unit& unit : kUnits)
    if (time != 0 && time % unit.ns == 0) return std::to_string(time / unit.ns) + unit.name;
  return std::to_string(time);
}

std::string durationCondition(Time least, Time most, const ClockInfo& clock) {
  if (least == most) return "dur == " + exactTimeText(least, clock);
  return "dur >= " + exactTimeText(least, clock) + " && dur <= " + exactTimeText(most, clock);
}

std::string nameCondition(const TraceIndex& index, NameId name) {
  const NameTable& names = index.names();
  // The declaration tells apart what the name does not.
  if (names.isFunction(name) && names.told(name) != names.view(name) && names.signature(name) != names.view(name))
    return "signature == " + quotedText(names.signature(name));
  return "name == " + quotedText(names.view(name));
}

std::string trackCondition(const TraceIndex& index, TrackId track) {
  const Track& one = index.tracks()[track];
  std::string condition = one.key.tid >= 0   ? "tid == " + std::to_string(one.key.tid)
                          : one.key.cpu >= 0 ? "cpu == " + std::to_string(one.key.cpu)
                                             : "thread == " + quotedText(one.name);
  const std::string_view trace = traceName(index.tracks(), one.key.trace);
  return trace.empty() ? condition : condition + " && trace == " + quotedText(trace);
}

std::string wakingCondition(const TraceIndex& index, const Waking& waking) {
  const TrackTable& tracks = index.tracks();
  const std::string condition = "name == runnable && " + trackCondition(index, waking.woken);
  // The name of a thread may change in the course of the trace, its id does not.
  if (!waking.interrupt() && waking.waker < tracks.size())
    return condition + " && waker ~ \"* " + std::to_string(tracks[waking.waker].key.tid) + "\"";
  return condition +
         " && waker == " + quotedText(wakerName(tracks, index.names(), waking.waker, waking.context, waking.handler));
}

std::string groupCondition(const TraceIndex& index, const std::string& by, const GroupKey& key) {
  switch (key.of) {
    case GroupKey::Of::Nothing:
      return by == "caller" || by == "waker" ? "!" + by : "!(" + by + " ~ \"*\")";
    case GroupKey::Of::Name:
      if (by == "caller" || by == "waker") return by + " == " + quotedText(index.names().view(key.id));
      return nameCondition(index, key.id);
    case GroupKey::Of::Track:
      return trackCondition(index, key.id);
    case GroupKey::Of::Text:
      break;
  }
  return by + " == " + (isNumber(key.text) ? key.text : quotedText(key.text));
}

}  // namespace tp::ui
