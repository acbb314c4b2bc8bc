#include "ui/base/type_ahead.h"

namespace tp::ui {
namespace {

// ImGui needs three frames to give a field the keyboard and its shortcuts. A field that does not have it after so many
// frames is not drawn.
constexpr int kMaxFrames = 6;

bool isModifier(ImGuiKey key) {
  return (key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper) || (key & ImGuiMod_Mask_) != 0;
}

bool isPress(const ImGuiInputEvent& event) {
  return event.Type == ImGuiInputEventType_Key && event.Key.Down && !isModifier(event.Key.Key);
}

// Returns the position of the second key press. `characters`: or of the second character, because keys that ImGui has
// no name for arrive only as characters.
int secondKey(const ImVector<ImGuiInputEvent>& events, bool characters) {
  int presses = 0, typed = 0;
  for (int i = 0; i < events.Size; ++i) {
    if (isPress(events[i]) && ++presses > 1) return i;
    if (characters && events[i].Type == ImGuiInputEventType_Text && ++typed > 1) return i;
  }
  return events.Size;
}

int firstKey(const ImVector<ImGuiInputEvent>& events) {
  for (int i = 0; i < events.Size; ++i)
    if (events[i].Type == ImGuiInputEventType_Key || events[i].Type == ImGuiInputEventType_Text) return i;
  return events.Size;
}

}  // namespace

void TypeAhead::want(Field field) {
  wanted_ = awaited_ = field;
  frames_ = 0;
  // If the Enter key that chose this in the palette is still down, ImGui would repeat it in the field, which selects
  // all text.
  ImGui::GetIO().ClearInputKeys();
}

void TypeAhead::before(Field field) {
  if (wanted_ != field) return;
  // A second request would select what has been typed by then.
  wanted_ = Field::None;
  ImGui::SetKeyboardFocusHere();
}

void TypeAhead::after(Field field) {
  // In the frame that activates it, the field has not claimed its shortcuts yet: Ctrl+V would be lost in the next one.
  if (awaited_ == field && ImGui::IsItemActive() && !ImGui::IsItemActivated()) awaited_ = Field::None;
}

void TypeAhead::hold(bool inField, bool inPalette) {
  if (awaited_ != Field::None && ++frames_ > kMaxFrames) wanted_ = awaited_ = Field::None;
  bool awaited = awaited_ != Field::None;
  if (inField && !awaited) return;
  ImVector<ImGuiInputEvent>& events = ImGui::GetCurrentContext()->InputEventsQueue;
  int keep = awaited ? firstKey(events) : secondKey(events, !inPalette);
  for (int i = keep; i < events.Size; ++i) held_.push_back(events[i]);
  events.resize(keep);
}

void TypeAhead::release() {
  ImVector<ImGuiInputEvent>& events = ImGui::GetCurrentContext()->InputEventsQueue;
  for (const ImGuiInputEvent& event : held_) events.push_back(event);
  held_.clear();
}

}  // namespace tp::ui
