// Descriptions of facilities: the XML that they are written in, and the fields that come of it.
#include <gtest/gtest.h>

#include "core/formats/lttng/facility_types.h"

namespace tp::lttng {
namespace {

TEST(LttngXml, TheSubsetThatDescriptionsUse) {
  XmlElement root;
  std::string problem;
  ASSERT_TRUE(
      parseXml("<?xml version=\"1.0\"?><!DOCTYPE x>\n<a one='1' two = \"t w\" three=3><!-- <no/> --> text <b/>"
               "<c>more</c ></a> after",
               root, problem))
      << problem;
  EXPECT_EQ(root.name, "a");
  EXPECT_EQ(root.attribute("one"), "1");
  EXPECT_EQ(root.attribute("two"), "t w");
  EXPECT_EQ(root.attribute("three"), "3");
  EXPECT_EQ(root.attribute("four"), "");
  ASSERT_EQ(root.children.size(), 2u);
  EXPECT_EQ(root.child("c"), &root.children[1]);
}

TEST(LttngXml, WhatIsNotWellFormed) {
  XmlElement root;
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "<a>";
  for (const std::string& text :
       {std::string(), std::string("text"), std::string("<a>"), std::string("<a></b>"), std::string("<a x></a>"),
        std::string("<a x=></a>"), std::string("<a x=\"1></a>"), std::string("<!-- "), std::string("<a"),
        std::string("<a></a x>"), std::string("< a/>"), std::string("<"), std::string("<a/"), deep}) {
    std::string problem;
    EXPECT_FALSE(parseXml(text, root, problem)) << text;
    EXPECT_FALSE(problem.empty()) << text;
  }
}

std::vector<Field> fieldsOf(const std::string& types, const std::string& event, bool good = true) {
  static XmlElement root;
  std::string problem;
  EXPECT_TRUE(parseXml("<facility>" + types + "<event>" + event + "</event></facility>", root, problem)) << problem;
  TypeSizes sizes{4, 8, 8, 8};
  std::vector<Field> out;
  EXPECT_EQ(FacilityTypes(root, sizes).fieldsOf(*root.child("event"), 100, out), good) << event;
  return out;
}

TEST(LttngFacility, Types) {
  std::vector<Field> fields =
      fieldsOf("<type name='e'><enum><label name='x'/><label name='y' value='7'/><label name='z'/></enum></type>",
               "<field name='a'><description>text</description><long/></field><field name='b'><type><uint "
               "size='2'/></type></field>"
               "<field name='c'><typeref name='e'/></field><field name='d'><array size='3'><array "
               "size='2'><char/></array></array>"
               "</field><field name='f'><sequence><ushort/><pointer/></sequence></field>");
  ASSERT_EQ(fields.size(), 5u);
  EXPECT_EQ(fields[0].size, 8);
  EXPECT_EQ(fields[0].kind, FieldKind::Signed);
  EXPECT_EQ(fields[1].size, 2);
  ASSERT_NE(fields[2].labels, nullptr);
  EXPECT_EQ(*fields[2].labels, (Labels{{0, "x"}, {7, "y"}, {8, "z"}}));
  EXPECT_EQ(fields[3].count, 6u);
  EXPECT_EQ(fields[3].kind, FieldKind::Text);
  EXPECT_EQ(fields[4].lengthSize, 2);
  EXPECT_EQ(fields[4].alignFrom, 8);
}

TEST(LttngFacility, ArraysOfStructuresAreManyFields) {
  std::vector<Field> fields = fieldsOf("",
                                       "<field name='a'><array size='2'><struct><field name='x'><int/></field>"
                                       "<field name='y'><string/></field></struct></array></field>");
  ASSERT_EQ(fields.size(), 4u);
  EXPECT_EQ(fields[0].name, "a[0].x");
  EXPECT_EQ(fields[3].name, "a[1].y");
}

TEST(LttngFacility, TypesThatCantBe) {
  fieldsOf("", "<field name='a'/>", false);
  fieldsOf("", "<field name='a'><typeref name='nothing'/></field>", false);
  fieldsOf("", "<field name='a'><uint size='3'/></field>", false);
  fieldsOf("", "<field name='a'><float size='2'/></field>", false);
  fieldsOf("", "<field name='a'><array size='x'><int/></array></field>", false);
  fieldsOf("", "<field name='a'><array size='200'><string/></array></field>", false);
  fieldsOf("", "<field name='a'><sequence><uint/></sequence></field>", false);
  fieldsOf("", "<field name='a'><sequence><uint/><string/></sequence></field>", false);
  fieldsOf("", "<field name='a'><union><field name='b'><string/></field></union></field>", false);
  fieldsOf("", "<field name='a'><enum><label name='x' value='y'/></enum></field>", false);
  // A circle of types, and arrays of arrays of nothing.
  fieldsOf("<type name='t'><struct><field name='x'><typeref name='t'/></field></struct></type>",
           "<field name='a'><typeref name='t'/></field>", false);
  std::string nothing = "<struct></struct>";
  for (int i = 0; i < 10; ++i) nothing = "<array size='60000'>" + nothing + "</array>";
  fieldsOf("", "<field name='a'>" + nothing + "</field>", false);
}

}  // namespace
}  // namespace tp::lttng
