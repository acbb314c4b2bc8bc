#include "ui/calls/call_leads.h"

#include <string>
#include <utility>

#include "ui/base/time_text.h"
#include "ui/view/leads.h"
#include "ui/view/slice_conditions.h"

namespace tp::ui {
namespace {

// The same calls, for the table of events.
CallPick pickOf(const TraceIndex& index, const Calls& calls, NameId function, std::pair<Time, Time> durations) {
  const TrackTable& tracks = index.tracks();
  CallPick pick;
  pick.function = index.names().exact(function);
  pick.begin = calls.scope.begin;
  pick.end = calls.scope.end;
  for (TrackId track : calls.scope.tracks)
    if (track < tracks.size()) pick.tracks.push_back(tracks[track].key);
  pick.trackClass = static_cast<uint32_t>(calls.trackClass);
  pick.least = durations.first;
  pick.most = durations.second;
  return pick;
}

std::string titleOf(const TraceIndex& index, const CallPick& pick, NameId function) {
  std::string title =
      shortName(std::string(index.names().told(function))) + ", " + durationText(pick.least, index.info().clock);
  if (pick.most != pick.least) title += " to " + durationText(pick.most, index.info().clock);
  return title + (pick.begin <= pick.end ? ", as far as in the range" : "");
}

// The percentile's value; negative for other figures.
Time percentileOf(const FunctionStats& row, FunctionFigure figure) {
  if (figure == FunctionFigure::Median) return row.median;
  if (figure == FunctionFigure::P90) return row.p90;
  return figure == FunctionFigure::P99 ? row.p99 : -1;
}

}  // namespace

bool leadsToCalls(FunctionFigure figure) {
  return figure == FunctionFigure::Calls || figure == FunctionFigure::Max || figure == FunctionFigure::Min ||
         figure == FunctionFigure::Median || figure == FunctionFigure::P90 || figure == FunctionFigure::P99 ||
         figure == FunctionFigure::Open;
}

void listCallsOf(Context& c, const Calls& calls, const FunctionStats& row, FunctionFigure figure) {
  SliceListing listing = callsOf(c.index(), row.name, calls.trackClass);
  listing.chooseFirst = figure != FunctionFigure::Calls;
  listing.ascending = figure == FunctionFigure::Min;
  // Whose duration is not known does not have one.
  if (figure == FunctionFigure::Open) listing.filter += " && !(dur >= 0)";
  if (const Time least = percentileOf(row, figure); least >= 0) {
    // The call that the percentile is of comes first.
    listing.filter += " && dur >= " + exactTimeText(least, c.clock());
    listing.ascending = true;
  }
  listSlices(c, std::move(listing));
}

bool listChosenFunction(Context& c) {
  const Calls* calls = c.session.calls();
  if (calls == nullptr) return false;
  for (const FunctionStats& row : calls->functions.rows)
    if (row.name == c.function) return listCallsOf(c, *calls, row, FunctionFigure::Calls), true;
  return false;
}

void listCallsOf(Context& c, const Calls& calls, NameId function, std::pair<Time, Time> durations) {
  SliceListing listing = callsOf(c.index(), function, calls.trackClass);
  listing.filter += " && " + durationCondition(durations.first, durations.second, c.clock());
  listing.records = pickOf(c.index(), calls, function, durations);
  listing.title = titleOf(c.index(), *listing.records, function);
  listSlices(c, std::move(listing));
}

}  // namespace tp::ui
