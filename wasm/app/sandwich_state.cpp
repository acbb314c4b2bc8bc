#include "wasm/app/sandwich_state.h"

#include <nlohmann/json.hpp>

#include "ui/calls/sandwich.h"

namespace tp::wasm {

std::optional<std::string> sandwichJson(ui::Context& c) {
  using Json = nlohmann::ordered_json;
  const ui::Sandwich& sandwich = c.memory.of<ui::Sandwich>();
  if (c.tab != ui::Tab::Sandwich || c.function == kNoName) return "null";
  const auto pending = c.awaitsPanel() ? std::nullopt : std::optional<std::string>("null");
  if (sandwich.opening != c.session.opening()) return pending;
  const NameTable& names = c.index().names();
  Json json;
  json["name"] = std::string(names.told(c.function, true));
  for (const ui::SandwichHalf& half : sandwich.halves) {
    if (!half.current(c)) return pending;
    Json& rows = json[half.callers() ? "callers" : "callees"] = Json::array();
    for (const DirectCall& row : half.rows)
      rows.push_back({{"name", row.name == kNoName ? std::string() : std::string(names.told(row.name, true))},
                      {"calls", row.calls},
                      {"within", row.within},
                      {"open", row.open},
                      {"total", row.total}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tp::wasm
