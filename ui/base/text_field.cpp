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

// Returns the window of a textArea(), null before it is drawn first. ImGui names it so.
ImGuiWindow* windowOfField(const char* label) {
  char name[256];
  ImFormatString(name, sizeof name, "%s/%s_%08X", ImGui::GetCurrentWindow()->Name, label, ImGui::GetID(label));
  return ImGui::FindWindowByName(name);
}

float widthOf(std::string_view text, ImFont* font, float size) {
  return font->CalcTextSizeA(size, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
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
  if (edited != nullptr && !edited->WantReloadUserBuf &&
      std::string_view(edited->TextA.Data, static_cast<size_t>(edited->TextLen)) != text)
    edited->ReloadUserBufAndMoveToEnd();
  return ImGui::InputTextMultiline(label, text.data(), text.capacity() + 1, size,
                                   flags | ImGuiInputTextFlags_CallbackResize, resize, &text);
}

std::optional<size_t> caretOf(const char* label) {
  const ImGuiID id = ImGui::GetID(label);
  const ImGuiInputTextState* edited = ImGui::GetActiveID() == id ? ImGui::GetInputTextState(id) : nullptr;
  return edited != nullptr ? std::optional(static_cast<size_t>(edited->GetCursorPos())) : std::nullopt;
}

void replaceInField(const char* label, std::string& text, size_t begin, size_t end, std::string_view with) {
  text.replace(begin, end - begin, with);
  ImGuiInputTextState* edited = ImGui::GetInputTextState(ImGui::GetID(label));
  if (edited == nullptr) return;
  edited->WantReloadUserBuf = true;
  edited->ReloadSelectionStart = edited->ReloadSelectionEnd = static_cast<int>(begin + with.size());
}

std::optional<ImVec2> placeInField(const char* label, std::string_view text, size_t at, ImFont* font, float size) {
  const ImGuiWindow* window = windowOfField(label);
  if (window == nullptr) return std::nullopt;
  const std::string_view before = text.substr(0, at);
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  const auto lines = static_cast<float>(std::count(before.begin(), before.end(), '\n'));
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  return ImVec2{window->Pos.x + padding.x - textScroll(label) + widthOf(line, font, size),
                window->Pos.y + padding.y - window->Scroll.y + (lines + 1) * ImGui::GetFontSize()};
}

void underlineText(const char* label, std::string_view text, size_t at, ImFont* font, float size, ImU32 colour) {
  at = std::min(at, text.size());
  const std::optional<ImVec2> place = placeInField(label, text, at, font, size);
  if (!place) return;
  // The word there, or one character.
  size_t end = at;
  while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) ++end;
  if (end == at && end < text.size() && text[end] != '\n') ++end;
  const ImGuiWindow* window = windowOfField(label);
  const float width = std::max(7.0f, widthOf(text.substr(at, end - at), font, size));
  ImDrawList* draw = window->DrawList;
  draw->PushClipRect(window->InnerRect.Min, window->InnerRect.Max);
  draw->AddRectFilled({place->x, place->y - 1}, {place->x + width, place->y + 1}, colour);
  draw->PopClipRect();
}

float textScroll(const char* label) {
  const ImGuiInputTextState* edited = ImGui::GetInputTextState(ImGui::GetID(label));
  return edited != nullptr ? edited->Scroll.x : 0;
}

}  // namespace tp::ui
