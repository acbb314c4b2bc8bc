// Lays out a comparison of stacks as a differential flame graph, and says which colour each stack has.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/compare/stack_changes.h"
#include "core/analysis/flame_boxes.h"

namespace tp {

// Whose total is the width of a box. Stacks that this side does not have are as wide as the other side has them, so
// that what vanished, or is new, is seen. Larger: self times are as wide as the larger of both.
enum class DifferenceWidth : uint8_t { A, B, Larger };
inline constexpr std::array<std::string_view, 3> kDifferenceWidths = {"a", "b", "larger"};
// Where none was chosen: what vanished or has less time in B is as wide as what is new or has more.
inline constexpr DifferenceWidth kUsualWidth = DifferenceWidth::Larger;

// What a box's colour tells: the change of its self or of its total time, in clock units, or in proportion to A.
struct DifferenceColour {
  bool total = false;
  bool proportional = false;

  bool operator==(const DifferenceColour&) const = default;
};

// Colours as 0xRRGGBB: of what has less or more time in B, and of what has as much. With any colour blindness, blue and
// orange are told apart.
struct ChangeColours {
  uint32_t less = 0, none = 0, more = 0;
};
inline constexpr ChangeColours kChangesOnLight{0x4fa3e3, 0xdde2ea, 0xf0932b};
inline constexpr ChangeColours kChangesOnDark{0x62b6f7, 0x8b94a5, 0xffa94d};

class DifferenceBoxes {
 public:
  // `compared` must outlive it.
  DifferenceBoxes(const StackComparison& compared, DifferenceWidth width);

  // As layFlameBoxes().
  FlameBoxes lay(uint32_t top, float width, float least) const;
  // In clock units: the width of a stack.
  int64_t weight(uint32_t stack) const { return weights_[stack]; }
  // The side that is drawn as an outline, the other one than the width's, has so much; -1: there is no outline, as only
  // one side has the stack, or both have the same.
  int64_t outline(uint32_t stack) const;
  // Whether the width is that of the other side, as the one that gives the widths does not have the stack, or it is
  // not known to.
  bool hatched(uint32_t stack) const;

 private:
  // The figures that give the width of a stack.
  StackFigures drawn(uint32_t stack) const;

  const StackComparison& compared_;
  DifferenceWidth width_;
  std::vector<int64_t> weights_;  // by stack
};

// The change that has the full colour; at least 1. Of proportional colours, a stack that is new or has doubled, and one
// that vanished, have it.
int64_t changeScale(const StackComparison& compared, bool total);
// From -1, the full colour of less, to 1, that of more. 0, too, if the change is not known.
double changeShare(const StackComparison& compared, uint32_t stack, DifferenceColour colour, int64_t scale);

}  // namespace tp
