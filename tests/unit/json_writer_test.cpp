// JSON as the program writes it, for scripts and other programs: every character of it.
#include "core/text/json_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace tp {
namespace {

using Spacing = JsonWriter::Spacing;

// What `write(json)` writes.
template <class Write>
std::string written(Write&& write, Spacing spacing = Spacing::Compact) {
  std::string out;
  JsonWriter json(out, spacing);
  write(json);
  return out;
}

template <class Value>
std::string valueText(const Value& value) {
  return written([&](JsonWriter& json) { json.value(value); });
}

void writeSome(JsonWriter& json) {
  json.beginObject();
  json.member("a", 1);
  json.key("b").beginArray();
  json.value("x");
  json.beginObject();
  json.endObject();
  json.beginArray();
  json.endArray();
  json.value(2);
  json.endArray();
  json.key("c").beginObject();
  json.member("d", true);
  json.endObject();
  json.member("e", nullptr);
  json.endObject();
}

TEST(JsonWriter, CommasComeByThemselves) {
  EXPECT_EQ(written(writeSome), R"({"a":1,"b":["x",{},[],2],"c":{"d":true},"e":null})");
  EXPECT_EQ(written(writeSome, Spacing::Spaced), R"({"a": 1, "b": ["x", {}, [], 2], "c": {"d": true}, "e": null})");
}

TEST(JsonWriter, Values) {
  EXPECT_EQ(valueText("text"), "\"text\"");
  EXPECT_EQ(valueText(std::string("text")), "\"text\"");
  EXPECT_EQ(valueText(std::string_view()), "\"\"");
  EXPECT_EQ(valueText('c'), "\"c\"");
  EXPECT_EQ(valueText(false), "false");
  EXPECT_EQ(valueText(uint8_t{7}), "7");
  EXPECT_EQ(valueText(std::numeric_limits<int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(valueText(std::numeric_limits<uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(valueText(nullptr), "null");
  EXPECT_EQ(valueText(std::optional<int>()), "null");
  EXPECT_EQ(valueText(std::optional<int>(0)), "0");
  EXPECT_EQ(valueText(std::vector<std::string>()), "[]");
  EXPECT_EQ(valueText(std::vector<std::vector<std::string>>{{"a", "b"}, {}}), R"([["a","b"],[]])");
  EXPECT_EQ(written([](JsonWriter& json) {
              json.beginArray();
              json.raw("1.500");
              json.raw("{}");
              json.endArray();
            }),
            "[1.500,{}]");
}

TEST(JsonWriter, RealNumbersAreReadBackAsTheyWere) {
  for (double number : {0.0, 1.0, -2.5, 0.1, 1.0 / 3, 1e300, 5e-324, static_cast<double>(0.1f)})
    EXPECT_EQ(nlohmann::json::parse(valueText(number)).get<double>(), number) << number;
  EXPECT_EQ(valueText(200.0), "200");
  EXPECT_EQ(valueText(0.5f), "0.5");
  EXPECT_EQ(valueText(std::nan("")), "null");
  EXPECT_EQ(valueText(-INFINITY), "null");
}

TEST(JsonWriter, TextIsAlwaysJson) {
  EXPECT_EQ(valueText("say \"\\\"\n\t\r\b"), R"("say \"\\\"\n\t\u000d\u0008")");
  EXPECT_EQ(valueText("\xff ok \xe2\x80"), "\"\ufffd ok \ufffd\"");
  EXPECT_EQ(valueText("\u202e\u00e9"), "\"\\u202e\u00e9\"");
  EXPECT_EQ(written([](JsonWriter& json) {
              json.beginObject();
              json.member("\"\xff", "");
              json.endObject();
            }),
            "{\"\\\"\ufffd\":\"\"}");
}

// Each byte at each place among others is told from its neighbours.
TEST(JsonWriter, AnyByteAtAnyPlace) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (size_t place = 0; place < 4; ++place) {
      std::string text = "abc";
      text.insert(place, 1, static_cast<char>(byte));
      std::string kept = byte < 0x80 ? text : std::string("abc").insert(place, "\ufffd");
      EXPECT_EQ(nlohmann::json::parse(valueText(text)).get<std::string>(), kept) << byte << " at " << place;
    }
  }
}

TEST(JsonWriter, KeysThatAreMadeBefore) {
  static constexpr JsonKey kFirst("first"), kNext("next");
  EXPECT_EQ(kNext.text(), ",\"next\":");
  EXPECT_EQ(written([](JsonWriter& json) {
              json.beginObject();
              json.member(kFirst, 1);
              json.key(kNext).beginObject();
              json.member(kFirst, "x");
              json.endObject();
              json.member("other", 2);
              json.member(kNext, 3);
              json.endObject();
            }),
            R"({"first":1,"next":{"first":"x"},"other":2,"next":3})");
}

TEST(JsonWriter, Lines) {
  EXPECT_EQ(written([](JsonWriter& json) {
              json.beginArray();
              for (int i = 0; i < 2; ++i) {
                json.nextLine(1);
                json.value(i);
              }
              json.endLine();
              json.endArray();
            }),
            "[\n 0,\n 1\n]");
}

TEST(JsonWriter, ObjectsHaveALineEachWhereThereAreSpaces) {
  const std::vector<int> list = {1, 2};
  auto write = [&](JsonWriter& json) {
    json.beginObject();
    json.key("none").objects(std::vector<int>(), [](int) { FAIL(); });
    json.key("two").objects(list, [&](int one) { json.member("n", one); });
    json.member("end", 0);
    json.endObject();
  };
  EXPECT_EQ(written(write), R"({"none":[],"two":[{"n":1},{"n":2}],"end":0})");
  EXPECT_EQ(written(write, Spacing::Spaced), "{\"none\": [], \"two\": [\n  {\"n\": 1},\n  {\"n\": 2}], \"end\": 0}");
}

TEST(JsonWriter, SpacingChangesWithin) {
  EXPECT_EQ(written(
                [](JsonWriter& json) {
                  json.beginObject();
                  json.member("a", 1);
                  json.setSpacing(Spacing::Compact);
                  json.key("b").beginArray();
                  json.setSpacing(Spacing::Spaced);
                  json.value(1);
                  json.value(2);
                  json.endArray();
                  json.endObject();
                },
                Spacing::Spaced),
            R"({"a": 1,"b":[1, 2]})");
}

// Exports get their output in parts.
TEST(JsonWriter, AnotherOneGoesOn) {
  std::string out = "kept ";
  JsonWriter first(out);
  first.beginArray();
  first.value(1);
  JsonWriter second(out);
  second.resume();
  second.nextLine();
  second.value(2);
  second.endArray();
  EXPECT_EQ(out, "kept [1,\n2]");
}

}  // namespace
}  // namespace tp
