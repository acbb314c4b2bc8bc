// A window without a screen that shows the Query panel of a trace, with somebody who answers.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "tests/support/sql_answers.h"
#include "ui/panels/query_panel.h"
#include "ui/view/context.h"

namespace tp::test {

class QueryWindow : public testing::Test {
 protected:
  explicit QueryWindow(const std::string& path = sourcePath("assets/samples/kitchen/data"))
      : files(*openLocalFiles({path})), answers(files), window(files) {
    c().host.askSql = [this](const SqlRequest& request) {
      if (answering) answers.ask(request);
      asked = request;
    };
    c().host.stopSql = [this](uint32_t id) { stopped = id; };
    window.show(ui::Tab::Query);
  }

  ui::Context& c() { return window.app().context(); }
  void deliver() {
    for (const std::vector<std::byte>& reply : answers.take()) window.app().receiveSql(reply);
    window.settle(0.1f);
  }
  const SqlResult& ask(const std::string& sql) {
    EXPECT_TRUE(window.app().command("sql", std::vector{sql}));
    deliver();
    return *c().sql.result(ui::SqlAsker::Who::Panel);
  }
  // Whether a text that contains `part` is drawn.
  bool draws(const std::string& part) {
    const std::vector<ui::DrawnText> texts = window.texts(0.1f);
    return std::any_of(texts.begin(), texts.end(),
                       [&](const ui::DrawnText& one) { return one.text.find(part) != std::string::npos; });
  }
  void click(ImVec2 at) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(at.x, at.y);
    window.frame(0.1f);
    for (bool down : {true, false}) {
      io.AddMouseButtonEvent(0, down);
      window.frame(0.1f);
    }
    window.settle(0.1f);
  }
  void press(const std::string& label) {
    window.frame(0.1f);
    for (const ui::Control& control : c().controls)
      if (control.label == label) return click(control.middle);
    FAIL() << "there is no " << label;
  }
  std::vector<int64_t> column(size_t number) {
    const ui::ShownRows rows = ui::shownRows(c());
    std::vector<int64_t> out;
    for (uint32_t row : rows.order) out.push_back(rows.result->cell(row, number).integer);
    return out;
  }

  FileSet files;
  SqlAnswers answers;
  HeadlessWindow window;
  bool answering = true;
  SqlRequest asked;
  uint32_t stopped = 0;
};

}  // namespace tp::test
