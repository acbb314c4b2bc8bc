// Functions of two recordings that are open together: what each trace has of them, beside what both have.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/io/local_files.h"
#include "tests/support/drawn.h"
#include "tests/support/headless_window.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "ui/view/context.h"

namespace tp {
namespace {

struct Figures {
  uint64_t calls = 0;
  int64_t total = 0, self = 0;
  auto tie() const { return std::tie(calls, total, self); }
  bool operator==(const Figures& other) const { return tie() == other.tie(); }
};
using Table = std::map<std::string, Figures>;

class Opened {
 public:
  explicit Opened(const std::vector<std::string>& paths, uint32_t workers = 1, CallScope scope = {}) : local_(workers) {
    auto files = openLocalFiles(paths);
    EXPECT_TRUE(files);
    if (!files) return;
    local_.open(*files);
    scope.stacks = false;
    local_.session.requestCalls(scope);
    local_.finish();
  }

  const FunctionTable& functions() const { return local_.session.calls()->functions; }
  const TraceIndex& index() const { return local_.session.index(); }

  Table whole() const {
    Table out;
    for (const FunctionStats& row : functions().rows)
      out[std::string(index().names().view(row.name))] = {row.calls, row.total, row.self};
    return out;
  }
  Table of(size_t trace) const {
    Table out;
    for (const FunctionStats& row : functions().rows) {
      const TraceFigures& own = functions().of(row, trace);
      if (own.calls > 0) out[std::string(index().names().view(row.name))] = {own.calls, own.total, own.self};
    }
    return out;
  }

 private:
  test::LocalSession local_;
};

std::string fib(const char* which) {
  return test::samplesPath("uftrace") + "/" + which + "/uftrace.data";
}

// Two recordings of one program. The figures of `fib` and `main` are those of `uftrace report`.
TEST(FunctionsOfTraces, EachHasItsOwnFigures) {
  const Table first = Opened({fib("fib-args")}).whole(), second = Opened({fib("fib-noargs")}).whole();
  for (uint32_t workers : {1u, 2u, 3u, 8u}) {
    const Opened both({fib("fib-args"), fib("fib-noargs")}, workers);
    ASSERT_EQ(both.functions().traces, 2u);
    EXPECT_EQ(both.of(0), first);
    EXPECT_EQ(both.of(1), second);
    EXPECT_EQ(both.of(0).at("fib"), (Figures{67, 9624, 9624}));
    EXPECT_EQ(both.of(0).at("main"), (Figures{1, 380'652, 2355}));
    EXPECT_EQ(both.of(1).at("fib"), (Figures{15, 2944, 2944}));
    EXPECT_EQ(both.of(1).at("main"), (Figures{1, 385'048, 2715}));
    EXPECT_EQ(both.whole().at("fib"), (Figures{82, 12'568, 12'568}));
  }
}

TEST(FunctionsOfTraces, OneAloneHasNone) {
  const Opened one({fib("fib-args")});
  EXPECT_EQ(one.functions().traces, 0u);
  EXPECT_TRUE(one.functions().apart.empty());
}

// The columns are there with two traces, more of them than with one; the window draws them.
TEST(FunctionsOfTraces, HaveColumns) {
  auto files = openLocalFiles({fib("fib-args"), fib("fib-plain"), fib("fib-noargs"), fib("fib-cyg"), fib("fib-nopie")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  window.show(ui::Tab::Functions, 0.3f);
  ASSERT_NE(c.session.calls(), nullptr);
  EXPECT_EQ(c.session.calls()->functions.traces, 5u);
  // What has no column at this width is in the tip of a row.
  const std::vector<ui::DrawnText> drawn = window.texts(0.1f);
  auto at = [&](const char* wanted) {
    return std::find_if(drawn.begin(), drawn.end(), [&](const ui::DrawnText& text) { return text.text == wanted; });
  };
  EXPECT_EQ(at("Median"), drawn.end());
  ASSERT_NE(at("printf"), drawn.end());
  EXPECT_FALSE(test::tipDrawn());
  ImGui::GetIO().AddMousePosEvent(600, at("printf")->at.y + 6);
  window.settle(0.3f);
  EXPECT_TRUE(test::tipDrawn());
}

// In a low and narrow window, columns are left out rather than cut: short names leave no room to be taken from.
TEST(FunctionsOfTraces, HaveNoCutColumnsInANarrowWindow) {
  auto files =
      openLocalFiles({test::dataPath("joint/kitchen.dat"), test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat"});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  window.resize(700, 480);
  window.show(ui::Tab::Functions, 0.3f);
  const std::vector<ui::DrawnText> drawn = window.texts(0.1f);
  const auto name = std::find_if(drawn.begin(), drawn.end(), [](const auto& one) { return one.text == "futex"; });
  ASSERT_NE(name, drawn.end());
  size_t figures = 0;
  for (const ui::DrawnText& one : drawn) {
    if (std::abs(one.at.y - name->at.y) > 3) continue;
    ++figures;
    EXPECT_EQ(one.text.find("\u2026"), std::string::npos) << one.text;
    EXPECT_FALSE(one.clipped) << one.text;
  }
  EXPECT_GT(figures, 4u);
}

}  // namespace
}  // namespace tp
