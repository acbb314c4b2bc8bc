// The answers of window.tracepane, as JSON.
#pragma once

#include <string>

#include "ui/app/app.h"

namespace tp::wasm {

struct PageTimes {
  double dropped = -1;      // ms, of the page's clock
  double firstPixels = -1;  // ms since the drop; < 0: not yet
  double ready = -1;
};

std::string stateJson(const Session& session, ui::App& app, const PageTimes& times);
std::string tracksJson(const Session& session, ui::App& app);
// "functions", with the ends of a range or without, "events" and "search" (events_state.h), "warnings",
// "description", "actions", "gestures", "palette", "panel"; "null" for what is not known, or not yet computed:
// statistics are begun by asking for them.
std::string queryJson(Session& session, ui::App& app, std::string_view kind, const std::vector<std::string>& args);

}  // namespace tp::wasm
