#include "wasm/app/calls_state.h"

#include "core/analysis/counter_growth.h"
#include "core/export/function_text.h"
#include "core/text/json_writer.h"
#include "ui/calls/function_times.h"
#include "ui/calls/sandwich.h"
#include "ui/view/sampled_weight.h"

namespace tp::wasm {
namespace {

// Returns the frame that fills the width, nullopt if the graph is not zoomed.
std::optional<std::string> zoomedText(const ui::Context& c) {
  const uint32_t top = c.flameGraph.top();
  if (top == CallTree::kRoot) return std::nullopt;
  const CallTree& tree = *c.flameGraph.tree();
  if (c.flame.byThread && tree.nodes()[top].parent == CallTree::kRoot)
    return ui::nodeText(c.index(), c.names, tree, top, true);
  return std::string(c.index().names().told(tree.nodes()[top].name, true));
}

}  // namespace

std::optional<std::string> flameJson(const ui::Context& c) {
  const ui::FlameGraph& graph = c.flameGraph;
  const ui::FlameOptions& flame = c.flame;
  bool asShown = graph.current() && graph.shape() == flame.shape(flame.byThread) && graph.counter() == flame.counter &&
                 graph.states() == flame.states;
  if (c.tab != ui::Tab::Flame) return "null";
  if (!asShown) return c.awaitsPanel() ? std::nullopt : std::optional<std::string>("null");
  constexpr std::string_view kWeights[] = {"total", "self", "calls"};
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  const StateWeightRow* states = stateWeightRow(flame.states);
  json.member("weight", states != nullptr ? states->word : kWeights[static_cast<size_t>(flame.weight)]);
  json.member("counter", flame.counter);
  json.member("counters", growingCounters(c.index().tracks(), c.index().info()));
  json.key("focus");
  if (flame.focus == kNoName) {
    json.value(nullptr);
  } else {
    json.value(c.index().names().told(flame.focus, true));
  }
  json.member("inverted", flame.inverted);
  json.member("collapseRecursion", flame.collapseRecursion);
  json.member("byThread", flame.byThread);
  json.member("byTime", flame.byTime);
  json.member("upwards", flame.upwards);
  json.member("zoomed", zoomedText(c));
  json.member("untold", graph.untold());
  json.member("all", graph.all());
  json.member("assumed", graph.uncertain().assumed);
  json.member("notKnown", graph.uncertain().unknown);
  json.member("whole", graph.whole());
  json.key("found");
  if (const FoundCalls* found = graph.found()) {
    json.beginObject();
    json.member("weight", found->weight);
    json.member("frames", found->frames);
    json.endObject();
  } else {
    json.value(nullptr);
  }
  json.member("stacks", graph.folded(c, false));
  json.member("totals", graph.folded(c, true));
  json.endObject();
  return out;
}

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
  const StateWeightRow* states = stateWeightRow(c.flame.states);
  json.member("weight", states != nullptr ? states->word : "total");
  json.member("counter", ui::sampledWeight(c));
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

std::optional<std::string> functionTimesJson(ui::Context& c) {
  const StateWeightRow* states = stateWeightRow(c.flame.states);
  const std::string samples = ui::sampledWeight(c);
  if (c.tab != ui::Tab::Functions || (states == nullptr && samples.empty())) return "null";
  const StacksQuestion* answer = c.memory.of<ui::FunctionTimes>().current(c);
  if (answer == nullptr) return c.awaitsPanel() ? std::nullopt : std::optional<std::string>("null");
  const NameTable& names = c.index().names();
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  json.member("weight", states != nullptr ? states->word : "total");
  json.member("counter", samples);
  json.member("all", answer->sums().whole);
  json.member("assumed", answer->sums().states.assumed);
  json.member("notKnown", answer->sums().states.unknown);
  json.key("functions")
      .objects(sortedGains(answer->functions(), GainColumn::Total, names),
               [&](const FunctionGain& row) { gainMembers(json, row, names); });
  json.endObject();
  return out;
}

}  // namespace tp::wasm
