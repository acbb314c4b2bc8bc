#include "tests/support/damage.h"

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "core/decode/stream_driver.h"
#include "core/formats/registry.h"

namespace tp::test {
namespace {

constexpr uint64_t kReach = 4096;
// Nanoseconds; of clocks that count something else, something else. That the last record of all lies later is a time
// like any other.
constexpr Time kMoved = Time{3600} * 1000000000;
constexpr uint32_t kNothing = 0;
constexpr Time kNoTime = std::numeric_limits<Time>::min();
// Times are rounded to nanoseconds one by one.
constexpr Time kRounding = 2;
// Made of another file's records, of which the damage touches so many.
constexpr uint64_t kMaxTouched = 3;
// Kinds and names that can change with sixteen bytes of the metadata: the entries that these touch, and a beginning and
// an end of each.
constexpr uint64_t kMaxRenamed = 4;

bool same(const DamageRow& a, const DamageRow& b) {
  return a.time == b.time && a.what == b.what;
}

bool byWhat(const DamageRow& a, const DamageRow& b) {
  return a.time != b.time ? a.time < b.time : a.what < b.what;
}

bool byTime(const DamageRow& a, const DamageRow& b) {
  return a.time < b.time;
}

// How many of the untouched rows of `some` are among `others` at the same place, under the same name, and by the same
// time later or earlier, which `shift` is set to; none where that is not the same for all of them. Those that are not
// there and lie beside the damage count as well.
uint64_t shiftedOf(const std::vector<DamageRow>& some, const std::vector<DamageRow>& others, const Damage& damage,
                   const std::function<bool(const DamageRow&)>& touched, Time& shift) {
  std::map<std::pair<uint64_t, uint32_t>, Time> times;
  for (const DamageRow& row : others)
    if (row.size > 0) times.emplace(std::make_pair(row.ref, row.what), row.time);
  const uint64_t end = damage.offset + damage.bytes.size();
  uint64_t found = 0, beside = 0;
  Time most = 0;
  for (const DamageRow& row : some) {
    if (row.size == 0 || touched(row)) continue;
    auto there = times.find({row.ref, row.what});
    if (there == times.end()) {
      beside += row.ref >= end && row.ref - end < damage.bytes.size();
      continue;
    }
    Time by = there->second - row.time;
    shift = found == 0 ? by : std::min(shift, by);
    most = found == 0 ? by : std::max(most, by);
    ++found;
  }
  return most - shift <= kRounding ? found + beside : beside;
}

// What is lost of some streams are the very rows that others gained.
bool areTheSame(std::vector<DamageRow> lost, std::vector<DamageRow> gained) {
  auto tie = [](const DamageRow& row) { return std::tie(row.ref, row.time, row.what, row.size); };
  auto less = [&](const DamageRow& a, const DamageRow& b) { return tie(a) < tie(b); };
  std::sort(lost.begin(), lost.end(), less);
  std::sort(gained.begin(), gained.end(), less);
  return std::equal(lost.begin(), lost.end(), gained.begin(), gained.end(),
                    [&](const DamageRow& a, const DamageRow& b) { return tie(a) == tie(b); });
}

std::string_view noiseText(Noise noise) {
  switch (noise) {
    case Noise::Random:
      return "random bytes";
    case Noise::Zeros:
      return "zeros";
    case Noise::Ones:
      return "ones";
    case Noise::OneBit:
      return "one bit";
    default:
      return "bytes from elsewhere";
  }
}

}  // namespace

struct DamagedTrace::Region {
  size_t file = 0;
  Extent extent;
  size_t stream = Damage::kNoStream;
};

DamagedTrace::DamagedTrace(const FileSet& files, DamageRules rules) : rules_(std::move(rules)) {
  for (const FileEntry& file : files.files())
    files_.add(file.path, std::make_shared<MemorySource>(readAll(*file.source)));
  auto opened = openTrace(files_);
  if (!opened) return;
  reader_ = std::move(*opened);
  bool first = true;
  for (size_t i = 0; i < reader_->streams().size(); ++i) {
    undamaged_.push_back(decode(*reader_, files_, i));
    for (const DamageRow& row : undamaged_.back()) {
      if (row.time == kNoTime) continue;
      first_ = first ? row.time : std::min(first_, row.time);
      last_ = first ? row.time : std::max(last_, row.time);
      first = false;
    }
  }
  for (const Warning& warning : reader_->warnings().kept()) warned_.push_back(warning.text());
  if (reader_->info().begin > reader_->info().end) return;
  first_ = std::min(first_, reader_->info().begin);
  last_ = std::max(last_, reader_->info().end);
}

uint64_t DamagedTrace::rows() const {
  uint64_t sum = 0;
  for (const Rows& rows : undamaged_) sum += rows.size();
  return sum;
}

DamagedTrace::Rows DamagedTrace::decode(TraceReader& reader, const FileSet& files, size_t stream) {
  Rows out;
  std::vector<uint32_t> hashes;  // by name
  StreamDriver driver(reader, stream);
  RecordBatch batch;
  while (driver.pull(batch, files) == RecordDriver::Step::Batch) {
    hashes.resize(reader.names().size(), kNothing);
    for (uint32_t i = 0; i < batch.count; ++i) {
      const Record& record = batch.records[i];
      if (!isRow(record)) continue;
      // That records were lost has no time of its own: it is shown where the record before it is.
      Time time = record.kind == RecordKind::Lost ? kNoTime : record.time;
      DamageRow row{time, record.ref, record.size, kNothing};
      if (record.size != 0 && record.name < hashes.size()) {
        uint32_t& hash = hashes[record.name];
        if (hash == kNothing)
          hash = static_cast<uint32_t>(std::hash<std::string_view>()(reader.names().view(record.name))) | 1;
        // The exit of a call whose entry is damaged is listed as well, but does not end it any more.
        const RecordKind kind = record.kind == RecordKind::Event ? RecordKind::End : record.kind;
        row.what = hash * 8 + static_cast<uint32_t>(kind);
      }
      out.push_back(row);
    }
  }
  return out;
}

std::vector<DamagedTrace::Region> DamagedTrace::regions() const {
  std::vector<Region> out;
  for (size_t file = 0; file < files_.files().size(); ++file) {
    std::vector<Region> here;
    for (size_t i = 0; i < reader_->streams().size(); ++i)
      if (reader_->streams()[i].file == file)
        for (const Extent& extent : reader_->streams()[i].extents) here.push_back({file, extent, i});
    std::sort(here.begin(), here.end(),
              [](const Region& a, const Region& b) { return a.extent.offset < b.extent.offset; });
    uint64_t at = 0, size = files_.files()[file].source->size();
    auto metadata = [&](uint64_t until) {
      if (until > at) out.push_back({file, {at, until - at}, Damage::kNoStream});
    };
    for (const Region& region : here) {
      metadata(region.extent.offset);
      if (region.extent.size > 0) out.push_back(region);
      at = std::max(at, region.extent.offset + region.extent.size);
    }
    metadata(size);
  }
  return out;
}

std::vector<Damage> DamagedTrace::places(size_t count, uint32_t seed) const {
  std::mt19937_64 random(seed);
  std::vector<Region> kinds[2];
  for (const Region& region : regions()) kinds[region.stream == Damage::kNoStream].push_back(region);
  uint64_t total[2] = {0, 0};
  for (int kind = 0; kind < 2; ++kind)
    for (const Region& region : kinds[kind]) total[kind] += region.extent.size;
  std::vector<Damage> out;
  if (total[0] + total[1] == 0) return out;
  while (out.size() < count) {
    size_t kind = total[0] == 0 ? 1 : total[1] == 0 ? 0 : out.size() % 2;
    size_t turn = out.size() / 2;
    uint64_t at = random() % total[kind];
    size_t chosen = 0;
    while (at >= kinds[kind][chosen].extent.size) at -= kinds[kind][chosen++].extent.size;
    if (turn < kinds[kind].size()) {
      chosen = turn;
      at = random() % kinds[kind][chosen].extent.size;
    }
    const Region& region = kinds[kind][chosen];
    const ByteSource& source = *files_.files()[region.file].source;
    Damage damage;
    damage.file = region.file;
    damage.stream = region.stream;
    damage.noise = static_cast<Noise>(out.size() / 2 % 5);
    // Every other one where records and words begin.
    damage.offset = region.extent.offset + (turn / 5 % 2 == 0 ? at / 8 * 8 : at);
    Bytes before =
        source.view(damage.offset, std::min(Damage::kSize, region.extent.offset + region.extent.size - damage.offset));
    damage.bytes.assign(before.begin(), before.end());
    uint64_t room = (source.size() - damage.bytes.size()) / 8;
    uint64_t elsewhere = std::min(random() % (room + 1) * 8 + damage.offset % 8, source.size() - damage.bytes.size());
    Bytes other = source.view(elsewhere, damage.bytes.size());
    uint64_t bit = random() % (std::min<uint64_t>(8, damage.bytes.size()) * 8);
    for (size_t i = 0; i < damage.bytes.size(); ++i) {
      std::byte& one = damage.bytes[i];
      uint64_t value = random();
      if (damage.noise == Noise::Random) one = static_cast<std::byte>(value);
      if (damage.noise == Noise::Zeros) one = std::byte{0};
      if (damage.noise == Noise::Ones) one = std::byte{0xff};
      if (damage.noise == Noise::OneBit && i == bit / 8) one ^= static_cast<std::byte>(1u << bit % 8);
      if (damage.noise == Noise::Elsewhere) one = other[i];
    }
    out.push_back(std::move(damage));
  }
  return out;
}

Extent DamagedTrace::reachOf(const Damage& damage) const {
  if (rules_.reach) return rules_.reach(damage);
  uint64_t begin = damage.offset - std::min(damage.offset, kReach / 2);
  return {begin, damage.offset + damage.bytes.size() + kReach / 2 - begin};
}

bool DamagedTrace::inReach(const Damage& damage, size_t stream, const DamageRow& row) const {
  if (rules_.within) return rules_.within(damage, stream, row);
  Extent reach = reachOf(damage);
  return row.ref < reach.offset + reach.size && reach.offset < row.ref + row.size;
}

bool DamagedTrace::tells(const Damage& damage, const WarningLog& log) const {
  Extent reach = reachOf(damage);
  for (const Warning& warning : log.kept()) {
    bool here = warning.file == files_.files()[damage.file].path && warning.offset >= reach.offset &&
                warning.offset - reach.offset < reach.size;
    if (here || std::find(warned_.begin(), warned_.end(), warning.text()) == warned_.end()) return true;
  }
  return false;
}

// What is the same at the beginning and at the end is passed over quickly.
void DamagedTrace::compare(const Damage& damage, size_t stream, const Rows& found, DamageOutcome& out) const {
  const Rows& before = undamaged_[stream];
  size_t head = 0, most = std::min(before.size(), found.size());
  while (head < most && same(before[head], found[head])) ++head;
  size_t tail = 0;
  while (tail < most - head && same(before[before.size() - 1 - tail], found[found.size() - 1 - tail])) ++tail;
  Rows old(before.begin() + static_cast<std::ptrdiff_t>(head), before.end() - static_cast<std::ptrdiff_t>(tail));
  Rows now(found.begin() + static_cast<std::ptrdiff_t>(head), found.end() - static_cast<std::ptrdiff_t>(tail));
  bool sameFile = reader_->streams()[stream].file == damage.file && damage.stream != Damage::kNoStream;
  // What is copied within compressed bytes nobody can tell: damage to them touches all that they unpack to.
  const bool packed = reader_->streams()[stream].packed;
  auto touched = [&](const DamageRow& row) {
    if (!sameFile || row.size == 0) return false;
    return packed ? inReach(damage, stream, row) : damage.overlaps(row.ref, row.size);
  };
  // Of several alike, the difference is the last ones: those that are damaged.
  auto sorted = [&](Rows& rows) {
    std::stable_sort(rows.begin(), rows.end(), [&](const DamageRow& a, const DamageRow& b) {
      return same(a, b) ? touched(a) < touched(b) : byWhat(a, b);
    });
  };
  sorted(old);
  sorted(now);
  Rows lost, gained, vanished;
  std::set_difference(old.begin(), old.end(), now.begin(), now.end(), std::back_inserter(lost), byWhat);
  std::set_difference(now.begin(), now.end(), old.begin(), old.end(), std::back_inserter(gained), byWhat);
  std::set_difference(lost.begin(), lost.end(), gained.begin(), gained.end(), std::back_inserter(vanished), byTime);

  // Of what is unpacked, the same record at another time.
  std::set<std::pair<uint64_t, uint32_t>> unpacked;
  for (const DamageRow& row : lost)
    if (packed && touched(row)) unpacked.emplace(row.ref, row.what);
  auto touchedNow = [&](const DamageRow& row) { return touched(row) || unpacked.count({row.ref, row.what}) != 0; };

  out.lostRows.insert(out.lostRows.end(), lost.begin(), lost.end());
  out.gainedRows.insert(out.gainedRows.end(), gained.begin(), gained.end());
  if (Time later = 0, earlier = 0; sameFile) {
    uint64_t shifted = shiftedOf(lost, now, damage, touched, later),
             back = shiftedOf(gained, old, damage, touchedNow, earlier);
    if (later + earlier <= kRounding && later + earlier >= -kRounding) {
      out.lostShifted += shifted;
      out.gainedShifted += back;
    }
  }

  for (const DamageRow& row : lost) {
    ++out.lost;
    out.renamedRows.push_back(row.what);
    if (out.words.empty())
      out.words = reader_->streams()[stream].name + " at " + std::to_string(row.ref) + ", time " +
                  std::to_string(row.time) + " is missing";
    if (!sameFile || row.size == 0) {
      ++out.lostUntouched;
      ++out.lostElsewhere;
    } else if (!touched(row)) {
      ++out.lostUntouched;
      if (!inReach(damage, stream, row)) ++out.lostOutside;
    }
  }
  out.vanished += vanished.size();
  for (const DamageRow& row : vanished)
    if (!sameFile || row.size == 0 || !inReach(damage, stream, row)) out.vanishedNames.push_back(row.what);
  for (const DamageRow& row : gained) {
    ++out.gained;
    bool elsewhere = !sameFile || row.size == 0;
    out.gainedElsewhere += elsewhere;
    if (!touchedNow(row)) ++out.gainedUntouched;
    if (row.time == kNoTime) continue;
    if (row.time < first_ - kMoved || row.time > last_ + kMoved) out.timesMoved = true;
  }
}

// The bytes are of the same number, so that a reader of the undamaged files can do with these.
FileSet DamagedTrace::with(const Damage& damage) const {
  const FileEntry& entry = files_.files()[damage.file];
  Bytes whole = entry.source->view(0, entry.source->size());
  std::vector<std::byte> bytes(whole.begin(), whole.end());
  std::copy(damage.bytes.begin(), damage.bytes.end(), bytes.begin() + static_cast<std::ptrdiff_t>(damage.offset));
  FileSet files = files_;
  files.add(entry.path, std::make_shared<MemorySource>(std::move(bytes)));
  return files;
}

void DamagedTrace::reopen(const FileSet& files, const Damage& damage, DamageOutcome& out) const {
  auto opened = openTrace(files);
  if (!opened) {
    out.refused = true;
    out.words = opened.error().text();
    return;
  }
  TraceReader& reader = **opened;
  std::vector<bool> there(undamaged_.size(), false);
  for (size_t i = 0; i < reader.streams().size(); ++i) {
    Rows found = decode(reader, files, i);
    // Streams are the same where their files and names are: there may be others, or one may be missing.
    size_t stream = 0;
    while (stream < there.size() && (there[stream] || reader_->streams()[stream].file != reader.streams()[i].file ||
                                     reader_->streams()[stream].name != reader.streams()[i].name))
      ++stream;
    if (stream == there.size()) {
      out.gained += found.size();
      out.gainedUntouched += found.size();
      out.gainedRows.insert(out.gainedRows.end(), found.begin(), found.end());
      continue;
    }
    there[stream] = true;
    compare(damage, stream, found, out);
  }
  for (size_t stream = 0; stream < there.size(); ++stream)
    if (!there[stream]) compare(damage, stream, {}, out);
  const TraceInfo& info = reader.info();
  if (info.begin <= info.end && (info.begin < first_ - kMoved || info.end > last_ + kMoved)) out.timesMoved = true;
  out.told = tells(damage, reader.warnings());
}

bool DamagedTrace::isSilent(const Damage& damage, const DamageOutcome& outcome) const {
  if (outcome.refused || outcome.told) return false;
  if (outcome.timesMoved) return true;
  if (rules_.saysWhose && rules_.saysWhose(damage) && outcome.moved) return false;
  if (damage.stream == Damage::kNoStream)
    return outcome.vanished > 0 || outcome.gained != outcome.lost || outcome.renamedRows.size() > kMaxRenamed;
  if (outcome.lostElsewhere > kMaxTouched || outcome.gainedElsewhere > kMaxTouched) return true;
  if (outcome.lostUntouched - outcome.lostShifted > outcome.lostElsewhere ||
      outcome.gainedUntouched - outcome.gainedShifted > outcome.gainedElsewhere)
    return true;
  // One may have become a part of the other; a record for many may now speak of what is not shown.
  return outcome.gained == 0 && outcome.lost > outcome.lostElsewhere && !(rules_.reopens && rules_.reopens(damage));
}

DamageOutcome DamagedTrace::inflict(const Damage& damage) {
  DamageOutcome out;
  FileSet files = with(damage);
  if (damage.stream == Damage::kNoStream || (rules_.reopens && rules_.reopens(damage))) {
    reopen(files, damage, out);
  } else {
    reader_->warnings() = {};
    compare(damage, damage.stream, decode(*reader_, files, damage.stream), out);
    out.told = tells(damage, reader_->warnings());
  }
  for (std::vector<uint32_t>* names : {&out.renamedRows, &out.vanishedNames}) {
    std::sort(names->begin(), names->end());
    names->erase(std::unique(names->begin(), names->end()), names->end());
  }
  out.moved = areTheSame(out.lostRows, out.gainedRows);
  out.silent = isSilent(damage, out);
  return out;
}

std::string DamagedTrace::text(const Damage& damage) const {
  return files_.files()[damage.file].path + " at " + std::to_string(damage.offset) + ", " +
         std::string(noiseText(damage.noise));
}

}  // namespace tp::test
