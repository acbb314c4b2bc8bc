#include "core/joint/joined_part.h"

#include "core/decode/state_record.h"
#include "core/io/file_reading.h"
#include "core/trace/sums.h"

namespace tp {

JoinedPart::JoinedPart(std::unique_ptr<TraceReader> reader, uint32_t number, std::string name,
                       std::vector<size_t> files, Tables into)
    : reader_(std::move(reader)), number_(number), name_(std::move(name)), files_(std::move(files)), into_(into) {
  Track heading;
  heading.key = headingOfTrace(number_);
  heading.name = name_;
  heading.detail = reader_->info().format;
  heading.order = number_;
  heading_ = into_.tracks.add(heading);
  reader_->warnings().quietWith(into_.warnings);
  sync();
}

void JoinedPart::align(const Alignment& alignment, Time shift) {
  alignment_ = alignment;
  Time offset = 0;
  bool fits = !__builtin_add_overflow(alignment.offset, clampTime(shift), &offset);
  alignment_.offset = fits ? clampTime(offset) : alignment.offset;
  aligned_ = true;
  for (TrackId id = 0; id < tracks_.size(); ++id) addLife(id);
}

void JoinedPart::sync() {
  const NameTable& names = reader_->names();
  while (names_.size() < names.size()) names_.push_back(into_.names.take(names, static_cast<NameId>(names_.size())));
  if (tracksVersion_ != reader_->tracks().version()) syncTracks();
  if (warningsVersion_ != reader_->warnings().version()) syncWarnings();
}

void JoinedPart::setUnits(uint32_t firstStream, uint32_t firstMerge) {
  firstStream_ = firstStream;
  firstMerge_ = firstMerge;
}

// Warnings from opening the part count as warnings from opening the joined trace.
void JoinedPart::syncWarnings() {
  WarningLog::News theirs = reader_->warnings().since(warningsVersion_), ours;
  warningsVersion_ = reader_->warnings().version();
  const auto streams = static_cast<uint32_t>(reader_->streams().size());
  auto unit = [&](uint32_t teller) {
    if (teller >= kFileTellers) return kFileTellers + static_cast<uint32_t>(file(teller - kFileTellers));
    return (teller <= streams ? firstStream_ + teller : firstMerge_ + teller - streams);
  };
  uint64_t openings = openingTold_;
  for (ToldWarning& told : theirs.told) {
    if (told.teller == 0 && told.number != ToldWarning::kAside) {
      ++openings;
      into_.warnings.add(std::move(told.warning));
      continue;
    }
    if (told.teller > 0) told.teller = unit(told.teller);
    ours.told.push_back(std::move(told));
  }
  for (const auto& [teller, count] : theirs.counts) {
    if (teller > 0) {
      ours.counts.emplace_back(unit(teller), count);
      continue;
    }
    into_.warnings.count(count - openings);
    openings = count;
  }
  openingTold_ = openings;
  ours.asides = std::move(theirs.asides);
  into_.warnings.take(ours);
}

void JoinedPart::syncTracks() {
  const TrackTable& tracks = reader_->tracks();
  const std::vector<TrackId> changed = tracks.changedSince(tracksVersion_);
  tracksVersion_ = tracks.version();
  kinds_.resize(tracks.size());
  for (TrackId id : changed) {
    Track track = tracks[id];
    track.key.trace = number_;
    track.parent = kNoTrack;
    track.life = {};
    kinds_[id] = track.key.kind;
    TrackId ours = into_.tracks.add(std::move(track));
    if (id == tracks_.size()) tracks_.push_back(ours);
    addLife(id);
  }
  for (TrackId id : changed)
    if (tracks[id].parent < tracks_.size())
      into_.tracks.setParent(tracks_[id], tracks_[tracks[id].parent], tracks[id].parentBy);
    else
      into_.tracks.setParent(tracks_[id], heading_, {Knowledge::By::Default});
}

TrackId JoinedPart::trackInside(TrackId ours) {
  if (ours >= into_.tracks.size() || into_.tracks[ours].key.trace != number_) return kNoTrack;
  Track track = into_.tracks[ours];
  track.key.trace = 0;
  const TrackId known = reader_->tracks().find(track.key);
  if (known != kNoTrack) return known;
  track.parent = kNoTrack;
  track.life = {};
  return reader_->tracks().add(std::move(track));
}

// Before align(), times cannot be translated.
void JoinedPart::addLife(TrackId theirs) {
  if (!aligned_) return;
  const Lifetime& life = reader_->tracks()[theirs].life;
  into_.tracks.addLife(tracks_[theirs], life.translated([this](Time at) { return time(at); }));
}

void JoinedPart::translateState(const StateRecord& theirs, Time theirTime, Record& out) const {
  StateWriter ours(out);
  if (theirs.silent() > 0) ours.setSilent(out.time - time(minus(theirTime, theirs.silent())));
  if (!theirs.isWoken()) return;
  ours.setWokenAt(time(theirs.wokenAt()));
  WakeSource source = theirs.wakeSource();
  source.handler = name(source.handler);
  ours.setWakeSource(source);
}

Record JoinedPart::translated(const Record& theirs) const {
  Record out = theirs;
  out.time = time(theirs.time);
  out.name = name(theirs.name);
  out.track = track(theirs.track);
  TrackKind kind = theirs.track < kinds_.size() ? kinds_[theirs.track] : TrackKind::Group;
  // Other fields that hold a time, a name or a track (core/decode/record.h).
  if (theirs.kind == RecordKind::Slice) out.setBegun(time(theirs.begun()));
  if (kind == TrackKind::ThreadState) translateState(StateRecord(theirs), theirs.time, out);
  if (kind == TrackKind::Cpu && (theirs.flags & (kOnCpu | kOffCpu)) != 0) out.setThread(track(theirs.thread()));
  if (theirs.kind == RecordKind::Counter && theirs.setter() != kNoTrack) out.setSetter(track(theirs.setter()));
  return out;
}

void JoinedPart::translate(const RecordBatch& theirs, RecordBatch& out) const {
  for (uint32_t i = 0; i < theirs.count; ++i) out.records[i] = translated(theirs.records[i]);
  out.count = theirs.count;
}

void JoinedPart::translate(EventRow& row) const {
  row.time = time(row.time);
  row.trace = name_;
  for (EventRow::Link& link : row.links) {
    if (link.track != kNoTrack) link.track = track(link.track);
    link.time = time(link.time);
  }
}

}  // namespace tp
