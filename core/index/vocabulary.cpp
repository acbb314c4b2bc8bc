#include "core/index/vocabulary.h"

namespace tp {

namespace {

void writeKnowledge(const Knowledge& known, WireWriter& out) {
  out.put(known.by);
  out.put(known.at);
}

Knowledge readKnowledge(WireReader& in) {
  Knowledge known;
  known.by = in.get<Knowledge::By>();
  known.at = in.get<Time>();
  return known;
}

void writeName(const NameTable& names, NameId id, WireWriter& out) {
  const FunctionName name = names.function(id);
  out.put(static_cast<uint8_t>(names.isFunction(id)));
  out.putString(names.isFunction(id) ? name.text : names.view(id));
  if (!names.isFunction(id)) return;
  for (std::string_view text : {name.brief, name.signature, name.exact}) out.putString(text);
}

ToldName readName(WireReader& in) {
  ToldName told;
  told.function = in.get<uint8_t>() != 0;
  told.name.text = in.getString();
  if (!told.function) return told;
  for (std::string_view* text : {&told.name.brief, &told.name.signature, &told.name.exact}) *text = in.getString();
  return told;
}

void writeNews(const WarningLog::News& news, WireWriter& out) {
  out.put(static_cast<uint32_t>(news.told.size()));
  for (const ToldWarning& told : news.told) {
    out.put(told.teller);
    out.put(told.number);
    out.putString(told.warning.file);
    out.put(told.warning.offset);
    out.putString(told.warning.expected);
    out.putString(told.warning.found);
  }
  out.put(static_cast<uint32_t>(news.counts.size()));
  for (const auto& [teller, count] : news.counts) {
    out.put(teller);
    out.put(count);
  }
  out.putArray(news.asides);
}

WarningLog::News readNews(WireReader& in) {
  WarningLog::News news;
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    ToldWarning told;
    told.teller = in.get<uint32_t>();
    told.number = in.get<uint64_t>();
    told.warning.file = in.getString();
    told.warning.offset = in.get<uint64_t>();
    told.warning.expected = in.getString();
    told.warning.found = in.getString();
    news.told.push_back(std::move(told));
  }
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    uint32_t teller = in.get<uint32_t>();
    news.counts.emplace_back(teller, in.get<uint64_t>());
  }
  in.getArray(news.asides);
  return news;
}

}  // namespace

void writeTrackKey(const TrackKey& key, WireWriter& out) {
  out.put(key.kind);
  out.put(key.pid);
  out.put(key.tid);
  out.put(key.cpu);
  out.putString(key.label);
  out.put(key.trace);
}

TrackKey readTrackKey(WireReader& in) {
  TrackKey key;
  key.kind = in.get<TrackKind>();
  key.pid = in.get<int64_t>();
  key.tid = in.get<int64_t>();
  key.cpu = in.get<int32_t>();
  key.label = in.getString();
  key.trace = in.get<uint32_t>();
  return key;
}

void writeTrack(const Track& track, WireWriter& out) {
  writeTrackKey(track.key, out);
  out.put(track.parent);
  out.putString(track.name);
  out.putString(track.detail);
  out.put(track.order);
  for (const Knowledge* known : {&track.parentBy, &track.nameBy, &track.detailBy}) writeKnowledge(*known, out);
}

Track readTrack(WireReader& in) {
  Track track;
  track.key = readTrackKey(in);
  track.parent = in.get<TrackId>();
  track.name = in.getString();
  track.detail = in.getString();
  track.order = in.get<int64_t>();
  for (Knowledge* known : {&track.parentBy, &track.nameBy, &track.detailBy}) *known = readKnowledge(in);
  return track;
}

