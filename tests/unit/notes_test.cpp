// Notes: written at markers and ranges, drawn, kept in links, saved as a file and read again, whoever wrote that.
#include <gtest/gtest.h>
#include <imgui.h>

#include <memory>
#include <string>
#include <vector>

#include "core/io/local_files.h"
#include "core/link/trace_mark.h"
#include "core/link/view_link.h"
#include "tests/support/drawn.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/app/notes_file.h"
#include "ui/view/context.h"

namespace tp {
namespace {

class Notes : public testing::Test {
 protected:
  void SetUp() override {
    auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
    ASSERT_TRUE(files);
    files_ = std::move(*files);
    window_ = std::make_unique<test::HeadlessWindow>(files_);
    window_->settle(0.1f);
  }
  ui::Context& c() { return window_->app().context(); }
  ui::Markers& markers() { return c().markers; }
  Time at(int part) { return c().index().begin() + (c().index().end() - c().index().begin()) * part / 10; }
  bool run(std::string_view id, const std::vector<std::string>& args = {}) {
    const bool done = window_->app().command(id, args);
    for (int i = 0; i < 3; ++i) window_->settle(0.1f);
    return done;
  }
  bool draws(const std::string& text) {
    for (const ui::DrawnText& one : window_->texts(0.1f))
      if (one.text.find(text) != std::string::npos) return true;
    return false;
  }

  FileSet files_;
  std::unique_ptr<test::HeadlessWindow> window_;
};

TEST_F(Notes, AreForTheMarkerOrTheRangeOrANewMarker) {
  ASSERT_TRUE(run("note-text", {"first"}));
  ASSERT_EQ(markers().all().size(), 1u);
  EXPECT_EQ(markers().all()[0].note, "first");
  ASSERT_TRUE(run("note-text", {"again"}));
  ASSERT_EQ(markers().all().size(), 1u);
  EXPECT_EQ(markers().all()[0].note, "again");
  EXPECT_TRUE(draws("again"));
  c().range = ui::MarkedRange(at(2), at(6));
  ASSERT_TRUE(run("note-text", {"of a range"}));
  ASSERT_TRUE(run("note-text", {"of the same range"}));
  ASSERT_EQ(markers().ranges().size(), 1u);
  EXPECT_EQ(markers().ranges()[0].note, "of the same range");
  EXPECT_TRUE(draws("of the same range"));
  EXPECT_TRUE(run("note-text", {"", "1"}));
  EXPECT_EQ(markers().noteOf(1), "");
  for (const std::vector<std::string>& bad :
       {std::vector<std::string>{}, {"a", "99"}, {"a", "x"}, {"a\nb"}, {std::string(1001, 'a')}})
    EXPECT_FALSE(run("note-text", bad));
}

TEST_F(Notes, LinksKeepThem) {
  markers().annotate(markers().add(at(3)), "a;b,c&d=e%25");
  markers().add(at(4));
  markers().annotate(markers().keep(at(1), at(2)), "over a range");
  const std::string text = writeViewLink(window_->app().link());
  run("clear-markers");
  window_->app().openLink(text);
  for (int i = 0; i < 4; ++i) window_->settle(0.1f);
  ASSERT_EQ(markers().all().size(), 2u);
  EXPECT_EQ(markers().all()[0].note, "a;b,c&d=e%25");
  EXPECT_EQ(markers().all()[1].note, "");
  ASSERT_EQ(markers().ranges().size(), 1u);
  EXPECT_EQ(markers().ranges()[0].note, "over a range");
  EXPECT_EQ(writeViewLink(window_->app().link()), text);
}

TEST_F(Notes, AFileHasThemAll) {
  markers().annotate(markers().add(at(3)), "quoted \" and \\");
  markers().annotate(markers().keep(at(1), at(2)), "over a range");
  const std::string text = ui::notesText(markers(), 0x1f2e3d4c);
  EXPECT_TRUE(ui::areNotes(text));
  ui::Markers read;
  uint32_t of = 0;
  EXPECT_EQ(ui::readNotes(text, read, of), "");
  EXPECT_EQ(of, 0x1f2e3d4cu);
  EXPECT_EQ(read.selected(), nullptr);
  EXPECT_EQ(ui::notesText(read, of), text);
  // What was there stays.
  EXPECT_TRUE(run("notes-open", {text}));
  EXPECT_EQ(markers().all().size(), 2u);
  EXPECT_NE(c().notice.find("another trace"), std::string::npos) << c().notice;
  EXPECT_TRUE(run("notes-open", {ui::notesText(read, traceMark(c().index()))}));
  EXPECT_EQ(c().notice.find("another trace"), std::string::npos) << c().notice;
}

TEST(NotesFile, IsWrittenByAnybody) {
  ui::Markers markers;
  uint32_t of = 0;
  const std::string head = R"({"tracepane":"notes","version":1,"notes":)";
  for (const std::string& bad :
       {std::string(), std::string("[]"), std::string("{"), std::string(R"({"tracepane":"other"})"),
        std::string(R"({"tracepane":"notes","version":2,"notes":[{"time":1}]})"),
        std::string(R"({"tracepane":"notes","version":1})"), head + "[]}", head + R"([{"note":"no time"}]})",
        head + R"([{"time":"x"},{"time":1.5},{"begin":1},{"time":1,"note":7},null,3]})",
        std::string(ui::kMaxNotesFile + 1, ' ')}) {
    EXPECT_NE(ui::readNotes(bad, markers, of), "") << bad.substr(0, 60);
    EXPECT_TRUE(markers.all().empty());
  }
  const std::string some =
      head +
      R"([{"time":"-5","note":"text"},{"time":7},{"end":9,"begin":20},{"time":99999999999999999999},{"time":1,"note":")" +
      std::string(1001, 'x') + R"("}]})";
  EXPECT_EQ(ui::readNotes(some, markers, of), "");
  ASSERT_EQ(markers.all().size(), 2u);
  EXPECT_EQ(markers.all()[0].time, -5);
  ASSERT_EQ(markers.ranges().size(), 1u);
  EXPECT_EQ(markers.ranges()[0].begin, 9);
  std::string many = head + "[";
  for (int i = 0; i < 2000; ++i) many += (i == 0 ? "" : ",") + std::string(R"({"time":1})");
  ui::Markers most;
  EXPECT_EQ(ui::readNotes(many + "]}", most, of), "");
  EXPECT_EQ(most.all().size(), 1000u);
}

}  // namespace
}  // namespace tp
