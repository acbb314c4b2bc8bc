// Numbers of names and tracks for saved states of decoders: counted in the order in which they were first saved. So the
// bytes of a state depend on the records of its stream only, not on the numbers that the reader happened to give, and
// another reader of the same trace can go on from it.
#pragma once

#include <unordered_map>
#include <utility>

#include "core/io/table_number.h"

namespace tp {

// Only grows: what was saved once can be read as long as it lives. Not thread-safe.
class SavedNumbers {
 public:
  SavedNumbers() {
    own_.names.push_back(kNoName);
    names_.emplace(kNoName, kNoName);
  }

  // Return the number for one of the reader's, which is added if it is new. kNoName and kNoTrack stay what they are.
  NameId save(NameId own) { return save(own, names_, own_.names); }
  TrackId save(TrackId own) { return own == kNoTrack ? own : save(own, tracks_, own_.tracks); }

  // What each saved number is in the reader, for WireReader::translate(). Valid as long as this.
  const NumberMap& own() const { return own_; }
  // Returns the same, when nothing more is saved.
  NumberMap takeOwn() { return std::move(own_); }

 private:
  template <class Number>
  static Number save(Number own, std::unordered_map<Number, Number>& known, std::vector<Number>& all) {
    const auto [at, added] = known.try_emplace(own, static_cast<uint32_t>(all.size()));
    if (added) all.push_back(own);
    return at->second;
  }

  std::unordered_map<NameId, NameId> names_;     // by the reader's
  std::unordered_map<TrackId, TrackId> tracks_;  // likewise
  NumberMap own_;
};

}  // namespace tp
