// Where functions were written, and the panel that shows it with their figures.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/io/local_files.h"
#include "core/session/sources/sources_question.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/calls/figure_text.h"
#include "ui/calls/source_panel.h"
#include "ui/view/calls.h"
#include "ui/view/source_view.h"

namespace tp {
namespace {

FileSet kitchen() {
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  EXPECT_TRUE(files);
  return files ? *files : FileSet();
}

FileSet shop() {
  FileSet files;
  for (const char* name : {"calls.xray", "dwarf5-pie"})
    files.add(name, std::make_shared<MemorySource>(
                        std::string_view(test::readFile(test::dataPath(std::string("xray/lines/") + name)))));
  return files;
}

std::shared_ptr<SourcesQuestion> sourcesOf(test::LocalSession& local) {
  auto question = std::make_shared<SourcesQuestion>();
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  return question;
}

// What the question says of each function, and what the details of one of its calls say.
void compareWithDetails(const FileSet& files, uint32_t workers, size_t least) {
  test::LocalSession local(workers);
  local.open(files);
  const auto known = sourcesOf(local);
  const TraceIndex& index = local.session.index();
  std::set<NameId> met;
  size_t compared = 0;
  for (TrackId track = 0; track < index.tracks().size(); ++track) {
    if (index.tracks()[track].key.kind != TrackKind::Thread) continue;
    std::vector<Mark> marks;
    local.session.query(track, index.begin(), index.end(), 0, marks);
    local.finish();
    marks.clear();
    local.session.query(track, index.begin(), index.end(), 0, marks);
    for (const Mark& mark : marks) {
      if (mark.aggregate() || !met.insert(mark.name).second) continue;
      local.session.describe(track, mark);
      local.finish();
      std::string detail, told;
      for (const DetailRow& row : local.session.description()->rows)
        if (row.label == "source") detail = row.text;
      for (const SourceLine& line : known->of(mark.name))
        told += known->files()[line.file].path + ":" + std::to_string(line.line);
      EXPECT_EQ(told, detail) << index.names().view(mark.name);
      compared += detail.empty() ? 0 : 1;
    }
  }
  EXPECT_GE(compared, least);
}

TEST(Sources, AsTheDetailsHaveThem) {
  compareWithDetails(kitchen(), 1, 5);
  compareWithDetails(kitchen(), 3, 5);
  compareWithDetails(shop(), 1, 7);
  auto cxx = openLocalFiles({test::samplesPath("uftrace") + "/cxx-srcline"});
  ASSERT_TRUE(cxx);
  compareWithDetails(*cxx, 2, 3);
}

TEST(Sources, ATraceWithoutThem) {
  auto files = openLocalFiles({test::dataPath("tracecmd/v7-zstd.dat")});
  ASSERT_TRUE(files);
  test::LocalSession local(2);
  local.open(*files);
  EXPECT_FALSE(local.session.index().info().hasSources);
  EXPECT_TRUE(sourcesOf(local)->lines().empty());
}

// The folder of the compilation, which the details do not show.
TEST(Sources, TheFolderThatPathsBeginIn) {
  test::LocalSession local;
  local.open(shop());
  const auto known = sourcesOf(local);
  ASSERT_FALSE(known->files().empty());
  for (const SourceFile& file : known->files()) EXPECT_EQ(file.folder.substr(0, 1), "/") << file.path;
}

TEST(Sources, PlacesAreReadOrRefused) {
  EXPECT_EQ(sourcePlaceOf("a:b/c.cpp:12")->path, "a:b/c.cpp");
  EXPECT_EQ(sourcePlaceOf("c.cpp:12")->line, 12u);
  for (const char* text : {"", "c.cpp", ":1", "c.cpp:", "c.cpp:0", "c.cpp:1x", "c.cpp:99999999999",
                           "not read: it would take more than 128 MB of memory"})
    EXPECT_FALSE(sourcePlaceOf(text)) << text;
}

class SourcePanel : public testing::Test {
 protected:
  void open(FileSet files) {
    files_ = std::move(files);
    window_ = std::make_unique<test::HeadlessWindow>(files_);
    c().host.findSource = [this](const ui::SourceWanted& wanted) {
      wanted_ = wanted;
      if (answers_) window_->app().receiveSource(answer(wanted.path));
    };
  }
  static ui::SourceFound answer(const std::string& path) {
    ui::SourceFound found;
    found.wanted = path;
    found.bytes = test::readFile(test::sourcePath(path));
    found.size = found.bytes.size();
    if (found.bytes.empty()) found.problem = path + " is not there";
    found.path = "/mine/" + path;
    return found;
  }
  ui::Context& c() { return window_->app().context(); }
  bool run(std::string_view id, const std::vector<std::string>& args = {}) {
    const bool done = window_->app().command(id, args);
    window_->settle(0.1f);
    return done;
  }
  bool draws(std::string_view text) {
    const std::vector<ui::DrawnText> texts = window_->texts(0.1f);
    return std::any_of(texts.begin(), texts.end(),
                       [&](const ui::DrawnText& one) { return one.text.find(text) != std::string::npos; });
  }

