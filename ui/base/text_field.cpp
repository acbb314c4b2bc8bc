#include "ui/base/text_field.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cctype>
#include <cfloat>
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

bool textArea(const char* label, std::string& text, ImVec2 size, ImGuiInputTextFlags flags) {
  const ImGuiID id = ImGui::GetID(label);
  ImGuiInputTextState* edited = ImGui::GetActiveID() == id ? ImGui::GetInputTextState(id) : nullptr;
  if (edited != nullptr && std::string_view(edited->TextA.Data, static_cast<size_t>(edited->TextLen)) != text)
    edited->ReloadUserBufAndMoveToEnd();
  return ImGui::InputTextMultiline(label, text.data(), text.capacity() + 1, size,
                                   flags | ImGuiInputTextFlags_CallbackResize, resize, &text);
}

void underlineText(const char* label, std::string_view text, size_t at, ImFont* font, float size, ImU32 colour) {
  // ImGui names the window of a field so.
  const ImGuiWindow* parent = ImGui::GetCurrentWindow();
  char name[256];
  ImFormatString(name, sizeof name, "%s/%s_%08X", parent->Name, label, ImGui::GetID(label));
  ImGuiWindow* window = ImGui::FindWindowByName(name);
  if (window == nullptr) return;
  at = std::min(at, text.size());
  const std::string_view before = text.substr(0, at);
  const size_t line = before.rfind('\n') + 1;
  const auto lines = static_cast<float>(std::count(before.begin(), before.end(), '\n'));
  // The word there, or one character.
  size_t end = at;
  while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) ++end;
  if (end == at && end < text.size() && text[end] != '\n') ++end;
  auto width = [&](std::string_view part) {
    return font->CalcTextSizeA(size, FLT_MAX, 0, part.data(), part.data() + part.size()).x;
  };
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  const float x = window->Pos.x + padding.x - textScroll(label) + width(before.substr(line));
  const float y = window->Pos.y + padding.y - window->Scroll.y + (lines + 1) * ImGui::GetFontSize();
  ImDrawList* draw = window->DrawList;
  draw->PushClipRect(window->InnerRect.Min, window->InnerRect.Max);
  draw->AddRectFilled({x, y - 1}, {x + std::max(7.0f, width(text.substr(at, end - at))), y + 1}, colour);
  draw->PopClipRect();
}

float textScroll(const char* label) {
  const ImGuiInputTextState* edited = ImGui::GetInputTextState(ImGui::GetID(label));
  return edited != nullptr ? edited->Scroll.x : 0;
}

}  // namespace tp::ui
