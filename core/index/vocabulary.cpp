#include "core/index/vocabulary.h"

namespace tp {

void writeTrack(const Track& track, WireWriter& out) {
  out.put(track.key.kind);
  out.put(track.key.pid);
  out.put(track.key.tid);
  out.put(track.key.cpu);
  out.putString(track.key.label);
  out.put(track.parent);
  out.putString(track.name);
  out.putString(track.detail);
  out.put(track.order);
}

Track readTrack(WireReader& in) {
  Track track;
  track.key.kind = in.get<TrackKind>();
  track.key.pid = in.get<int64_t>();
  track.key.tid = in.get<int64_t>();
  track.key.cpu = in.get<int32_t>();
  track.key.label = in.getString();
  track.parent = in.get<TrackId>();
  track.name = in.getString();
  track.detail = in.getString();
  track.order = in.get<int64_t>();
  return track;
}

void VocabularyWriter::write(TraceReader& reader, WireWriter& out) {
  const NameTable& names = reader.names();
  out.put(names_);
  out.put(static_cast<uint32_t>(names.size() - names_));
  for (; names_ < names.size(); ++names_) out.putString(names.view(names_));

  const TrackTable& tracks = reader.tracks();
  bool changed = tracks.version() != tracksVersion_;
  tracksVersion_ = tracks.version();
  out.put(static_cast<uint8_t>(changed));
  out.put(changed ? tracks.size() : uint32_t{0});
  if (changed)
    for (TrackId id = 0; id < tracks.size(); ++id) writeTrack(tracks[id], out);

  const WarningLog& log = reader.warnings();
  out.put(static_cast<uint32_t>(log.kept().size() - warnings_));
  for (; warnings_ < log.kept().size(); ++warnings_) {
    const Warning& warning = log.kept()[warnings_];
    out.putString(warning.file);
    out.put(warning.offset);
    out.putString(warning.expected);
    out.putString(warning.found);
  }
  out.put(log.total() - warningTotal_);
  warningTotal_ = log.total();
}

void VocabularyWriter::skipWarnings(TraceReader& reader) {
  warnings_ = reader.warnings().kept().size();
  warningTotal_ = reader.warnings().total();
}

VocabularyUpdate readVocabulary(WireReader& in) {
  VocabularyUpdate update;
  update.firstName = in.get<NameId>();
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) update.names.push_back(in.getString());
  update.hasTracks = in.get<uint8_t>() != 0;
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) update.tracks.push_back(readTrack(in));
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    Warning warning;
    warning.file = in.getString();
    warning.offset = in.get<uint64_t>();
    warning.expected = in.getString();
    warning.found = in.getString();
    update.warnings.push_back(std::move(warning));
  }
  update.warningCount = in.get<uint64_t>();
  return update;
}

void writeRenamed(const NameTable& names, const std::vector<NameId>& renamed, WireWriter& out) {
  out.put(static_cast<uint32_t>(renamed.size()));
  for (NameId id : renamed) {
    out.put(id);
    out.putString(names.view(id));
  }
}

std::vector<std::pair<NameId, std::string_view>> readRenamed(WireReader& in) {
  std::vector<std::pair<NameId, std::string_view>> renamed;
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    NameId id = in.get<NameId>();
    renamed.emplace_back(id, in.getString());
  }
  return renamed;
}

void writeTraceInfo(const TraceInfo& info, WireWriter& out) {
  out.putString(info.format);
  out.putString(info.version);
  out.putString(info.clock.name);
  out.put(static_cast<uint8_t>(info.clock.isNs));
  out.put(info.clock.nsNum);
  out.put(info.clock.nsDen);
  out.put(static_cast<uint8_t>(info.clock.hasWallOffset));
  out.put(info.clock.wallOffsetNs);
  out.put(info.begin);
  out.put(info.end);
  out.put(info.cpus);
  out.put(static_cast<uint32_t>(info.metadata.size()));
  for (const auto& [key, value] : info.metadata) {
    out.putString(key);
    out.putString(value);
  }
  out.put(static_cast<uint32_t>(info.siblings.size()));
  for (const std::string& folder : info.siblings) out.putString(folder);
}

TraceInfo readTraceInfo(WireReader& in) {
  TraceInfo info;
  info.format = in.getString();
  info.version = in.getString();
  info.clock.name = in.getString();
  info.clock.isNs = in.get<uint8_t>() != 0;
  info.clock.nsNum = in.get<uint64_t>();
  info.clock.nsDen = in.get<uint64_t>();
  info.clock.hasWallOffset = in.get<uint8_t>() != 0;
  info.clock.wallOffsetNs = in.get<int64_t>();
  info.begin = in.get<Time>();
  info.end = in.get<Time>();
  info.cpus = in.get<uint32_t>();
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    std::string key(in.getString());
    info.metadata.emplace_back(std::move(key), in.getString());
  }
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) info.siblings.emplace_back(in.getString());
  return info;
}

}  // namespace tp
