// Numbers in place of names.
#include "core/text/pseudonyms.h"

#include <gtest/gtest.h>

#include "core/kernel/anonymous_record.h"
#include "core/kernel/anonymous_text.h"

namespace tp {
namespace {

using Of = Pseudonyms::Of;

TEST(Pseudonyms, CountNamesOfEachKind) {
  Pseudonyms names;
  EXPECT_EQ(names.of(Of::Function, "main"), "f1");
  EXPECT_EQ(names.of(Of::Function, "run"), "f2");
  EXPECT_EQ(names.of(Of::Function, "main"), "f1");
  EXPECT_EQ(names.of(Of::Module, "main"), "m1");
  names.setProcess("cc1plus", "m1");
  EXPECT_EQ(names.process("cc1plus"), "m1");
  EXPECT_EQ(names.process("bash"), "p1");
}

TEST(Pseudonyms, ReplaceNamesInTextsOfTheKernel) {
  Pseudonyms names;
  EXPECT_EQ(kernel::anonymousSymbol("ffffffff81000000 T do_it\t[acme]", names), "ffffffff81000000 T f1\t[m1]");
  EXPECT_EQ(kernel::anonymousCommand("12 acme daemon", names), "12 p1");
  EXPECT_EQ(kernel::anonymousUname("Linux build7 6.1.0-acme #1 SMP x86_64", names), "Linux h1 6.1.0 x86_64");
  EXPECT_EQ(kernel::anonymousPrintk("0xff : \"acme %5lld of %pS: %s\\n\""), "0xff : \"xxxx %5lld xx %pS: %s\\n\"");
  EXPECT_EQ(kernel::anonymousFormat("name: acme\nID: 7\n\nprint fmt: \"\"", names),
            "name: e1\nID: 7\n\nprint fmt: \"\"");
}

TEST(Pseudonyms, TakeTextsOutOfRecords) {
  const kernel::EventFormat format = kernel::parseEventFormat(
      "acme",
      "name: done\nID: 5\nformat:\n\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
      "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n\tfield:char "
      "comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
      "\tfield:__data_loc char[] file;\toffset:24;\tsize:4;\tsigned:0;\n\tfield:u32 size;\toffset:28;\tsize:4;\n"
      "\tfield:u8 key[4];\toffset:32;\tsize:4;\tsigned:0;\n\nprint fmt: \"\"\n");
  std::string record("\5\0\0\0\7\0\0\0bash\0rubbish beh\x26\0\6\0\1\2\3\4keys..a.txt\0junk", 48);
  Pseudonyms names;
  kernel::anonymiseRecord(&format, Endian::Little, 8, names, std::as_writable_bytes(std::span(record)));
  EXPECT_EQ(record.substr(0, 8), std::string("\5\0\0\0\7\0\0\0", 8));
  EXPECT_EQ(record.substr(8, 16), std::string("p1\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16));
  EXPECT_EQ(record.substr(28, 4), "\1\2\3\4");
  EXPECT_EQ(record.find("keys"), std::string::npos);
  EXPECT_EQ(record.substr(38, 6), std::string("xxxxx\0", 6));
  EXPECT_EQ(record.find("junk"), std::string::npos);
}

}  // namespace
}  // namespace tp
