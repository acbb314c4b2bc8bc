// A text field of several lines, which have numbers. Lines that are too long go on below.
//
// The field of Dear ImGui does not wrap. Here it takes what is typed and pasted, takes back, and draws nothing; where
// the text is, and where arrows and the pointer lead to in it, is decided here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ui/base/canvas.h"
#include "ui/base/type_ahead.h"
#include "ui/base/wrapped_text.h"

namespace tp::ui {

class TextEditor {
 public:
  // Draws the field; `ahead` gives it the keyboard when `field` is wanted. While it has it, ImGui shows a copy of its
  // own, and writes it over `text`. If `text` was changed by others since the last frame, the field takes that over.
  // `wrong`: place of a word that is underlined.
  void draw(Canvas& c, TypeAhead& ahead, Field field, std::string& text, const Rect& area, std::optional<size_t> wrong);

  // Whether it has the keyboard.
  bool active() const { return id_ != 0 && ImGui::GetActiveID() == id_; }
  // The caret, in bytes, if it has the keyboard.
  std::optional<size_t> caret() const { return active() ? std::optional(caret_) : std::nullopt; }
  // Whether all of the text is selected.
  bool all(std::string_view text) const {
    return std::min(caret_, from_) == 0 && std::max(caret_, from_) == text.size();
  }
  // Puts the caret somewhere, and selects what is between it and `from`. It is brought into view.
  void select(size_t caret, size_t from);
  // Replaces a part of the text; the caret is behind it afterwards.
  void replace(std::string& text, size_t begin, size_t end, std::string_view with);
  // Where a place of the text is drawn: the lower left corner of the character there.
  ImVec2 placeOf(size_t at) const;

 private:
  struct Selected {
    size_t caret = 0, from = 0;
    bool operator==(const Selected&) const = default;
  };
  struct Edited {
    TextEditor* editor;
    std::string* text;
  };

  static int onEdit(ImGuiInputTextCallbackData* data);
  void edit(std::string& text, ImVec2 size);
  void moveByKeys(float height);
  void followPointer(const std::string& text, const Rect& field);
  void bringIntoView(Canvas& c);
  void drawText(Canvas& c, const Rect& view) const;
  void drawCaret(Canvas& c) const;
  void underline(Canvas& c, size_t at) const;

  ImGuiID id_ = 0;  // of the field of ImGui; 0 before it is drawn first
  WrappedText lines_;
  ImVec2 origin_;  // of the text, on the screen
  size_t caret_ = 0, from_ = 0;
  std::optional<Selected> wanted_;  // as soon as the field has the keyboard
  std::optional<size_t> reveal_;    // place that is brought into view
  std::optional<float> column_;     // that the arrows keep to while they go up and down
  int clicks_ = 0;                  // of the press that selects as long as it lasts; 0: none
};

// Returns whether the key was pressed. Nobody else sees it in this frame, the field of an editor included.
bool takeKey(ImGuiKey key, bool repeat = false);

}  // namespace tp::ui