  FileSet files_;
  std::unique_ptr<test::HeadlessWindow> window_;
  ui::SourceWanted wanted_;
  bool answers_ = true;
};

TEST_F(SourcePanel, FiguresAreThoseOfTheFunctions) {
  open(kitchen());
  ASSERT_TRUE(run("source", {"kitchen::cook"})) << c().notice;
  EXPECT_EQ(wanted_.path, "assets/samples/src/kitchen.cpp");
  const ui::SourceView& view = c().memory.of<ui::SourceView>();
  EXPECT_EQ(view.missing(), "");
  ASSERT_TRUE(view.place());
  const Calls* calls = c().session.calls();
  ASSERT_NE(calls, nullptr);
  std::map<std::string, const FunctionStats*> rows;
  for (const FunctionStats& row : calls->functions.rows) rows[std::string(c().names.text(row.name))] = &row;
  size_t known = 0;
  for (const ui::LineFigures& line : ui::shownLineFigures(c())) {
    ASSERT_FALSE(line.functions.empty());
    if (line.functions.size() > 1) continue;
    const auto row = rows.find(std::string(c().names.text(line.functions[0])));
    ASSERT_NE(row, rows.end()) << line.line;
    EXPECT_EQ(line.calls, ui::figureText(*row->second, FunctionFigure::Calls, c().clock()));
    EXPECT_EQ(line.total, ui::figureText(*row->second, FunctionFigure::Total, c().clock()));
    EXPECT_EQ(line.self, ui::figureText(*row->second, FunctionFigure::Self, c().clock()));
    ++known;
  }
  EXPECT_GE(known, 4u);
  EXPECT_TRUE(draws("kitchen.cpp:"));
  EXPECT_TRUE(draws("of the functions that begin at the line, in the whole trace"));
  // The line is in view, with the text that it has.
  EXPECT_TRUE(draws("cook"));
}

TEST_F(SourcePanel, OfTheSelectedCall) {
  open(kitchen());
  EXPECT_FALSE(run("source"));
  EXPECT_EQ(c().notice, "Select a call first.");
  TrackId track = 0;
  while (c().index().tracks()[track].key.kind != TrackKind::Thread) ++track;
  std::vector<Mark> marks;
  c().session.query(track, c().index().begin(), c().index().end(), 0, marks);
  auto main = std::find_if(marks.begin(), marks.end(),
                           [this](const Mark& mark) { return c().names.text(mark.name) == "main"; });
  ASSERT_NE(main, marks.end());
  window_->app().select({track, *main});
  window_->settle(0.1f);
  EXPECT_TRUE(draws("assets/samples/src/kitchen.cpp:"));
  window_->type("c");
  window_->settle(0.1f);
  EXPECT_EQ(c().tab, ui::Tab::Source);
  EXPECT_TRUE(draws(" main("));
  // Of the marked range, as all figures in the drawer.
  c().range = ui::MarkedRange(c().index().begin(), c().index().begin() + 1000);
  window_->settle(0.1f);
  EXPECT_TRUE(draws("of the functions that begin at the line, in the marked"));
}

TEST_F(SourcePanel, WhatIsMissingIsSaid) {
  open(kitchen());
  ASSERT_TRUE(run("tab", {"source"}));
  EXPECT_TRUE(draws("Nothing is shown yet"));
  ASSERT_TRUE(run("source", {"kitchen::chop"}));
  const SourcesQuestion* known = c().memory.of<ui::SourceView>().sources();
  ASSERT_NE(known, nullptr);
  NameId elsewhere = kNoName;
  for (const FunctionStats& row : c().session.calls()->functions.rows)
    if (known->of(row.name).empty()) elsewhere = row.name;
  ASSERT_NE(elsewhere, kNoName);
  ui::showSourceOf(c(), elsewhere);
  window_->settle(0.1f);
  EXPECT_TRUE(draws("was written is not known."));
  answers_ = false;
  ASSERT_TRUE(run("source", {"kitchen::cook"}));
  EXPECT_TRUE(draws("Looking for assets/samples/src/kitchen.cpp"));
  ui::SourceFound none;
  none.wanted = wanted_.path;
  none.problem = "It is not there";
  window_->app().receiveSource(none);
  window_->settle(0.1f);
  EXPECT_TRUE(draws("It is not there"));
  // What comes late, of another file, is dropped.
  window_->app().receiveSource(answer("README.md"));
  EXPECT_TRUE(draws("It is not there"));
  // Another folder may have it.
  answers_ = true;
  window_->app().sourcesChosen();
  window_->settle(0.1f);
  EXPECT_FALSE(draws("It is not there"));
  EXPECT_TRUE(draws("/mine/assets"));
  ui::SourceFound picture;
  picture.wanted = wanted_.path;
  picture.path = "a.png";
  picture.bytes = std::string("\0\0", 2);
  window_->app().receiveSource(picture);
  EXPECT_TRUE(draws("a.png is no text."));
}

TEST_F(SourcePanel, LongLinesAndMany) {
  open(kitchen());
  ASSERT_TRUE(run("source", {"kitchen::cook"}));
  ui::SourceFound found;
  found.wanted = wanted_.path;
  found.path = "long.cpp";
  found.bytes = std::string(size_t{100} << 20, '"');
  found.size = found.bytes.size();
  window_->app().receiveSource(found);
  window_->settle(0.1f);
  EXPECT_TRUE(draws("the first 8 MB of"));
  found.bytes = "one\ntwo\n";
  found.size = found.bytes.size();
  window_->app().receiveSource(found);
  window_->settle(0.1f);
  EXPECT_TRUE(draws("This file has 2 lines: it is not the one that was compiled."));
  EXPECT_TRUE(draws("two"));
  found.bytes = std::string(size_t{9} << 20, '\n');
  window_->app().receiveSource(found);
  window_->settle(0.02f);
  EXPECT_EQ(c().memory.of<ui::SourceView>().text().lines(), ui::SourceText::kMaxBytes);
}

TEST_F(SourcePanel, ATraceThatSaysNothing) {
  auto files = openLocalFiles({test::dataPath("tracecmd/v7-zstd.dat")});
  ASSERT_TRUE(files);
  open(*files);
  run("source", {std::string(c().index().names().view(0))});
  ASSERT_TRUE(run("tab", {"source"}));
  EXPECT_TRUE(draws("no debugging information") || draws("Nothing is shown yet"));
}

}  // namespace
}  // namespace tp
