// Sends names, tracks, warnings and metadata from a worker to the index, as flat bytes.
//
// Each worker numbers names and tracks by itself. So every message of a worker begins with those that it has met, and
// the tracks of which it knows more, since its last message. What follows in the message is translated by them.
#pragma once

#include <string>
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

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.function, self.name.text);
    if (self.function) wire(self.name.brief, self.name.signature, self.name.exact);
  }
};

// The parts of one message, unchanged.
struct VocabularyUpdate {
  uint32_t firstName = 0;
  std::vector<ToldName> names;
  // New or changed ones by the worker's number, ascending.
  std::vector<std::pair<uint32_t, Track>> tracks;
  WarningLog::News warnings;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.firstName, self.names, self.tracks, self.warnings);
  }
};

// Returns all that tables have, in an order that does not depend on how they were filled: names by their text, tracks
// by their keys. Sets `numbers` to what the tables' numbers are in it. The views are those of `names`.
VocabularyUpdate wholeVocabulary(const NameTable& names, const TrackTable& tracks, NumberMap& numbers);
// Adds the names and tracks to a reader's tables, as if it had met them. Returns the reader's numbers for theirs. False
// if a number is none.
bool meet(const VocabularyUpdate& told, TraceReader& reader, NumberMap& numbers);

// Names that have changed. The views are those of `names`.
using RenamedNames = std::vector<std::pair<NameId, ToldName>>;
RenamedNames renamedNames(const NameTable& names, const std::vector<NameId>& renamed);

// A stream or a merge of an opened trace.
struct ToldUnit {
  std::string name;
  uint64_t bytes = 0;
  uint32_t worker = 0;  // that indexes it
  bool merged = false;  // it is made of streams

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.name, self.bytes, self.worker, self.merged);
  }
};

}  // namespace tp
