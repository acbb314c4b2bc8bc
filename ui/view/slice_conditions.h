// Conditions of the filter language (docs/filter.md) about slices.
#pragma once

#include <string>
#include <string_view>

#include "core/analysis/scheduling.h"
#include "core/analysis/slice_groups.h"
#include "core/index/trace_index.h"
#include "core/text/quoted_text.h"

namespace tp::ui {

// A duration in the largest unit that keeps it exact: "300us". Without a unit, a number counts units of the clock.
std::string exactTimeText(Time time, const ClockInfo& clock);
// `dur >= 2 ms && dur <= 300 us`, exact.
std::string durationCondition(Time least, Time most, const ClockInfo& clock);
// That a slice has this name: the function itself, if several share its name.
std::string nameCondition(const TraceIndex& index, NameId name);
// That a slice is on this track; of several traces, one of its own.
std::string trackCondition(const TraceIndex& index, TrackId track);
// That a state of a thread was begun by one of these wakings. Each began one state, in which the thread was runnable.
std::string wakingCondition(const TraceIndex& index, const Waking& waking);
// That a slice belongs to the group. `by`: SliceQuery::by.
std::string groupCondition(const TraceIndex& index, const std::string& by, const GroupKey& key);

}  // namespace tp::ui