void VocabularyWriter::write(TraceReader& reader, WireWriter& out) {
  const NameTable& names = reader.names();
  out.put(names_);
  out.put(static_cast<uint32_t>(names.size() - names_));
  for (; names_ < names.size(); ++names_) writeName(names, names_, out);

  const TrackTable& tracks = reader.tracks();
  const std::vector<TrackId> changed = tracks.changedSince(tracksVersion_);
  tracksVersion_ = tracks.version();
  out.put(static_cast<uint32_t>(changed.size()));
  for (TrackId id : changed) {
    out.put(id);
    writeTrack(tracks[id], out);
  }

  WarningLog& log = reader.warnings();
  writeNews(log.since(warningsVersion_), out);
  warningsVersion_ = log.version();
}

VocabularyUpdate readVocabulary(WireReader& in) {
  VocabularyUpdate update;
  update.firstName = in.get<NameId>();
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) update.names.push_back(readName(in));
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    const TrackId id = in.get<TrackId>();
    update.tracks.emplace_back(id, readTrack(in));
  }
  update.warnings = readNews(in);
  return update;
}

void writeRenamed(const NameTable& names, const std::vector<NameId>& renamed, WireWriter& out) {
  out.put(static_cast<uint32_t>(renamed.size()));
  for (NameId id : renamed) {
    out.put(id);
    writeName(names, id, out);
  }
}

std::vector<std::pair<NameId, ToldName>> readRenamed(WireReader& in) {
  std::vector<std::pair<NameId, ToldName>> renamed;
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    NameId id = in.get<NameId>();
    renamed.emplace_back(id, readName(in));
  }
  return renamed;
}

namespace {

void writeClock(const ClockInfo& clock, WireWriter& out) {
  out.putString(clock.name);
  out.put(clock.kind);
  out.put(clock.kindOffset);
  out.put(clock.tscNum);
  out.put(clock.tscDen);
  out.put(static_cast<uint8_t>(clock.isNs));
  out.put(clock.nsNum);
  out.put(clock.nsDen);
  out.put(static_cast<uint8_t>(clock.hasWallOffset));
  out.put(clock.wallOffsetNs);
  out.put(clock.wallPrecisionNs);
}

ClockInfo readClock(WireReader& in) {
  ClockInfo clock;
  clock.name = in.getString();
  clock.kind = in.get<ClockKind>();
  clock.kindOffset = in.get<int64_t>();
  clock.tscNum = in.get<uint64_t>();
  clock.tscDen = in.get<uint64_t>();
  clock.isNs = in.get<uint8_t>() != 0;
  clock.nsNum = in.get<uint64_t>();
  clock.nsDen = in.get<uint64_t>();
  clock.hasWallOffset = in.get<uint8_t>() != 0;
  clock.wallOffsetNs = in.get<int64_t>();
  clock.wallPrecisionNs = in.get<int64_t>();
  return clock;
}

void writePart(const TracePart& part, WireWriter& out) {
  out.put(part.number);
  out.put(part.drop);
  for (const std::string* text : {&part.name, &part.format, &part.version, &part.alignment}) out.putString(*text);
  writeClock(part.clock, out);
  out.put(part.shift);
}

TracePart readPart(WireReader& in) {
  TracePart part;
  part.number = in.get<uint32_t>();
  part.drop = in.get<uint32_t>();
  for (std::string* text : {&part.name, &part.format, &part.version, &part.alignment}) *text = in.getString();
  part.clock = readClock(in);
  part.shift = in.get<Time>();
  return part;
}

}  // namespace

void writeTraceInfo(const TraceInfo& info, WireWriter& out) {
  out.putString(info.format);
  out.putString(info.version);
  writeClock(info.clock, out);
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
  out.put(static_cast<uint32_t>(info.parts.size()));
  for (const TracePart& part : info.parts) writePart(part, out);
}

TraceInfo readTraceInfo(WireReader& in) {
  TraceInfo info;
  info.format = in.getString();
  info.version = in.getString();
  info.clock = readClock(in);
  info.begin = in.get<Time>();
  info.end = in.get<Time>();
  info.cpus = in.get<uint32_t>();
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    std::string key(in.getString());
    info.metadata.emplace_back(std::move(key), in.getString());
  }
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) info.siblings.emplace_back(in.getString());
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) info.parts.push_back(readPart(in));
  return info;
}

}  // namespace tp
