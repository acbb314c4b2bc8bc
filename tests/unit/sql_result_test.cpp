// What arrives of an answer in SQL: whole, in parts, and damaged.
#include <gtest/gtest.h>

#include "core/session/sql/sql_result.h"

namespace tp {
namespace {

std::vector<std::byte> reply(SqlReply head, const WireWriter& rows) {
  WireWriter out;
  out(head);
  WireWriter copy = rows;
  out.append(copy.take());
  return out.take();
}

// A row of NULL, an integer, a real number, a text and an empty text.
void appendRow(WireWriter& rows, int64_t number) {
  rows.put(Cell::Kind::Null);
  rows.put(Cell::Kind::Integer);
  rows.put(number);
  rows.put(Cell::Kind::Real);
  rows.put(1.5);
  rows.put(Cell::Kind::Text);
  rows.putString("NULL");
  rows.put(Cell::Kind::Text);
  rows.putString("");
}

SqlReply head(SqlStage stage, uint32_t rows, bool named) {
  SqlReply out;
  out.id = 7;
  out.stage = stage;
  out.columnCount = 5;
  if (named) out.columns = {"a", "b", "c", "d", "e"};
  out.rows = rows;
  return out;
}

TEST(SqlResults, ArriveInParts) {
  SqlResult result(SqlRequest{7, "SELECT", 0});
  WireWriter one, two;
  appendRow(one, 1);
  appendRow(two, -2);
  appendRow(two, 3);
  EXPECT_TRUE(result.receive(reply(head(SqlStage::Reading, 1, true), one)));
  EXPECT_FALSE(result.over());
  EXPECT_TRUE(result.receive(reply(head(SqlStage::Done, 2, false), two)));
  ASSERT_TRUE(result.over());
  ASSERT_EQ(result.rows(), 3u);
  EXPECT_EQ(result.column("d"), 3u);
  EXPECT_EQ(result.column("f"), std::nullopt);
  EXPECT_EQ(result.cell(1, 1).integer, -2);
  EXPECT_EQ(result.cell(0, 0).kind, Cell::Kind::Null);
  EXPECT_EQ(result.cell(2, 2).real, 1.5);
  // A text that says NULL is a text, and so is an empty one.
  EXPECT_EQ(result.cell(2, 3).kind, Cell::Kind::Text);
  EXPECT_EQ(result.cell(2, 3).text, "NULL");
  EXPECT_EQ(result.cell(2, 4).kind, Cell::Kind::Text);
  EXPECT_TRUE(result.numeric(0) && result.numeric(1) && result.numeric(2));
  EXPECT_FALSE(result.numeric(3) || result.numeric(4));
  EXPECT_FALSE(result.receive(reply(head(SqlStage::Done, 0, false), {}))) << "nothing comes after the last reply";
}

TEST(SqlResults, AnswersToOtherQuestionsAreNotTheirs) {
  SqlResult result(SqlRequest{8, "SELECT", 0});
  EXPECT_FALSE(result.receive(reply(head(SqlStage::Done, 0, true), {})));
  EXPECT_FALSE(result.over());
}

TEST(SqlResults, DamageEndsTheQuestion) {
  WireWriter rows;
  appendRow(rows, 1);
  const std::vector<std::byte> whole = reply(head(SqlStage::Done, 1, true), rows);
  for (size_t size = 0; size < whole.size(); ++size) {
    SqlResult result(SqlRequest{7, "SELECT", 0});
    result.receive(Bytes(whole).first(size));
    EXPECT_EQ(result.stage(), SqlStage::Failed) << size;
    for (size_t row = 0; row < result.rows(); ++row) result.cell(row, 4);
  }
  // Rows without columns, of another number of columns, and more of them than there are bytes.
  for (SqlReply wrong : {head(SqlStage::Done, 1, false), head(SqlStage::Done, ~0u, true)}) {
    SqlResult result(SqlRequest{7, "SELECT", 0});
    result.receive(reply(wrong, rows));
    EXPECT_EQ(result.stage(), SqlStage::Failed);
  }
  SqlReply place = head(SqlStage::Failed, 0, true);
  place.offset = 1000;
  SqlResult result(SqlRequest{7, "SELECT", 0});
  EXPECT_TRUE(result.receive(reply(place, {})));
  EXPECT_EQ(result.errorAt(), std::nullopt) << "a place beyond the text is none";
}

}  // namespace
}  // namespace tp
