// How names, tracks, warnings and metadata travel from a worker to the index, as flat bytes.
//
// Names and tracks are numbered by each worker for itself, so every message of a worker begins with those that it has
// met, and the tracks of which it has learned more, since its last message; the index translates.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "core/decode/format.h"
#include "core/io/wire.h"

namespace tp {

// The part of a message that tells of new names, tracks and warnings. One writer a worker.
class VocabularyWriter {
 public:
  void write(TraceReader& reader, WireWriter& out);

 private:
  NameId names_ = 0;
  uint64_t tracksVersion_ = 0;
  uint64_t warningsVersion_ = 0;
};

// A name as it travels: a text, or a function, which then has all of its names.
struct ToldName {
  FunctionName name;
  bool function = false;
};

// The parts of one message as they lie there.
struct VocabularyUpdate {
  NameId firstName = 0;
  std::vector<ToldName> names;
  std::vector<std::pair<TrackId, Track>> tracks;  // that are new or have changed, by the worker's number, ascending
  WarningLog::News warnings;
};
VocabularyUpdate readVocabulary(WireReader& in);

// Names that have changed.
void writeRenamed(const NameTable& names, const std::vector<NameId>& renamed, WireWriter& out);
std::vector<std::pair<NameId, ToldName>> readRenamed(WireReader& in);

void writeTrackKey(const TrackKey& key, WireWriter& out);
TrackKey readTrackKey(WireReader& in);
void writeTrack(const Track& track, WireWriter& out);
Track readTrack(WireReader& in);

void writeTraceInfo(const TraceInfo& info, WireWriter& out);
TraceInfo readTraceInfo(WireReader& in);

}  // namespace tp
