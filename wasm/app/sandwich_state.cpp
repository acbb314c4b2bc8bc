#include "wasm/app/sandwich_state.h"

#include "core/text/json_writer.h"
#include "ui/calls/sandwich.h"

namespace tp::wasm {

std::optional<std::string> sandwichJson(ui::Context& c) {
  const ui::Sandwich& sandwich = c.memory.of<ui::Sandwich>();
  if (c.tab != ui::Tab::Sandwich || c.function == kNoName) return "null";
  const auto pending = c.awaitsPanel() ? std::nullopt : std::optional<std::string>("null");
  if (sandwich.opening != c.session.opening()) return pending;
  const NameTable& names = c.index().names();
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  json.member("name", names.told(c.function, true));
  for (const ui::SandwichHalf& half : sandwich.halves) {
    if (!half.current(c)) return pending;
    json.key(half.callers() ? "callers" : "callees").objects(half.rows, [&](const DirectCall& row) {
      json.member("name", row.name == kNoName ? std::string_view() : names.told(row.name, true));
      json.member("calls", row.calls);
      json.member("within", row.within);
      json.member("open", row.open);
      json.member("total", row.total);
    });
  }
  json.endObject();
  return out;
}

}  // namespace tp::wasm
