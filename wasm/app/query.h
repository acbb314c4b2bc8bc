// What window.tracepane.query() answers, as JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/app/app.h"

namespace tp::wasm {

// Returns the answer as JSON: "null" for a kind that is not known and where there is nothing to answer. Returns nullopt
// while the answer is being computed: the first call asks the workers for it, and the caller asks again later. At most
// one question of each kind is under way, so that a caller asks the next one when the one before is answered.
// docs/api.md lists the kinds and their arguments.
std::optional<std::string> queryJson(Session& session, ui::App& app, std::string_view kind,
                                     const std::vector<std::string>& args);

}  // namespace tp::wasm
