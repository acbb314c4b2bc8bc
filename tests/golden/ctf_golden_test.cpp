// CTF traces against the text of babeltrace2, record by record with all fields.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "core/analysis/event_merge.h"
#include "core/formats/registry.h"
#include "core/io/cursor.h"
#include "core/io/local_files.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

struct Decoded {
  std::vector<std::string> words;  // "name <tab> fields"
  std::vector<std::string> timed;  // with the time of day before it, in nanoseconds
  std::vector<Time> times;
  int64_t lost = 0;  // whose number is known
  size_t holes = 0;  // where it is not
};

Decoded decode(const std::string& path) {
  Decoded out;
  auto files = openLocalFiles({path});
  if (!files) return out;
  auto reader = openTrace(*files);
  if (!reader) return out;
  const Time wall = (*reader)->info().clock.wallOffsetNs;
  EventMerge merge(**reader, *files);
  EventRow row;
  while (merge.next()) {
    merge.describe(row);
    if ((row.present & EventRow::kCount) != 0)
      out.lost = static_cast<int64_t>(static_cast<uint64_t>(out.lost) + static_cast<uint64_t>(row.count));
    if ((row.present & EventRow::kCountUnknown) != 0) ++out.holes;
    if (row.kind != "event") continue;
    std::string words = std::string(row.name) + '\t' + row.words();
    out.timed.push_back(std::to_string(row.time + wall) + '\t' + words);
    out.words.push_back(std::move(words));
    out.times.push_back(row.time);
  }
  for (auto* all : {&out.words, &out.timed}) std::sort(all->begin(), all->end());
  std::sort(out.times.begin(), out.times.end());
  return out;
}

