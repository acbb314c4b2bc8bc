// A link knows which trace it is of.
#include <gtest/gtest.h>

#include "core/io/local_files.h"
#include "core/link/view_link.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/view/context.h"

namespace tp {
namespace {

// A view of a part of the trace, as a link.
std::string linkOfPart(const char* name) {
  test::HeadlessWindow window(*openLocalFiles({test::dataPath(name)}));
  ui::Context& c = window.app().context();
  c.range = ui::MarkedRange(c.index().begin(), c.index().begin() + 10, {});
  return writeViewLink(window.app().link());
}

std::string noticeOf(const char* name, const std::string& link) {
  test::HeadlessWindow window(*openLocalFiles({test::dataPath(name)}));
  window.app().openLink(link);
  window.settle(0.1f);
  EXPECT_TRUE(window.app().context().range);
  return std::string(window.app().context().noticeNow());
}

TEST(LinkOfATrace, OnAnotherTraceSaysSo) {
  const std::string link = linkOfPart("xray/fdr-v3.xray");
  EXPECT_EQ(noticeOf("xray/fdr-v3.xray", link), "");
  EXPECT_NE(noticeOf("tracecmd/v7-zstd.dat", link).find("another trace"), std::string::npos);
  EXPECT_EQ(noticeOf("tracecmd/v7-zstd.dat", link.substr(0, link.find("&of="))), "");
}

}  // namespace
}  // namespace tp
