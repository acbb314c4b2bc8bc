#include "core/joint/joined_reader.h"

#include <algorithm>
#include <optional>

#include "core/decode/record_driver.h"
#include "core/io/same_files.h"
#include "core/joint/joined_driver.h"

namespace tp {
namespace {

// If a trace does not say when it begins, the first record of each of so many streams tells it.
constexpr size_t kStreamsAsked = 64;

void findRange(TraceReader& reader, const FileSet& files, TraceInfo& info) {
  if (info.begin <= info.end) return;
  RecordBatch batch;
  // These records will be decoded again, with the same warnings.
  WarningLog::Quiet quiet(reader.warnings());
  for (size_t stream = 0; stream < std::min(reader.streams().size(), kStreamsAsked); ++stream) {
    std::unique_ptr<RecordDriver> driver = makeDriver(reader, stream);
    constexpr size_t kFirstPiece = size_t{64} << 10;
    while (driver->pull(batch, files, kFirstPiece) == RecordDriver::Step::Batch) {
      const Record* first = std::find_if(batch.records.data(), batch.records.data() + batch.count, isRow);
      if (first == batch.records.data() + batch.count) continue;
      bool known = info.begin <= info.end;
      info.begin = known ? std::min(info.begin, first->time) : first->time;
      info.end = known ? std::max(info.end, first->time) : first->time;
      break;
    }
  }
}

std::vector<size_t> placesOf(const FileSet& some, const FileSet& all) {
  std::vector<size_t> places;
  for (const FileEntry& file : some.files()) places.push_back(all.indexOf(file.path));
  return places;
}

}  // namespace

JoinedReader::JoinedReader(std::vector<Opened> traces, const FileSet& files) {
  if (!traces.empty()) names_.keepFunctions(traces.front().reader->names().functions());
  for (Opened& trace : traces) {
    JoinedPart::Tables tables{names_, tracks_, warnings_};
    parts_.push_back(std::make_unique<JoinedPart>(std::move(trace.reader), trace.number, trace.name,
                                                  placesOf(trace.files, files), tables));
  }
  align(traces);
  for (size_t part = 0; part < parts_.size(); ++part) list(part);
  auto merge = static_cast<uint32_t>(streams_.size());
  for (size_t part = 0; part < parts_.size(); ++part) {
    parts_[part]->setUnits(static_cast<uint32_t>(firstStream_[part]), merge);
    merge += static_cast<uint32_t>(parts_[part]->reader().merges().size());
  }
}

void JoinedReader::align(const std::vector<Opened>& traces) {
  std::vector<TraceInfo> infos;
  for (size_t i = 0; i < parts_.size(); ++i) {
    infos.push_back(parts_[i]->reader().info());
    findRange(parts_[i]->reader(), traces[i].files, infos.back());
    parts_[i]->sync();
  }
  AxisAlignment axis = alignClocks(infos);
  info_.clock = axis.clock;
  // Of several, the CPUs' tracks are counted.
  if (infos.size() == 1) info_.cpus = infos.front().cpus;
  for (size_t i = 0; i < parts_.size(); ++i) {
    parts_[i]->align(axis.traces[i], traces[i].shift);
    const TraceInfo& own = infos[i];
    TracePart part;
    part.number = traces[i].number;
    part.drop = traces[i].drop;
    part.name = parts_[i]->name();
    part.format = own.format;
    part.version = own.version;
    part.traits = own.traits;
    part.clock = own.clock;
    part.alignment = axis.traces[i].reason;
    part.sameClockAs = traces[axis.traces[i].sameClockAs].number;
    size_t same = 0;
    while (same < i && !sameFiles(traces[same].files, traces[i].files)) ++same;
    part.copyOf = traces[same].number;
    part.shift = traces[i].shift;
    info_.parts.push_back(std::move(part));
    if (i == 0) info_.traits = own.traits;
    info_.traits.add(own.traits);
    bool listed = info_.format.find(own.format) != std::string::npos;
    if (!listed) info_.format += (info_.format.empty() ? "" : " + ") + own.format;
    if (!listed) info_.version += (info_.version.empty() ? "" : " + ") + own.version;
    if (own.begin > own.end) continue;
    Time begin = parts_[i]->time(own.begin), end = parts_[i]->time(own.end);
    bool first = info_.begin > info_.end;
    info_.begin = first ? begin : std::min(info_.begin, begin);
    info_.end = first ? end : std::max(info_.end, end);
  }
  listMetadata();
}

void JoinedReader::listMetadata() {
  info_.hasSources =
      std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->reader().info().hasSources; });
  info_.sampled.clear();
  for (const auto& part : parts_)
    for (const SampledEvent& event : part->reader().info().sampled)
      if (std::find(info_.sampled.begin(), info_.sampled.end(), event) == info_.sampled.end())
        info_.sampled.push_back(event);
  info_.metadata.clear();
  for (const auto& part : parts_)
    for (const auto& [key, value] : part->reader().info().metadata)
      info_.metadata.emplace_back(part->name() + ": " + key, value);
}

void JoinedReader::list(size_t number) {
  JoinedPart& part = *parts_[number];
  const TraceReader& reader = part.reader();
  size_t base = streams_.size();
  firstStream_.push_back(base);
  for (size_t i = 0; i < reader.streams().size(); ++i) {
    StreamInfo stream = reader.streams()[i];
    stream.name = part.name() + "/" + stream.name;
    stream.file = part.file(stream.file);
    stream.trace = part.number();
    if (stream.begin <= stream.end) {
      stream.begin = part.time(stream.begin);
      stream.end = part.time(stream.end);
    }
    streams_.push_back(std::move(stream));
    streamPlaces_.push_back({number, i});
  }
  for (size_t i = 0; i < reader.merges().size(); ++i) {
    MergeInfo merge = reader.merges()[i];
    merge.name = part.name() + "/" + merge.name;
    for (uint32_t& input : merge.inputs) input += static_cast<uint32_t>(base);
    merges_.push_back(std::move(merge));
    mergePlaces_.push_back({number, reader.streams().size() + i});
  }
}

