// Exporting the trace as a file for other programs.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Returns whether a file is being written.
bool isExporting(const WindowState& c);
// Call once in each frame: ends an export that is done.
void followExport(Context& c);
void cancelExport(Context& c);
// Draws the progress with a button to cancel in the footer; returns false if nothing is being exported.
bool drawExport(Context& c, const Rect& area);

// Saves a file whose bytes are all there. Returns false if there is nowhere to write, or an export is under way; says
// in the footer if writing has failed.
bool saveFile(Context& c, const std::string& name, std::string_view bytes);
// The name of a file: the trace's name with the suffix.
std::string fileName(const Session& session, std::string_view suffix);

}  // namespace tp::ui
