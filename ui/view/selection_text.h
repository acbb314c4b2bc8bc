// Texts about the selected mark, for the panel and to be copied. selectionTitle() and selectionTimes() need a
// selection.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/base/time_text.h"
#include "ui/view/context.h"

namespace tp::ui {

// The names of a track and those above it: "process › thread".
std::string trackPath(const TraceIndex& index, TrackId track);
// A single mark that says that records were lost. It has no name of its own.
bool isLoss(const Mark& mark);
// As people are told of a mark that is no aggregate.
std::string markName(const ShownNames& names, const Mark& mark);
std::string selectionTitle(const Context& c);
// Whether the selected mark is known to have lasted no longer than it is drawn, by itself or by its description.
Bound selectionBound(const WindowState& c, const Session& session);
// How long the selected slice took, "not known" if that is not known; empty for what has no length.
std::string selectionLength(const WindowState& c, const Session& session);
// Whose track it is: of a state or an event, its thread.
std::string trackOwner(const TraceIndex& index, TrackId track);
// "nap \u00b7 wkr-1 1640 \u00b7 631 \u00b5s".
std::string selectionSummary(const Context& c);
// Why a slice's duration is not known, a line each; empty: it is known.
std::vector<const char*> whyNotKnown(const Mark& mark);
// The times of the selection as pairs of label and text.
std::vector<std::pair<std::string, std::string>> selectionTimes(const Context& c);
// All that is known of the selection, a line each; empty without a selection.
std::string selectionText(const Context& c);
// Why a mark of such a track may have lasted less long than it is drawn (kMarkAtMost).
const char* whyAtMost(TrackKind kind);
// Whether the mark is known to have lasted no longer than it is drawn (kMarkAtMost).
Bound boundOf(const Mark& mark);
// Copies selectionText() to the clipboard.
void copyDetails(Context& c);
// "sched-pipe 11845, at 12.3 ms".
std::string linkText(const Context& c, const Description::Link& link);

}  // namespace tp::ui