const JoinedReader::Place& JoinedReader::placeOf(size_t unit) const {
  return unit < streamPlaces_.size() ? streamPlaces_[unit] : mergePlaces_[unit - streamPlaces_.size()];
}

RecordDriver* JoinedReader::newDriver(size_t unit) {
  const Place& place = placeOf(unit);
  return new JoinedDriver(*parts_[place.part], place.unit, firstStream_[place.part]);
}

const JoinedPart* JoinedReader::partOf(TrackId track) const {
  if (track >= tracks_.size()) return nullptr;
  for (const auto& part : parts_)
    if (part->number() == tracks_[track].key.trace) return part.get();
  return nullptr;
}

// The track itself is not translated, because no format looks at it.
TraceReader::CallCounting JoinedReader::callCounting(TrackId track) const {
  const JoinedPart* part = partOf(track);
  return part == nullptr ? CallCounting::Slices : part->reader().callCounting(kNoTrack);
}

std::optional<std::vector<TimeRange>> JoinedReader::missingSwitches(size_t stream) {
  if (stream >= streamPlaces_.size()) return std::nullopt;
  JoinedPart& part = *parts_[streamPlaces_[stream].part];
  std::optional<std::vector<TimeRange>> missing = part.reader().missingSwitches(streamPlaces_[stream].unit);
  if (!missing) return missing;
  for (TimeRange& one : *missing) {
    if (one.begin != INT64_MIN) one.begin = part.time(one.begin);
    if (one.end != INT64_MAX) one.end = part.time(one.end);
  }
  return missing;
}

bool JoinedReader::hasSpans() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->reader().hasSpans(); });
}

// Numbers of the part that is at hand, plus one: its first number is not the end of all.
size_t JoinedReader::writtenFunctions(size_t from, std::vector<WrittenFunction>& out) {
  if (from == 0) written_ = 0;
  if (written_ >= parts_.size()) return 0;
  JoinedPart& part = *parts_[written_];
  const size_t first = out.size(), next = part.reader().writtenFunctions(from > 0 ? from - 1 : 0, out);
  part.sync();
  for (size_t i = first; i < out.size(); ++i) {
    out[i].name = part.name(out[i].name);
    out[i].trace = part.number();
  }
  if (next != 0) return next + 1;
  return ++written_ < parts_.size() ? 1 : 0;
}

uint64_t JoinedReader::callIdentity(const Record& record) const {
  const JoinedPart* part = partOf(record.track);
  return part == nullptr ? uint64_t{record.name} : part->reader().callIdentity(record);
}

// A program may have functions that are named as system calls are, so the track decides whose name it is.
bool JoinedReader::isSystemCall(TrackId track, NameId name) const {
  const JoinedPart* part = partOf(track);
  return part != nullptr && part->reader().isSystemCall(kNoTrack, part->reader().names().find(names_.view(name)));
}

bool JoinedReader::hasSystemCalls() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->reader().hasSystemCalls(); });
}

std::vector<DecodedFacts> JoinedReader::decoded() const {
  std::vector<DecodedFacts> all;
  for (const auto& part : parts_) {
    DecodedFacts& facts = all.emplace_back();
    for (const DecodedFacts& theirs : part->reader().decoded()) facts.add(theirs);
    for (NameId& name : facts.systemCalls) name = part->name(name);
  }
  return all;
}

void JoinedReader::noteDecoded(std::span<const DecodedFacts> facts) {
  for (size_t i = 0; i < std::min(facts.size(), parts_.size()); ++i) {
    DecodedFacts theirs = facts[i];
    for (NameId& name : theirs.systemCalls) name = parts_[i]->reader().names().take(names_, name);
    parts_[i]->reader().noteDecoded({&theirs, 1});
  }
}

NumberMap JoinedReader::numbersOfTrace(size_t unit, const NumberMap& ofUnit) {
  JoinedPart& part = *parts_[placeOf(unit).part];
  part.sync();
  NumberMap out;
  for (const NameId name : ofUnit.names) out.names.push_back(part.name(name));
  for (const TrackId track : ofUnit.tracks) out.tracks.push_back(part.track(track));
  return out;
}

NumberMap JoinedReader::numbersOfUnit(size_t unit, const NumberMap& ofTrace) {
  JoinedPart& part = *parts_[placeOf(unit).part];
  NumberMap out;
  for (const NameId name : ofTrace.names) out.names.push_back(part.reader().names().take(names_, name));
  for (const TrackId track : ofTrace.tracks) out.tracks.push_back(part.trackInside(track));
  return out;
}

bool JoinedReader::hasSwitchStacks() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->reader().hasSwitchStacks(); });
}

bool JoinedReader::addFiles(const FileSet& files, std::vector<NameId>& renamed) {
  for (const auto& part : parts_) {
    std::vector<NameId> theirs;
    if (!part->reader().addFiles(files, theirs)) continue;
    part->sync();
    for (NameId id : theirs) {
      NameId ours = part->name(id);
      names_.renameLike(ours, part->reader().names(), id);
      renamed.push_back(ours);
    }
    listMetadata();
    return true;
  }
  return false;
}

}  // namespace tp
