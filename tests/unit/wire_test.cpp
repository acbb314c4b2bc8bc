// The layout of messages: what is written is read again, and what was not written so is refused.
#include "core/io/wire.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <unordered_map>

namespace tp {
namespace {

enum class Kind : uint8_t { First, Second, Last };

struct Flat {
  int64_t at = 0;
  uint32_t a = 0, b = 0;
  bool operator==(const Flat&) const = default;
};

struct Part {
  std::string name;
  Kind kind = Kind::First;
  bool on = false;

  bool operator==(const Part&) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.name, atMost(self.kind, Kind::Last), self.on);
  }
};

struct Whole {
  uint16_t number = 0;
  double share = 0;
  Flat flat;
  Part part;
  bool one = false, two = false, three = false;
  std::optional<Part> perhaps, never;
  std::vector<Flat> flats;
  std::vector<Part> parts;
  std::vector<bool> flags;
  std::vector<std::byte> bytes;
  std::array<Part, 2> both;
  std::array<int64_t, 3> numbers{};
  std::pair<std::string, uint8_t> pair;
  std::map<std::tuple<int64_t, std::string>, Flat> map;
  std::unordered_map<uint32_t, uint16_t> unordered;
  std::set<std::string> set;

  bool operator==(const Whole&) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.number, self.share, self.flat, self.part);
    wire.bits(self.one, self.two, self.three);
    wire(self.perhaps, self.never, self.flats, self.parts, self.flags, self.bytes, self.both, self.numbers, self.pair);
    wire(self.map, self.unordered, self.set);
  }
};

Whole example() {
  Whole whole;
  whole.number = 7;
  whole.share = 0.25;
  whole.flat = {-3, 1, 2};
  whole.part = {"part", Kind::Last, true};
  whole.one = whole.three = true;
  whole.perhaps = Part{"perhaps", Kind::Second, false};
  whole.flats = {{1, 2, 3}, {4, 5, 6}};
  whole.parts = {{"a", Kind::First, true}, {"", Kind::Last, false}};
  whole.flags = {true, false, true};
  whole.bytes = {std::byte{1}, std::byte{255}};
  whole.both = {Part{"left", Kind::First, true}, Part{"right", Kind::Last, false}};
  whole.numbers = {1, -2, 3};
  whole.pair = {"pair", 9};
  whole.map = {{{1, "one"}, {1, 1, 1}}, {{2, "two"}, {2, 2, 2}}};
  whole.unordered = {{1, 2}, {3, 4}};
  whole.set = {"x", "y"};
  return whole;
}

std::vector<std::byte> written(const Whole& whole) {
  WireWriter out;
  out(whole);
  return out.take();
}

TEST(Wire, ReadsWhatWasWritten) {
  const std::vector<std::byte> bytes = written(example());
  // Reading replaces what was there.
  Whole read = example();
  read.flats.push_back({});
  read.never.emplace();
  read.map[{3, "three"}] = {};
  WireReader in(bytes);
  in(read);
  EXPECT_TRUE(in.complete());
  EXPECT_EQ(read, example());
}

TEST(Wire, ReadsWhatPutWrites) {
  WireWriter out;
  out.put(uint32_t{5});
  out.putString("text");
  out.putArray(std::vector<uint16_t>{1, 2});
  const std::vector<std::byte> bytes = out.take();
  WireReader in(bytes);
  uint32_t number = 0;
  std::string_view text;
  std::vector<uint16_t> array;
  in(number, text, array);
  EXPECT_TRUE(in.complete());
  EXPECT_EQ(number, 5u);
  EXPECT_EQ(text, "text");
  EXPECT_EQ(array, (std::vector<uint16_t>{1, 2}));
}

TEST(Wire, FailsForEveryCutMessage) {
  const std::vector<std::byte> bytes = written(example());
  for (size_t size = 0; size < bytes.size(); ++size) {
    Whole read;
    WireReader in(Bytes(bytes).subspan(0, size));
    in(read);
    EXPECT_TRUE(in.failed()) << size << " of " << bytes.size() << " bytes";
  }
}

TEST(Wire, TellsWhetherBytesAreLeft) {
  std::vector<std::byte> bytes = written(example());
  bytes.push_back({});
  Whole read;
  WireReader in(bytes);
  in(read);
  EXPECT_FALSE(in.failed());
  EXPECT_FALSE(in.complete());
}

TEST(Wire, RefusesOtherValues) {
  const Part invalid{"part", static_cast<Kind>(3), true};
  WireWriter out;
  out(invalid);
  const std::vector<std::byte> bytes = out.take();
  WireReader in(bytes);
  Part read;
  in(read);
  EXPECT_TRUE(in.failed());
  EXPECT_EQ(read.kind, Kind::First);

  WireReader checked(bytes);
  checked.require(true);
  EXPECT_FALSE(checked.failed());
  checked.require(false);
  EXPECT_TRUE(checked.failed());
}

// As WakeSource: its own form is not what is sent.
struct Doubled {
  int64_t half = 0;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire.as([&] { return self.half * 2; }, [&](auto value) { self.half = value / 2; });
  }
};

