// Chooses what is compared, and tells it.
#pragma once

#include <optional>
#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// Returns the view, as at first if another trace is open. If the same are open anew, which traces are compared stays.
CompareView& compareView(Context& c);

// Returns what is compared: what was chosen; else, of joined traces, the first and the second one. nullopt if there is
// nothing to compare a side with yet.
std::optional<CompareAnswer::Scopes> compared(Context& c);
// Whether a side is the mean of several recordings: functions are compared then, by all of each recording.
bool severalRecordings(const CompareAnswer::Scopes& scopes);
// Makes each side what it can be: recordings are sorted and there once, on one side, and ranges and threads are those
// of one recording only.
void keepWhole(std::array<std::optional<ComparedScope>, 2>& chosen);
// Chooses a side, 0 or 1, and what the other one is meanwhile if it was not chosen: the whole trace.
void chooseSide(Context& c, size_t side, ComparedScope scope);
// Makes a thread side 0 or 1 or, if the track is the heading of a joined trace, that trace. Returns false if it is
// neither.
bool chooseTrack(Context& c, size_t side, TrackId track);
// Chooses the first half of the trace as A, and the second as B.
void compareHalves(Context& c);
// Chooses the first half of the traces that are open as A, and the others as B: recordings of each, of which the
// figures are means. Returns false if there are fewer than two.
bool chooseRecordings(Context& c);
// Makes the trace of this number a further recording of side 0 or 1, or takes it from there. Returns false if it is
// none that the side could have: the side is all traces, or its first one, or the other side has it.
bool tickRecording(Context& c, size_t side, uint32_t trace);
// Compares the usual calls of a function with its slowest ones: `share` parts of SlowestShare::kAll. The calls are
// those of side 0 or 1 or, of none of both, of what A was chosen to be or else of all that is open.
void compareSlowest(Context& c, NameId function, uint32_t share, std::optional<size_t> side = std::nullopt);
// Exchanges A and B. If B was drawn stretched, what is B then is laid over A instead. Does nothing if there is nothing
// to compare.
void exchangeSides(Context& c);

// What is compared: what was chosen, else what the trace tells most about.
ComparedBy comparedBy(Context& c);

// "A" or "B".
const char* sideName(size_t side);
// A scope in words: "old.dat", "the whole trace", "all 3 traces", "12.3 ms from +4.5 ms on, of thread main".
std::string scopeWords(const Context& c, const ComparedScope& scope);

}  // namespace tp::ui
