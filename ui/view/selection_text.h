// A selected mark in words: what the panel shows, and what is copied.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/view/context.h"

namespace tp::ui {

std::string trackPath(const TraceIndex& index, TrackId track);
std::string selectionTitle(const Context& c);
// Why it is not known how long a slice took, a line each; none: it is known.
std::vector<const char*> whyNotKnown(const Mark& mark);
// Times, as label and text.
std::vector<std::pair<std::string, std::string>> selectionTimes(const Context& c);
// All of it, a line each.
std::string selectionText(const Context& c);
// To the clipboard.
void copyDetails(Context& c);
// Whether a row says in words what a link says where there is something that it leads to: it comes before the links.
bool insteadOfLink(std::string_view label);
// "sched-pipe 11845, at 12.3 ms".
std::string linkText(const Context& c, const Description::Link& link);

}  // namespace tp::ui