TEST(Wire, SendsAnotherForm) {
  WireWriter out;
  out(Doubled{21});
  const std::vector<std::byte> bytes = out.take();
  WireReader number(bytes);
  EXPECT_EQ(number.get<int64_t>(), 42);
  Doubled read;
  WireReader in(bytes);
  in(read);
  EXPECT_TRUE(in.complete());
  EXPECT_EQ(read.half, 21);
  // A value that is cut off is not set.
  WireReader cut(Bytes(bytes).subspan(1));
  cut(read);
  EXPECT_TRUE(cut.failed());
  EXPECT_EQ(read.half, 21);
}

template <class T>
void keepsSize(const T& written) {
  WireWriter out;
  out(written);
  const std::vector<std::byte> bytes = out.take();
  T same(written.size());
  WireReader in(bytes);
  in(sameSize(same));
  EXPECT_TRUE(in.complete());
  EXPECT_EQ(same, written);
  for (const size_t size : {written.size() - 1, written.size() + 1}) {
    T other(size);
    WireReader refused(bytes);
    refused(sameSize(other));
    EXPECT_TRUE(refused.failed());
    EXPECT_EQ(other, T(size));
  }
}

TEST(Wire, KeepsTheSizeOfWhatHasTheSameSize) {
  keepsSize(std::vector<uint64_t>{1, 2, 3});
  keepsSize(std::vector<Part>{{"a", Kind::First, true}, {"b", Kind::Last, false}});
}

// Takes no memory for elements that the message can't have.
template <class T>
void refusesCount() {
  WireWriter out;
  out.put(~uint32_t{0});
  out.put(uint64_t{0});
  const std::vector<std::byte> bytes = out.take();
  WireReader in(bytes);
  T read;
  in(read);
  EXPECT_TRUE(in.failed());
  EXPECT_TRUE(read.empty());
  if constexpr (requires { read.capacity(); }) {
    EXPECT_LT(read.capacity(), 100u);
  }
}

TEST(Wire, TakesNoMemoryForDamagedCounts) {
  refusesCount<std::vector<uint64_t>>();
  refusesCount<std::vector<Flat>>();
  refusesCount<std::vector<Part>>();
  refusesCount<std::vector<std::vector<uint64_t>>>();
  refusesCount<std::vector<bool>>();
  refusesCount<std::string>();
  refusesCount<std::map<uint64_t, uint64_t>>();
}

// Whatever the bytes are, reading ends and takes little memory.
TEST(Wire, SurvivesDamage) {
  const std::vector<std::byte> bytes = written(example());
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const int value : {0, 1, 127, 128, 255}) {
      std::vector<std::byte> damaged = bytes;
      damaged[at] = static_cast<std::byte>(value);
      Whole read;
      WireReader in(damaged);
      in(read);
      EXPECT_LE(read.parts.size() + read.flats.size() + read.flags.size() + read.map.size(), bytes.size());
      EXPECT_LE(read.part.kind, Kind::Last);
    }
  }
}

struct Named {
  uint64_t time = 0;
  NameId name = kNoName;
  TrackId track = kNoTrack;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.time, self.name, self.track);
  }
};
struct NumberFirst {
  TrackId track;
  uint32_t other = 0;
};
struct NumberLast {
  uint64_t time = 0;
  uint32_t other = 0;
  NameId name;
};
struct NoNumber {
  uint64_t time = 0;
  uint32_t one = 0, other = 0;
};
// What has a number is not copied as a whole, for then nothing would translate it.
static_assert(!wire::Flat<NameId> && !wire::Flat<NumberFirst> && !wire::Flat<NumberLast> && wire::Flat<NoNumber>);

TEST(Wire, TranslatesNumbers) {
  const Named named{7, 2, 1};
  const std::vector<TrackId> tracks{0, 1, 2, kNoTrack};
  const NumberMap map{{0, 30, 20}, {5, 4}};
  const auto expectTranslated = [&](WireReader in) {
    Named read;
    std::vector<TrackId> all;
    in(read, all);
    EXPECT_TRUE(in.complete());
    EXPECT_EQ(read.time, 7u);
    EXPECT_EQ(read.name, NameId(20));
    EXPECT_EQ(read.track, TrackId(4));
    EXPECT_EQ(all, (std::vector<TrackId>{5, 4, kNoTrack, kNoTrack}));
  };
  WireWriter asTheyAre, translating(map);
  asTheyAre(named, tracks);
  translating(named, tracks);
  const std::vector<std::byte> theirs = asTheyAre.take(), ours = translating.take();
  WireReader in(theirs);
  in.translate(map);
  expectTranslated(in);
  expectTranslated(WireReader(ours));
}

// The names of marks depend on their track, so their reader translates them.
TEST(Wire, LeavesWhatIsUntranslated) {
  const NumberMap map{{0, 30}, {}};
  std::vector<NumberLast> values{{1, 2, 1}}, read;
  WireWriter out(map);
  out(untranslated(values));
  const std::vector<std::byte> bytes = out.take();
  WireReader in(bytes);
  in.translate(map);
  in(untranslated(read));
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].name, NameId(1));
  EXPECT_EQ(in.translated(read[0].name), NameId(30));
}

}  // namespace
}  // namespace tp
