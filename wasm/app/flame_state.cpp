#include "wasm/app/flame_state.h"

#include <nlohmann/json.hpp>

#include "core/analysis/counter_growth.h"

namespace tp::wasm {

std::optional<std::string> flameJson(const ui::Context& c) {
  using Json = nlohmann::ordered_json;
  const ui::FlameGraph& graph = c.flameGraph;
  const ui::FlameOptions& flame = c.flame;
  bool asShown = graph.current() && graph.shape() == flame.shape(flame.byThread) && graph.counter() == flame.counter;
  if (c.tab != ui::Tab::Flame) return "null";
  if (!asShown) return c.awaitsPanel() ? std::nullopt : std::optional<std::string>("null");
  constexpr const char* kWeights[] = {"total", "self", "calls"};
  Json json;
  json["weight"] = kWeights[static_cast<size_t>(flame.weight)];
  json["counter"] = flame.counter;
  json["counters"] = growingCounters(c.index().tracks());
  json["focus"] = flame.focus == kNoName ? Json(nullptr) : Json(std::string(c.index().names().told(flame.focus, true)));
  json["inverted"] = flame.inverted;
  json["collapseRecursion"] = flame.collapseRecursion;
  json["byThread"] = flame.byThread;
  json["byTime"] = flame.byTime;
  json["upwards"] = flame.upwards;
  json["zoomed"] = nullptr;
  const CallTree& tree = *graph.tree();
  if (const uint32_t top = graph.top(); top != CallTree::kRoot) {
    const bool thread = flame.byThread && tree.nodes()[top].parent == CallTree::kRoot;
    json["zoomed"] =
        thread ? ui::nodeText(c, tree, top, true) : std::string(c.index().names().told(tree.nodes()[top].name, true));
  }
  json["untold"] = graph.untold();
  json["all"] = graph.all();
  json["whole"] = graph.whole();
  json["found"] = nullptr;
  if (const FoundCalls* found = graph.found()) json["found"] = {{"weight", found->weight}, {"frames", found->frames}};
  json["stacks"] = graph.folded(c, false);
  json["totals"] = graph.folded(c, true);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tp::wasm
