// The trace as a file for other tools: begun, under way, done.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Once a frame: what was under way may be done.
void followExport(Context& c);
void cancelExport(Context& c);
// How far it is, with a way to stop it, in the footer; false where nothing is under way.
bool drawExport(Context& c, const Rect& area);

// A file for which all bytes are there.
bool saveFile(Context& c, const std::string& name, std::string_view bytes);
// What a file is to be called: the trace's name with the suffix.
std::string fileName(const Context& c, std::string_view suffix);

}  // namespace tp::ui
