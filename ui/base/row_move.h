// How keys and actions move among the rows of a list.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tp::ui {

enum class RowMove : uint8_t { Up, Down, PageUp, PageDown, First, Last };

// The move whose key is pressed in this frame. The browser's repetitions of a held key count.
std::optional<RowMove> pressedRowMove();
// Whether Enter is pressed in this frame, on either part of the keyboard.
bool enterPressed();
// Whether a key that opens the menu of a row is pressed in this frame.
bool menuPressed();
// The move that the names of actions end with: "up", "down", "page-up", "page-down", "first", "last".
std::optional<RowMove> rowMoveNamed(std::string_view name);
// The row that a move leads to in a list of `count` rows of which `current` is chosen (negative: none). A page has
// `page` rows, one of which stays in view. Returns 0 if there are no rows.
uint64_t rowAfter(RowMove move, uint64_t count, int64_t current, uint64_t page);

}  // namespace tp::ui
