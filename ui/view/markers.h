// Times and spans that the user has marked to come back to, perhaps with a note. Both are numbered together, from 1, in
// the order in which they are made.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/link/link_limits.h"
#include "core/trace/trace_info.h"

namespace tp::ui {

struct Marker {
  uint32_t number = 0;
  Time time = 0;
  std::string note = {};
};

struct KeptRange {
  uint32_t number = 0;
  Time begin = 0;
  Time end = 0;
  std::string note = {};
};

class Markers {
 public:
  // Bytes of a note. Longer ones are refused.
  static constexpr size_t kMaxNote = tp::kMaxNote;

  // In the order of time.
  const std::vector<Marker>& all() const { return markers_; }
  const std::vector<KeptRange>& ranges() const { return ranges_; }
  // The marker that times are compared with; null: none. Valid until the markers change.
  const Marker* selected() const;

  // Adds a marker and selects it; returns its number.
  uint32_t add(Time time);
  // Adds a range; returns its number.
  uint32_t keep(Time begin, Time end);
  // select() and move() take the number of a marker, remove() and annotate() also that of a range. They return false if
  // there is none, and annotate() if the note is too long; an empty one removes the note.
  bool select(uint32_t number);
  bool move(uint32_t number, Time time);
  bool remove(uint32_t number);
  bool annotate(uint32_t number, std::string_view note);
  // Returns the note of a marker or range; empty if there is none. Valid until the markers change.
  std::string_view noteOf(uint32_t number) const;
  void deselect() { selected_ = 0; }
  void clear() { *this = Markers(); }

 private:
  Marker* find(uint32_t number);
  void sort();

  std::vector<Marker> markers_;
  std::vector<KeptRange> ranges_;
  uint32_t last_ = 0;
  uint32_t selected_ = 0;
};

}  // namespace tp::ui
