#include "core/index/vocabulary.h"

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

RenamedNames renamedNames(const NameTable& names, const std::vector<NameId>& renamed) {
  RenamedNames told;
  for (NameId id : renamed) told.emplace_back(id, toldName(names, id));
  return told;
}

}  // namespace tp
