// The columns of a CSV file of events, all or chosen.
#include "core/export/csv_columns.h"

#include <gtest/gtest.h>

namespace tp {
namespace {

EventRow switchRow() {
  EventRow row;
  row.time = 17;
  row.kind = "event";
  row.name = "sched_switch";
  row.comm = "a \"b\", c";
  row.present = EventRow::kCpu | EventRow::kTid;
  row.cpu = 3;
  row.tid = 12;
  row.args = "comm=x next_pid=5 text=\"two, words\"";
  return row;
}

std::string written(CsvColumns columns, const EventRow& row) {
  std::string out;
  columns.appendHeader(out);
  columns.append(out, row);
  return out;
}

TEST(CsvColumns, AllOfThem) {
  EXPECT_EQ(written(CsvColumns::all(false), switchRow()),
            "ts,kind,name,cpu,pid,tid,comm,buffer,stream,depth,addr,tsc,id,count,flags,args\n"
            "17,event,sched_switch,3,,12,\"a \"\"b\"\", c\",,,,,,,,,\"comm=x next_pid=5 text=\"\"two, words\"\"\"\n");
  EventRow row = switchRow();
  row.trace = "one";
  EXPECT_EQ(written(CsvColumns::all(true), row).substr(0, 84),
            "ts,kind,name,cpu,pid,tid,comm,buffer,stream,depth,addr,tsc,id,count,flags,args,trace");
}

TEST(CsvColumns, ChosenAndOfFields) {
  EXPECT_EQ(written(CsvColumns({"next_pid", "ts", "comm", "args.comm", "text", "nothing", "args.ts"}), switchRow()),
            "next_pid,ts,comm,args.comm,text,nothing,args.ts\n5,17,\"a \"\"b\"\", c\",x,\"two, words\",,\n");
  // A name may hold what a line would be cut at.
  EXPECT_EQ(written(CsvColumns({"a,b", "ts", "ts"}), switchRow()), "\"a,b\",ts,ts\n,17,17\n");
}

TEST(CsvColumns, ThoseWithoutAnyValueAreTold) {
  EventRow row;
  row.kind = "event";
  row.name = "sched_switch";
  CsvColumns columns({"name", "waited", "dur", "wated"});
  EXPECT_TRUE(columns.empty().empty());
  std::string out;
  columns.append(out, row);
  EXPECT_EQ(columns.empty(), (std::vector<std::string>{"waited", "dur", "wated"}));
  columns.append(out, row, {20, 30});
  EXPECT_EQ(out, "sched_switch,,,\nsched_switch,30,20,\n");
  EXPECT_EQ(columns.empty(), std::vector<std::string>{"wated"});
}

}  // namespace
}  // namespace tp
