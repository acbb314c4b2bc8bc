// What is typed before a field has the keyboard: it is for the field, and not for the keys of actions.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <cstdint>

namespace tp::ui {

enum class Field : uint8_t { None, Search, Tracks };

class TypeAhead {
 public:
  // The field gets the keyboard as soon as it is drawn.
  void want(Field field);
  // Around the field, whenever it is drawn.
  void before(Field field);
  void after(Field field);

  // Before ImGui::NewFrame(): keeps back what is for a field that has not got the keyboard yet. Where no field of
  // ImGui's has it, one key at a time: it may open, or close, what the next one is for. In the palette a text may come
  // as one, pasted.
  void hold(bool inField, bool inPalette);
  // After it.
  void release();

 private:
  Field wanted_ = Field::None;   // it has not been told
  Field awaited_ = Field::None;  // it has no keyboard yet
  int frames_ = 0;               // since then
  ImVector<ImGuiInputEvent> held_;
};

}  // namespace tp::ui
