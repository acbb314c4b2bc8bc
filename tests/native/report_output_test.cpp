// A report is the page with the cut inside, whole, or it is not there. tests/tools/test_reports.py reads what is
// inside.
#include "native/output/report_output.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/report/packed_text.h"
#include "tests/support/scratch.h"

namespace tp::native {
namespace {

namespace fs = std::filesystem;

const std::string kMark = "<div id=\"inner-trace\" hidden></div>";

PageText page() {
  return *PageText::of("<body>\n" + kMark + "\n</body>", "page.html");
}

size_t countOf(const std::string& text, std::string_view what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

bool has(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

TEST(PackedText, IsBase64) {
  // The head of gzip, without a name, a time or a system that differs.
  const std::string empty = *packedText({});
  EXPECT_EQ(empty.substr(0, 8), "H4sIAAAA");
  for (const std::string& bytes : {std::string(), std::string("a"), std::string("ab"), std::string("abc")}) {
    const std::string text = *packedText(std::as_bytes(std::span(bytes)));
    EXPECT_EQ(text.size() % 4, 0u);
    EXPECT_EQ(text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="),
              std::string::npos);
  }
}

TEST(PageText, IsAPageWithoutATrace) {
  EXPECT_EQ(page().head("a=1"), "<body>\n<div id=\"inner-trace\" hidden data-view=\"a=1\">\n");
  EXPECT_EQ(page().tail(), "</div>\n</body>");
  for (const std::string& text : {std::string(), std::string("<body></body>"), kMark + kMark})
    EXPECT_FALSE(PageText::of(text, "page.html")) << text;
  test::Scratch scratch;
  EXPECT_FALSE(readPage((scratch / "none").string()));
  EXPECT_FALSE(readPage((scratch / ".").string())) << "a folder";
  test::writeFile(scratch / "page.html", kMark);
  EXPECT_TRUE(readPage((scratch / "page.html").string()));
}

TEST(ReportOutput, EscapesWhatStandsInAttributes) {
  test::Scratch scratch;
  const fs::path path = scratch / "report.html";
  const PageText without = page();
  ReportOutput out(without, "a \"run\"/", "find=<b>&\"x\"");
  ASSERT_TRUE(out.prepare(path.string()));
  out.begin("in<f>o&");
  writeText("bytes", out);
  EXPECT_FALSE(fs::exists(path));
  ASSERT_TRUE(out.finish()) << out.error();
  const std::string text = test::readFile(path);
  EXPECT_TRUE(
      text.starts_with("<body>\n<div id=\"inner-trace\" hidden data-view=\""
                       "find=&lt;b&gt;&amp;&quot;x&quot;\">\n<script "))
      << text;
  EXPECT_TRUE(has(text, " data-trace-file=\"a &quot;run&quot;/in&lt;f&gt;o&amp;\" data-size=\"5\" ")) << text;
  EXPECT_TRUE(text.ends_with("</script>\n</div>\n</body>")) << text;
  EXPECT_EQ(out.bytes(), text.size());
  EXPECT_EQ(out.cutBytes(), 5u);
  EXPECT_EQ(out.files(), 1u);
}

TEST(ReportOutput, CutsLargeFilesIntoParts) {
  test::Scratch scratch;
  const fs::path path = scratch / "report.html";
  const PageText without = page();
  ReportOutput out(without, {}, {});
  ASSERT_TRUE(out.prepare(path.string()));
  out.rename("other");
  out.begin("name");
  const std::vector<std::byte> piece(ReportParts::kPart - 1);
  out.write(piece);
  out.write(piece);
  out.write(Bytes(piece).first(2));
  out.begin("empty");
  out.begin("last");
  writeText("x", out);
  ASSERT_TRUE(out.finish()) << out.error();
  const std::string text = test::readFile(path);
  const std::string full = "data-size=\"" + std::to_string(ReportParts::kPart) + "\"";
  EXPECT_EQ(countOf(text, "data-trace-file=\"other\" " + full), 2u);
  EXPECT_EQ(countOf(text, "data-trace-file=\"other\""), 2u) << "no part is empty";
  EXPECT_EQ(countOf(text, "data-trace-file=\"empty\" data-size=\"0\""), 1u);
  EXPECT_EQ(countOf(text, "data-trace-file=\"last\" data-size=\"1\""), 1u);
  EXPECT_EQ(out.files(), 3u);
}

TEST(ReportOutput, TellsItsSizeWithoutWriting) {
  test::Scratch scratch;
  const PageText without = page();
  ReportOutput out(without, {}, "view=1,2"), dry(without, {}, "view=1,2");
  ASSERT_TRUE(out.prepare((scratch / "report.html").string()));
  for (ReportOutput* one : {&out, &dry}) {
    one->begin("name");
    writeText("some bytes", *one);
    ASSERT_TRUE(one->finish());
  }
  EXPECT_EQ(dry.bytes(), fs::file_size(scratch / "report.html"));
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch / "."), fs::directory_iterator()), 1);
}

TEST(ReportOutput, HalfOfItIsNotThere) {
  test::Scratch scratch;
  const PageText without = page();
  test::writeFile(scratch / "report.html", "before");
  {
    ReportOutput out(without, {}, {});
    ASSERT_TRUE(out.prepare((scratch / "report.html").string()));
    out.begin("name");
    writeText("half", out);
  }
  for (const char* name : {"a\nb", "\x7f", "\xff"}) {
    ReportOutput out(without, {}, {});
    ASSERT_TRUE(out.prepare((scratch / "report.html").string()));
    out.begin(name);
    writeText("text", out);
    EXPECT_FALSE(out.finish()) << name;
    EXPECT_TRUE(has(out.error(), "such a name")) << out.error();
  }
  EXPECT_EQ(test::readFile(scratch / "report.html"), "before");
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch / "."), fs::directory_iterator()), 1);
  ReportOutput nowhere(without, {}, {});
  EXPECT_FALSE(nowhere.prepare((scratch / "none/report.html").string()));
}

}  // namespace
}  // namespace tp::native
