// What the Query panel keeps from one frame to the next. Private to its files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/tables/track_numbers.h"
#include "ui/base/text_editor.h"
#include "ui/panels/query_words.h"
#include "ui/view/query_text.h"

namespace tp::ui {

// A row of the result that is being looked for on the timeline.
struct QueryPlace {
  TrackId track = kNoTrack;  // kNoTrack: only the time is known
  Time time = 0;
  std::optional<Time> end;  // of a slice, if the row tells how long it is
  std::optional<uint16_t> depth;
  uint32_t frames = 0;  // number of frames in which it was looked for
};

struct QueryState {
  std::string text;  // in the editor
  TextEditor editor;
  bool begun = false;    // an example was put there
  bool editing = false;  // the editor keeps the keyboard, whatever its field does
  bool left = false;     // the editor has left a digit of this frame to the actions
  enum class Menu : uint8_t { None, Examples, History };
  Menu menuWanted = Menu::None;  // is opened for keys
  uint32_t toldError = 0;        // id of the question whose error the caret was put at

  // The list of words at the caret. The tables and columns are those of the trace with this Session::opening().
  struct Completion {
    bool open = false;
    QueryWords words;
    uint64_t asked = 0;
    std::vector<OfferedWord> offers;
    size_t chosen = 0;
    size_t caret = 0;  // in the text, in bytes
  } completion;

  // The table of the result with the id `shown`. If `focused`, the table has the keys, else the editor may have them.
  uint32_t shown = 0;
  std::vector<uint32_t> order;   // rows, as sorted
  std::vector<ValueKind> kinds;  // of the columns
  int column = -1;               // by which they are sorted; -1: as they came
  bool descending = false, sortWanted = false;
  std::vector<float> widths, wholes;  // of the columns as shown, and as wide as their texts; pixels
  size_t measured = 0;                // number of rows that `widths` take into account
  std::optional<size_t> row;          // the chosen one, a position in `order`
  bool focused = false;
  bool revealRow = false;
  std::optional<QueryPlace> place;

  // The chart of two columns, of the result with the id `of`.
  struct Chart {
    struct Point {
      ImVec2 at;         // in the plot, pixels
      uint32_t row = 0;  // of the result
    };
    bool shown = false;
    uint32_t of = 0;
    size_t x = 0, y = 0;           // positions of columns
    double least = 0, most = 0;    // of the numbers of `y`
    double leastX = 0, mostX = 0;  // of `x`, if those are numbers, too
    size_t without = 0;            // rows that have no number where one is wanted
    std::vector<Point> points;     // laid out for a plot of the size `room`
    ImVec2 room = {};
  } chart;

  // The tracks as tables number them, of the trace with this Session::opening().
  uint64_t numbered = 0;
  TextPool pool;
  std::optional<TrackNumbers> numbers;
};

}  // namespace tp::ui
