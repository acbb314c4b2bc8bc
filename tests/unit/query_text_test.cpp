// What the text of a query tells of its columns, and how values are shown to people.
#include "ui/view/query_text.h"

#include <gtest/gtest.h>

#include "ui/base/time_text.h"
#include "ui/view/result_values.h"

namespace tp {
namespace {

using Kind = ui::ValueKind;

std::vector<Kind> kinds(const char* text, std::vector<std::string> columns) {
  return ui::kindsOf(text, columns);
}

Cell integer(int64_t value) {
  Cell cell;
  cell.kind = Cell::Kind::Integer;
  cell.integer = value;
  return cell;
}

Cell real(double value) {
  Cell cell;
  cell.kind = Cell::Kind::Real;
  cell.real = value;
  return cell;
}

TEST(QueryText, NamesTellWhatColumnsAre) {
  EXPECT_EQ(ui::kindOfName("ts"), Kind::Time);
  EXPECT_EQ(ui::kindOfName("first_ts"), Kind::Time);
  EXPECT_EQ(ui::kindOfName("gap_dur"), Kind::Duration);
  for (const char* id : {"id", "tid", "utid", "cpu", "track_id", "waker_utid"}) EXPECT_EQ(ui::kindOfName(id), Kind::Id);
  for (const char* other : {"tsunami", "calls", "void", "rapid", "depth", ""})
    EXPECT_EQ(ui::kindOfName(other), Kind::Other) << other;
}

TEST(QueryText, ExpressionsTellWhatColumnsAre) {
  EXPECT_EQ(kinds("SELECT name, max(dur) AS worst, sum(s.dur) total FROM slice AS s", {"name", "worst", "total"}),
            (std::vector{Kind::Other, Kind::Duration, Kind::Duration}));
  EXPECT_EQ(kinds("SELECT MIN(ts) AS a, sum(ts) AS b, max(tid) AS c, end_ts - ts AS d, avg(dur) FROM slice",
                  {"a", "b", "c", "d", "avg(dur)"}),
            (std::vector{Kind::Time, Kind::Other, Kind::Id, Kind::Duration, Kind::Duration}));
  EXPECT_EQ(
      kinds("WITH x AS (SELECT max(dur) AS m, 1 FROM slice) SELECT m, s.dur AS own FROM x, slice AS s", {"m", "own"}),
      (std::vector{Kind::Other, Kind::Duration}));
  EXPECT_EQ(kinds("CREATE VIEW v AS SELECT 1; -- dur\nSELECT DISTINCT \"dur\" AS a FROM v;", {"a"}),
            std::vector{Kind::Duration});
}

TEST(QueryText, WhatIsNotKnownIsNotGuessed) {
  // A part, a product, a call of something else, and several queries.
  EXPECT_EQ(kinds("SELECT sum(dur) / count(*) AS a, max(dur) * 2 AS b, coalesce(dur, 0) AS c, dur > 5 AS d FROM slice",
                  {"a", "b", "c", "d"}),
            std::vector(4, Kind::Other));
  EXPECT_EQ(kinds("SELECT dur AS a FROM slice UNION ALL SELECT depth FROM slice", {"a"}), std::vector{Kind::Other});
  EXPECT_EQ(kinds("SELECT *, max(dur) AS a FROM slice", {"x", "a"}), std::vector(2, Kind::Other));
  EXPECT_EQ(kinds("VALUES (1, 2)", {"column1", "column2"}), std::vector(2, Kind::Other));
  for (const char* broken :
       {"", "SELECT", "SELECT FROM", "SELECT (", "SELECT max(", "SELECT a -", ";;", "SELECT , FROM x"})
    EXPECT_EQ(kinds(broken, {"a"}).size(), 1u) << broken;
}

TEST(QueryText, ValuesAreShownForPeople) {
  EXPECT_EQ(ui::cellText(integer(12345), Kind::Other), ui::countText(12345));
  EXPECT_EQ(ui::cellText(integer(-12345), Kind::Duration), "-" + ui::countText(12345));
  EXPECT_EQ(ui::cellText(integer(INT64_MIN), Kind::Other).front(), '-');
  EXPECT_EQ(ui::cellText(integer(12345), Kind::Id), "12345");
  EXPECT_EQ(ui::cellText(real(1234.56789), Kind::Other), ui::countText(1234) + ".568");
  EXPECT_EQ(ui::cellText(real(-0.9996), Kind::Other), "-1.0");
  EXPECT_EQ(ui::cellText(real(2.5), Kind::Other), "2.5");
  EXPECT_EQ(ui::cellText(real(1e-7), Kind::Other), "1e-07");
  ClockInfo clock;
  EXPECT_EQ(ui::cellTip(real(1234.56789), Kind::Other, clock, 0), "1234.56789");
  EXPECT_EQ(ui::cellTip(integer(1500000), Kind::Duration, clock, 0), "1.50 ms");
  EXPECT_EQ(ui::cellTip(integer(1500000), Kind::Other, clock, 0), "");
  EXPECT_EQ(ui::cellTip(integer(2500000), Kind::Time, clock, 1000000), "1.500 ms after the beginning");
}

TEST(QueryText, TicksAreNoNanoseconds) {
  ClockInfo clock;
  EXPECT_EQ(ui::clockNote(clock), "");
  clock.isNs = false;
  clock.kind = ClockKind::Tsc;
  clock.nsNum = 1000;
  clock.nsDen = 2596;
  EXPECT_EQ(ui::clockNote(clock), "Times are TSC ticks, 2.596 GHz, not ns.");
  clock.nsNum = 0;
  EXPECT_EQ(ui::clockNote(clock), "Times are TSC ticks of unknown length, not ns.");
  clock = {};
  clock.isNs = false;
  clock.name = "jiffies";
  clock.nsNum = 4000000;
  EXPECT_EQ(ui::clockNote(clock), "Times are counts of the clock jiffies of 4 ms, not ns.");
}

}  // namespace
}  // namespace tp
