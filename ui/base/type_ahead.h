// Holds back what is typed between the request to focus a text field and the frame in which ImGui has focused it, so
// that it goes to the field and not to actions.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <cstdint>

namespace tp::ui {

enum class Field : uint8_t { None, Search, Tracks, List, Query };

class TypeAhead {
 public:
  // Focuses the field as soon as it is drawn.
  void want(Field field);
  // Call before and after the field whenever it is drawn.
  void before(Field field);
  void after(Field field);
  // Whether the field does not have the keyboard yet, and is to be drawn again for it.
  bool awaits(Field field) const { return awaited_ == field; }

  // Call before ImGui::NewFrame(). Holds back all keys and characters while a field is awaited. If none is and no text
  // field has the keyboard (`inField`), lets one key through in each frame, since it may open or close what the next
  // one is for. `inPalette`: the palette is open, where several characters may arrive at once by pasting.
  void hold(bool inField, bool inPalette);
  // Call after ImGui::NewFrame(): queues what was held back, for the next frame.
  void release();

 private:
  Field wanted_ = Field::None;   // ImGui has not been told yet
  Field awaited_ = Field::None;  // does not have the keyboard yet
  int frames_ = 0;               // since want()
  ImVector<ImGuiInputEvent> held_;
};

}  // namespace tp::ui
