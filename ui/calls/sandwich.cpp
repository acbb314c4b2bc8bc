#include "ui/calls/sandwich.h"

#include "ui/view/calls.h"
#include "ui/view/sampled_weight.h"

namespace tp::ui {
namespace {

StackQuery queryOf(const Context& c, bool callers) {
  StackQuery query;
  query.scope = viewedCalls(c, true);
  query.scope.functions = false;
  query.scope.states = c.flame.states;
  query.scope.counter = sampledWeight(c);
  query.levels = 2;
  query.shape.inverted = callers;
  (callers ? query.leaf : query.shape.focus) = c.function;
  return query;
}

}  // namespace

void SandwichHalf::update(Context& c) {
  const StackQuery wanted = queryOf(c, callers());
  auto answer = answers.want(c.session, wanted, true);
  // An answer about another function or scope is of no use.
  if (!answer && shown && !(shown->query() == wanted)) shown.reset();
  fresh = answer && answer != shown;
  if (!fresh) return;
  shown = std::move(answer);
  ++made;
  rows = shown->direct().sorted([&](NameId name) { return std::string(c.names.text(name)); });
  c.moreToCome = true;
}

bool SandwichHalf::current(const Context& c) const {
  return shown && shown->query() == queryOf(c, callers());
}

std::string directText(const ShownNames& names, const DirectCall& row) {
  return row.name == kNoName ? "no caller recorded" : std::string(names.text(row.name));
}

}  // namespace tp::ui
