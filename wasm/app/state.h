// What window.tracepane.state() and tracks() answer, as JSON.
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

}  // namespace tp::wasm
