// Sends names, tracks, warnings and metadata from a worker to the index, as flat bytes.
//
// Each worker numbers names and tracks by itself. So every message of a worker begins with those that it has met, and
// the tracks of which it knows more, since its last message; the index translates the numbers.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "core/decode/format.h"
#include "core/io/wire.h"

namespace tp {

// Writes the part of a message with new names, tracks and warnings. Each worker has one.
class VocabularyWriter {
 public:
  void write(TraceReader& reader, WireWriter& out);

 private:
  NameId names_ = 0;
  uint64_t tracksVersion_ = 0;
  uint64_t warningsVersion_ = 0;
};

// A name in a message: a text, or a function with all of its names. Views into the message.
struct ToldName {
  FunctionName name;
  bool function = false;
};

// The parts of one message, unchanged.
struct VocabularyUpdate {
  NameId firstName = 0;
  std::vector<ToldName> names;
  // New or changed ones by the worker's number, ascending.
  std::vector<std::pair<TrackId, Track>> tracks;
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
