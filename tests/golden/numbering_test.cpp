// Saved states of decoders do not depend on the numbers that a reader gave to names and tracks: another reader of the
// trace, which has met them in another order, writes the same bytes, and goes on from the bytes of the first.
#include <gtest/gtest.h>

#include "core/io/local_files.h"
#include "tests/support/decode_all.h"
#include "tests/support/each_trace.h"

namespace tp {
namespace {

using Reader = std::unique_ptr<TraceReader>;

// What a reader that has decoded the whole trace has met, given to a fresh one in the opposite order.
void meetBackwards(const TraceReader& all, const TrackTable& tracks, TraceReader& fresh) {
  for (uint32_t name = all.names().size(); name-- > 0;) fresh.names().take(all.names(), name);
  for (uint32_t track = tracks.size(); track-- > 0;) {
    Track own = tracks[track];
    own.parent = kNoTrack;
    fresh.tracks().add(std::move(own));
  }
  for (uint32_t track = 0; track < tracks.size(); ++track) {
    const TrackId parent = tracks[track].parent;
    if (parent == kNoTrack) continue;
    fresh.tracks().setParent(fresh.tracks().find(tracks[track].key), fresh.tracks().find(tracks[parent].key),
                             tracks[track].parentBy);
  }
}

// The numbers of one reader's saved states in another reader.
NumberMap inOther(const NumberMap& own, TraceReader& reader, TraceReader& other) {
  NumberMap out;
  for (const NameId name : own.names) out.names.push_back(other.names().take(reader.names(), name));
  for (const TrackId track : own.tracks) out.tracks.push_back(other.tracks().find(reader.tracks()[track].key));
  return out;
}

struct Place {
  size_t at = 0;  // of the record that follows
  Checkpoint from;
};

// The places after 1, 2, 4, 8 ... batches of a unit from which it can be decoded.
std::vector<Place> placesOf(TraceReader& reader, const FileSet& files, size_t unit, SavedNumbers& numbers) {
  std::vector<Place> out;
  auto driver = makeDriver(reader, unit);
  driver->saveWith(numbers);
  RecordBatch batch;
  size_t batches = 0, next = 1, at = 0;
  while (driver->pull(batch, files, 50000) == RecordDriver::Step::Batch) {
    at += batch.count;
    if (++batches < next || !driver->atCheckpoint()) continue;
    next = 2 * batches;
    out.push_back({at, driver->checkpoint()});
  }
  return out;
}

class Numbering : public testing::TestWithParam<std::string> {
 protected:
  static constexpr size_t kMostUnits = 8;
  // So many records are compared from a place on.
  static constexpr size_t kMostRecords = 3000;

  void SetUp() override {
    files_ = *openLocalFiles({GetParam()});
    auto opened = openTrace(files_);
    if (!opened) GTEST_SKIP() << "not a trace";
    reader_ = std::move(*opened);
    for (size_t unit = 0; unit < units(); ++unit)
      decoded_.push_back(test::decodeStream(*reader_, files_, unit, size_t{1} << 20));
  }

  size_t units() const { return std::min(kMostUnits, test::unitCount(*reader_)); }
  Reader backwards() {
    Reader fresh = std::move(*openTrace(files_));
    meetBackwards(*reader_, reader_->tracks(), *fresh);
    return fresh;
  }

  FileSet files_;
  Reader reader_;
  std::vector<test::Decoded> decoded_;  // by unit
};

TEST_P(Numbering, StatesHaveTheSameBytes) {
  const Reader fresh = std::move(*openTrace(files_)), other = backwards();
  for (size_t unit = 0; unit < units(); ++unit) {
    SavedNumbers numbers, others;
    const std::vector<Place> places = placesOf(*fresh, files_, unit, numbers);
    const std::vector<Place> found = placesOf(*other, files_, unit, others);
    ASSERT_EQ(places.size(), found.size());
    for (size_t i = 0; i < places.size(); ++i)
      ASSERT_EQ(places[i].from.state, found[i].from.state) << "unit " << unit << ", record " << places[i].at;
    const NumberMap same = inOther(numbers.own(), *fresh, *other);
    EXPECT_EQ(same.names, others.own().names) << "unit " << unit;
    EXPECT_EQ(same.tracks, others.own().tracks) << "unit " << unit;
  }
}

TEST_P(Numbering, AnotherReaderGoesOn) {
  const Reader other = backwards();
  for (size_t unit = 0; unit < units(); ++unit) {
    SavedNumbers numbers;
    const std::vector<Place> places = placesOf(*reader_, files_, unit, numbers);
    const NumberMap map = inOther(numbers.own(), *reader_, *other);
    const test::Decoded& expected = decoded_[unit];
    for (const Place& place : places) {
      auto driver = makeDriver(*other, unit);
      ASSERT_TRUE(driver->restore(place.from, map)) << "unit " << unit << ", record " << place.at;
      RecordBatch batch;
      size_t at = place.at;
      const size_t end = std::min(at + kMostRecords, expected.records.size());
      while (at < end && driver->pull(batch, files_) == RecordDriver::Step::Batch) {
        const std::vector<std::string> rows = test::rowsOf(*driver, batch);
        for (uint32_t i = 0; i < batch.count; ++i, ++at) {
          ASSERT_LT(at, expected.records.size());
          const Record &a = batch.records[i], &b = expected.records[at];
          ASSERT_EQ(rows[i], expected.rows[at]) << "unit " << unit << ", record " << at << " from " << place.at;
          ASSERT_TRUE(a.time == b.time && a.kind == b.kind && a.depth == b.depth && a.flags == b.flags);
          ASSERT_EQ(other->names().view(a.name), reader_->names().view(b.name)) << "unit " << unit << ", record " << at;
          if (b.track == kNoTrack) continue;
          ASSERT_LT(a.track, other->tracks().size());
          ASSERT_EQ(other->tracks()[a.track].key, reader_->tracks()[b.track].key);
        }
      }
      ASSERT_GE(at, end) << "unit " << unit << " from " << place.at;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Recorded, Numbering, testing::ValuesIn(test::eachTrace(2)), test::traceTestName);

}  // namespace
}  // namespace tp
