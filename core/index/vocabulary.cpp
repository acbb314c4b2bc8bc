#include "core/index/vocabulary.h"

#include <algorithm>

namespace tp {
namespace {

ToldName toldName(const NameTable& names, NameId id) {
  if (names.isFunction(id)) return {names.function(id), true};
  ToldName told;
  told.name.text = names.view(id);
  return told;
}

}  // namespace

void VocabularyWriter::write(TraceReader& reader, WireWriter& out) {
  VocabularyUpdate update;
  const NameTable& names = reader.names();
  update.firstName = names_;
  for (; names_ < names.size(); ++names_) update.names.push_back(toldName(names, names_));

  const TrackTable& tracks = reader.tracks();
  for (TrackId id : tracks.changedSince(tracksVersion_)) update.tracks.emplace_back(id, tracks[id]);
  tracksVersion_ = tracks.version();

  WarningLog& log = reader.warnings();
  update.warnings = log.since(warningsVersion_);
  warningsVersion_ = log.version();
  out(update);
}

VocabularyUpdate wholeVocabulary(const NameTable& names, const TrackTable& tracks, NumberMap& numbers) {
  VocabularyUpdate all;
  std::vector<NameId> order;
  for (NameId id = 1; id < names.size(); ++id) order.push_back(id);
  std::sort(order.begin(), order.end(), [&](NameId a, NameId b) {
    if (names.isFunction(a) != names.isFunction(b)) return names.isFunction(b);
    const int exact = names.exact(a).compare(names.exact(b));
    return exact != 0 ? exact < 0 : names.view(a) < names.view(b);
  });
  numbers.names.assign(names.size(), kNoName);
  all.names.push_back(toldName(names, kNoName));
  for (const NameId id : order) {
    numbers.names[id] = static_cast<uint32_t>(all.names.size());
    all.names.push_back(toldName(names, id));
  }
  numbers.tracks.assign(tracks.size(), kNoTrack);
  for (const TrackId id : tracks.byKey()) {
    const auto number = static_cast<uint32_t>(all.tracks.size());
    numbers.tracks[id] = number;
    all.tracks.emplace_back(number, tracks[id]);
  }
  for (auto& [number, track] : all.tracks) track.parent = numbers.to(track.parent);
  return all;
}

bool meet(const VocabularyUpdate& told, TraceReader& reader, NumberMap& numbers) {
  numbers = {};
  for (const ToldName& name : told.names)
    numbers.names.push_back(name.function ? reader.names().intern(name.name) : reader.names().intern(name.name.text));
  for (const auto& [number, track] : told.tracks) {
    if (number != numbers.tracks.size()) return false;
    Track own = track;
    own.parent = kNoTrack;
    numbers.tracks.push_back(reader.tracks().add(std::move(own)));
  }
  for (const auto& [number, track] : told.tracks)
    if (track.parent != kNoTrack)
      reader.tracks().setParent(numbers.tracks[number], numbers.to(track.parent), track.parentBy);
  return true;
}

RenamedNames renamedNames(const NameTable& names, const std::vector<NameId>& renamed) {
  RenamedNames told;
  for (NameId id : renamed) told.emplace_back(id, toldName(names, id));
  return told;
}

}  // namespace tp
