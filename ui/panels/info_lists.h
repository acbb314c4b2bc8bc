// The lists of the Info panel.
#pragma once

#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// "3 streams", without those that are made of others.
std::string streamsText(const TraceIndex& index);
// The streams with their sizes, numbers of records, and records per second.
void drawStreams(Context& c, const Rect& area);
// The losses of each track, and the warnings that are kept.
void drawWarnings(Context& c, const Rect& area);

}  // namespace tp::ui
