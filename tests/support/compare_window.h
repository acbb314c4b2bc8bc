// Two traces that are compared in a window, and what each of them is alone.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/analysis/compare/function_pairs.h"
#include "core/io/local_files.h"
#include "core/session/compare/compared_scope.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/compare/compare_panel.h"
#include "ui/view/compared.h"
#include "ui/view/context.h"

namespace tp::test {

inline const std::string kBefore = dataPath("uftrace/compared/before.data");
inline const std::string kAfter = dataPath("uftrace/compared/after.data");

// The functions of a trace that is open alone.
inline SideFunctions alone(const std::string& path) {
  SideFunctions out;
  auto files = openLocalFiles({path});
  EXPECT_TRUE(files);
  if (!files) return out;
  LocalSession local;
  local.open(*files);
  const TraceIndex& index = local.session.index();
  CallScope scope;
  scope.stacks = false;
  scope.middle = middleOf(comparedSide({}, index));
  scope.callers = true;
  auto question = std::make_shared<CallsQuestion>(scope, 0);
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  out.side = comparedSide({}, index);
  out.functions = sideFunctions(question->calls().functions, question->calls().profile.functions, index.names());
  out.calls = sideCalls(out.functions, question->calls().profile.edges, index.names());
  return out;
}

inline std::unique_ptr<HeadlessWindow> opened(const std::vector<std::string>& paths) {
  auto files = openLocalFiles(paths);
  EXPECT_TRUE(files);
  auto window = files ? std::make_unique<HeadlessWindow>(*files) : nullptr;
  if (window) window->show(ui::Tab::Compare);
  return window;
}

inline bool command(HeadlessWindow& window, const std::vector<std::string>& args) {
  return window.app().command("compare", args);
}

inline const FunctionComparison* found(HeadlessWindow& window) {
  window.settle(0.1f);
  ui::Context& c = window.app().context();
  const auto scopes = ui::compared(c);
  return scopes ? ui::compareView(c).answer.functions(c.session, *scopes, ui::compareView(c).how, true) : nullptr;
}

inline void expectSame(const FunctionComparison& a, const FunctionComparison& b) {
  EXPECT_EQ(a.same, b.same);
  EXPECT_EQ(a.a.self, b.a.self);
  EXPECT_EQ(a.b.self, b.b.self);
  ASSERT_EQ(a.changes.size(), b.changes.size());
  for (size_t i = 0; i < a.changes.size(); ++i) {
    const FunctionChange &x = a.changes[i], &y = b.changes[i];
    EXPECT_EQ(x.name, y.name);
    EXPECT_EQ(x.before, y.before);
    EXPECT_TRUE(x.a.same(y.a)) << x.name;
    EXPECT_TRUE(x.b.same(y.b)) << x.name;
    EXPECT_EQ(x.noiseBelow, y.noiseBelow) << x.name;
  }
}

}  // namespace tp::test