int64_t number(std::string_view text) {
  int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// Returns what is between the braces after `key`, "stream.event.context = " for example; empty if it is not there.
std::string within(std::string_view line, std::string_view key) {
  const size_t found = line.find(key);
  if (found == std::string_view::npos) return {};
  const size_t begin = found + key.size() + 2;
  bool quoted = false;
  int depth = 1;
  for (size_t at = begin; at < line.size(); ++at) {
    if (quoted && line[at] == '\\')
      ++at;
    else if (line[at] == '"')
      quoted = !quoted;
    else if (!quoted && line[at] == '{')
      ++depth;
    else if (!quoted && line[at] == '}' && --depth == 0)
      return at > begin ? std::string(line.substr(begin, at - 1 - begin)) : std::string();
  }
  return {};
}

// Days since 1970 of a date in the calendar of today.
int64_t daysOf(int64_t year, int64_t month, int64_t day) {
  year -= month <= 2 ? 1 : 0;
  const int64_t era = year / 400, ofEra = year - era * 400;
  const int64_t ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719468;
}

// "timestamp = 2026-11-28 06:43:57.303536463, trace = ..., name = demo:ints, event.fields = { a = 1 }"
void parse(std::string_view line, Decoded& out) {
  const size_t fields = std::min({line.find(", stream.packet.context = "), line.find(", stream.event.context = "),
                                  line.find(", event.context = "), line.find(", event.fields = "), line.size()});
  const std::string_view head = line.substr(0, fields);
  const size_t name = head.rfind(", name = ");
  std::string words(head.substr(name == std::string_view::npos ? 7 : name + 9));
  // Events without any field have a comma all the same.
  if (words.ends_with(", ")) words.resize(words.size() - 2);
  const std::string_view rest = line.substr(fields);
  std::string payload = within(rest, ", event.fields = ");
  for (const char* context : {", stream.event.context = ", ", event.context = "}) {
    const std::string one = within(rest, context);
    if (!one.empty()) payload += (payload.empty() ? "{ " : ", { ") + one + " }";
  }
  words += '\t' + payload;
  const std::string_view at = line.substr(line.find("timestamp = ") + 12);
  const int64_t days = daysOf(number(at.substr(0, 4)), number(at.substr(5, 2)), number(at.substr(8, 2)));
  const int64_t seconds =
      (days * 24 + number(at.substr(11, 2))) * 3600 + number(at.substr(14, 2)) * 60 + number(at.substr(17, 2));
  out.timed.push_back(std::to_string(seconds * 1000000000 + number(at.substr(20, 9))) + '\t' + words);
  out.words.push_back(std::move(words));
}

Decoded printed(const std::string& path) {
  Decoded out;
  const std::string text = test::readFile(path + "/text.txt"), cycles = test::readFile(path + "/text-cycles.txt");
  LineCursor lines(text), counts(cycles);
  for (std::string_view line; lines.next(line);) {
    // babeltrace2 2.0.4 prints texts of length 0 as the ones before: the length beside it tells.
    constexpr std::string_view kStale =
        "str = \"<b>&amp;</b>\", text = \"fixed text\", _seqtext_length = 0, seqtext = \"<b>&\"";
    std::string mended(line);
    if (const size_t at = mended.find(kStale); at != std::string::npos)
      mended.replace(at, kStale.size(), "str = \"\", text = \"fixed text\", _seqtext_length = 0, seqtext = \"\"");
    parse(mended, out);
  }
  for (std::string_view line; counts.next(line);) {
    const size_t digit = std::min(line.find_first_not_of("[0"), line.find(']') - 1);
    out.times.push_back(number(line.substr(digit)));
  }
  for (auto* all : {&out.words, &out.timed}) std::sort(all->begin(), all->end());
  std::sort(out.times.begin(), out.times.end());
  return out;
}

// The test names the first difference only: the lists are long.
void expectSame(const std::vector<std::string>& found, const std::vector<std::string>& expected,
                const std::string& name) {
  for (size_t i = 0; i < std::min(found.size(), expected.size()); ++i)
    ASSERT_EQ(found[i], expected[i]) << name << " record " << i;
  ASSERT_EQ(found.size(), expected.size()) << name;
}

std::string sample(const std::string& name) {
  return test::samplesPath("ctf/" + name);
}

class CtfGolden : public testing::TestWithParam<const char*> {};

TEST_P(CtfGolden, EveryRecordAndField) {
  const std::string name = GetParam();
  Decoded expected = printed(sample(name) + "/ref");
  ASSERT_GT(expected.words.size(), 10u) << name;
  const Decoded found = decode(sample(name) + "/trace");
  // Traces of several programs tell the offset of the same clock to the time of day each for itself. babeltrace2 rounds
  // the times of a clock of 600 MHz as it converts them.
  if (name == "synth-compact")
    for (Time& time : expected.times) time = time * 5 / 3;
  if (name.ends_with("-pid") || name == "synth-compact") {
    expectSame(found.words, expected.words, name);
    EXPECT_EQ(found.times, expected.times);
  } else {
    expectSame(found.timed, expected.timed, name);
  }
}

INSTANTIATE_TEST_SUITE_P(Recorded, CtfGolden,
                         testing::Values("barectf", "perf-convert", "synth-bare", "synth-be-bits", "synth-compact",
                                         "synth-lost", "ust-contexts", "ust-cyg-profile", "ust-discarded",
                                         "ust-loglevel-filter", "ust-overwrite", "ust-python", "ust-rotation",
                                         "ust-snapshot", "ust-tracef-pid", "ust-tracefile-rotation", "ust-two-channels",
                                         "ust-types", "ust-types-pid"),
                         [](const auto& of) {
                           std::string name = of.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// The metadata are those of CTF 2, the bytes of the events the same.
TEST(CtfVersion2, SameBytesOtherMetadata) {
  expectSame(decode(sample("synth2-bits") + "/trace").timed, printed(sample("synth-be-bits") + "/ref").timed,
             "synth2-bits");
}

TEST(CtfLosses, AsTheCountersTell) {
  struct Case {
    const char* name;
    int64_t lost;
    size_t holes;
  };
  // Of a counter that began anew, and of packets that are missing, it is not known how many events they had.
  for (const Case& one :
       {Case{"barectf", 13, 0}, Case{"ust-discarded", 2778, 0}, Case{"ust-tracefile-rotation", 230, 0},
        Case{"ust-overwrite", 0, 2}, Case{"ust-snapshot", 0, 1}, Case{"ust-empty", 0, 0}}) {
    const Decoded found = decode(sample(one.name) + "/trace");
    EXPECT_EQ(found.lost, one.lost) << one.name;
    EXPECT_EQ(found.holes, one.holes) << one.name;
  }
}

}  // namespace
}  // namespace tp
