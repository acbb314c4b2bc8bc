#include "ui/base/text_field.h"

#include <imgui_internal.h>

#include <string_view>

namespace tp::ui {
namespace {

int resize(ImGuiInputTextCallbackData* data) {
  std::string& text = *static_cast<std::string*>(data->UserData);
  text.resize(static_cast<size_t>(data->BufTextLen));
  data->Buf = text.data();
  return 0;
}

}  // namespace

bool textField(const char* label, const char* hint, std::string& text, ImGuiInputTextFlags flags) {
  const ImGuiID id = ImGui::GetID(label);
  ImGuiInputTextState* edited = ImGui::GetActiveID() == id ? ImGui::GetInputTextState(id) : nullptr;
  if (edited != nullptr && std::string_view(edited->TextA.Data, static_cast<size_t>(edited->TextLen)) != text)
    edited->ReloadUserBufAndSelectAll();
  return ImGui::InputTextWithHint(label, hint, text.data(), text.capacity() + 1,
                                  flags | ImGuiInputTextFlags_CallbackResize, resize, &text);
}

float textScroll(const char* label) {
  const ImGuiInputTextState* edited = ImGui::GetInputTextState(ImGui::GetID(label));
  return edited != nullptr ? edited->Scroll.x : 0;
}

}  // namespace tp::ui
