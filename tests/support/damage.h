// Damages a trace in memory, sixteen bytes at a time, and says what that cost: which records are missing beside the
// undamaged trace, and whether somebody was told.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/decode/format.h"
#include "tests/support/slow_build.h"

namespace tp::test {

// Of each sample.
inline constexpr size_t kDamagedPlaces = kSlowBuild ? 15 : 1000;

enum class Noise : uint8_t {
  Random,
  Zeros,
  Ones,
  OneBit,     // one bit of the first eight bytes is turned over
  Elsewhere,  // what lies elsewhere in the same file, aligned alike: damage that stays valid in form
};

struct Damage {
  static constexpr uint64_t kSize = 16;
  static constexpr size_t kNoStream = ~size_t{0};

  size_t file = 0;  // position in FileSet::files()
  uint64_t offset = 0;
  Noise noise = Noise::Random;
  std::vector<std::byte> bytes;  // that lie there instead
  size_t stream = kNoStream;     // in whose extents it lies; kNoStream: among the metadata

  bool overlaps(uint64_t begin, uint64_t size) const { return begin < offset + bytes.size() && offset < begin + size; }
};

struct DamageRow {
  Time time = 0;
  uint64_t ref = 0;   // Record::ref
  uint32_t size = 0;  // Record::size; 0: made of the bytes of another file
  uint32_t what = 0;  // of kind and name; of rows made of another file's bytes nothing, as they depend on their place
};

// How a format lays out what belongs together.
struct DamageRules {
  // Bytes of the damaged file around the damage within which records may be lost: the page, the chunk. Where there is
  // none, 4096 bytes around the damage.
  std::function<Extent(const Damage&)> reach;
  // Whether a row of the damaged file's stream lies there, for streams whose Record::ref is no offset in the file.
  // Where there is none, by `reach`.
  std::function<bool(const Damage&, size_t stream, const DamageRow&)> within;
  // Whether damage to a stream has to be opened anew because other streams, or the opening, read those bytes too. Where
  // there is none, only the damaged stream is decoded again. Damage to the metadata always is opened anew.
  std::function<bool(const Damage&)> reopens;
  // Whether what is damaged is all that says whose the records behind it are: another number is as good. Without a word
  // they may all be another's then, none of them different. Where there is none, nothing is.
  std::function<bool(const Damage&)> saysWhose;
};

struct DamageOutcome {
  bool refused = false;  // the trace can't be opened; `words` says why
  // Rows that the undamaged trace has and this one has not, by time, kind and name. Of them:
  uint64_t lost = 0;
  uint64_t lostUntouched = 0;  // their bytes are not damaged
  uint64_t lostOutside = 0;    // nor in reach of the damage
  uint64_t lostElsewhere = 0;  // they are in a stream of another file, or made of another file's bytes
  // By time alone: a row of another name in its place is none of these.
  uint64_t vanished = 0;
  std::vector<uint32_t> vanishedNames;  // DamageRow::what of those of them that are not in reach, each once
  std::vector<uint32_t> renamedRows;    // DamageRow::what of the lost ones, each once
  // Rows that the undamaged trace has not got.
  uint64_t gained = 0;
  uint64_t gainedUntouched = 0;  // that do not lie where the damage is
  uint64_t gainedElsewhere = 0;  // of these, in other streams or made of another file's bytes
  // Of the untouched rows of the damaged file: those that are still where they were in it, under the same name, but all
  // of them earlier, or all later, by the same time; and what begins directly behind the damage, at most as many bytes
  // further on as are damaged.
  uint64_t lostShifted = 0;
  uint64_t gainedShifted = 0;
  std::vector<DamageRow> lostRows, gainedRows;  // of all streams
  bool moved = false;                           // these are the same rows: they are in other streams
  bool timesMoved = false;  // rows, or the trace, reach more than an hour beyond the times of the undamaged trace
  bool told = false;        // there is a warning that the undamaged trace has not got, or one of this place
  std::string words;        // for a person: what is lost first

  // What may not be: without a word, something has changed beside the damaged records themselves, or one of them is
  // gone. That they may have become other valid ones nobody can know: shorter ones, the rest of whose bytes is read as
  // a record of its own, or longer ones, which take the bytes of the next. Nor can anybody know of a time that counts
  // from the record before it whether it was another one: the records behind it are shifted by the difference, as far
  // as times count from one another, and up to an hour. Of damage to the metadata, without a word records are gone,
  // have come or lie elsewhere, or more of them have other names than what was damaged can name.
  bool silent = false;
};

class DamagedTrace {
 public:
  // Copies the files.
  explicit DamagedTrace(const FileSet& files, DamageRules rules = {});

  // The undamaged trace can be opened. Without that, nothing of the following.
  bool opened() const { return reader_ != nullptr; }
  const FileSet& files() const { return files_; }
  TraceReader& reader() { return *reader_; }
  uint64_t rows() const;

  // Half of them among the streams, half among the metadata where there are both, in proportion to size; each file gets
  // one at least as far as they go.
  std::vector<Damage> places(size_t count, uint32_t seed) const;
  // Decodes the trace as it is with the damage, and compares.
  DamageOutcome inflict(const Damage& damage);
  // "FILE at 1234, zeros"
  std::string text(const Damage& damage) const;

 private:
  struct Region;
  using Rows = std::vector<DamageRow>;

  std::vector<Region> regions() const;
  static Rows decode(TraceReader& reader, const FileSet& files, size_t stream);
  void compare(const Damage& damage, size_t stream, const Rows& found, DamageOutcome& out) const;
  bool inReach(const Damage& damage, size_t stream, const DamageRow& row) const;
  Extent reachOf(const Damage& damage) const;
  bool tells(const Damage& damage, const WarningLog& log) const;
  bool isSilent(const Damage& damage, const DamageOutcome& outcome) const;
  FileSet with(const Damage& damage) const;
  void reopen(const FileSet& files, const Damage& damage, DamageOutcome& out) const;

  DamageRules rules_;
  FileSet files_;
  std::unique_ptr<TraceReader> reader_;
  std::vector<Rows> undamaged_;  // by stream
  std::vector<std::string> warned_;
  Time first_ = 0;
  Time last_ = 0;
};

}  // namespace tp::test
