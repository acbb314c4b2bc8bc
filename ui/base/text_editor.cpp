#include "ui/base/text_editor.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "core/text/characters.h"

namespace tp::ui {
namespace {

constexpr const char* kField = "##text";
constexpr float kLine = 16, kAbove = 6, kBeside = 8;  // a line; around the text
constexpr float kLeastNumbers = 2;                    // digits for which there is room beside the lines

bool isWord(char one) {
  return std::isalnum(static_cast<unsigned char>(one)) != 0 || one == '_' ||
         (static_cast<unsigned char>(one) & 0x80) != 0;
}

size_t wordEnd(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && isWord(text[end])) ++end;
  return end == at && end < text.size() && text[end] != '\n' ? nextCharacter(text, end + 1) : end;
}

size_t wordBegin(std::string_view text, size_t at) {
  while (at > 0 && isWord(text[at - 1])) --at;
  return at;
}

// The field of ImGui is there, but it is not seen.
struct Unseen {
  Unseen() {
    for (ImGuiCol one : {ImGuiCol_FrameBg, ImGuiCol_Text, ImGuiCol_TextSelectedBg, ImGuiCol_InputTextCursor})
      ImGui::PushStyleColor(one, 0);
  }
  ~Unseen() { ImGui::PopStyleColor(4); }
  Unseen(const Unseen&) = delete;
  Unseen& operator=(const Unseen&) = delete;
};

void drawPart(Canvas& c, ImVec2 at, ImU32 ink, std::string_view text) {
  if (text.empty()) return;
  c.draw->AddText(c.fonts.mono, kMonoSize, at, ink, text.data(), text.data() + text.size());
  noteText(c, c.fonts.mono, kMonoSize, at, ink, text);
}

}  // namespace

bool takeKey(ImGuiKey key, bool repeat) {
  const bool pressed = ImGui::IsKeyPressed(key, repeat);
  ImGui::SetKeyOwner(key, ImGui::GetID("keys of the editor"), ImGuiInputFlags_LockThisFrame);
  // A field takes Enter and the arrows whoever owns them, unless they are up.
  if (pressed) ImGui::GetKeyData(key)->Down = false;
  return pressed;
}

int TextEditor::onEdit(ImGuiInputTextCallbackData* data) {
  const Edited& edited = *static_cast<const Edited*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    edited.text->resize(static_cast<size_t>(data->BufTextLen));
    data->Buf = edited.text->data();
    return 0;
  }
  TextEditor& editor = *edited.editor;
  if (const auto wanted = std::exchange(editor.wanted_, std::nullopt)) {
    auto place = [&](size_t at) { return std::min(static_cast<int>(at), data->BufTextLen); };
    data->CursorPos = data->SelectionEnd = place(wanted->caret);
    data->SelectionStart = place(wanted->from);
  }
  editor.caret_ = static_cast<size_t>(data->CursorPos);
  editor.from_ = editor.caret_;
  if (data->SelectionStart != data->SelectionEnd)
    editor.from_ =
        static_cast<size_t>(data->CursorPos == data->SelectionEnd ? data->SelectionStart : data->SelectionEnd);
  return 0;
}

void TextEditor::edit(std::string& text, ImVec2 size) {
  id_ = ImGui::GetID(kField);
  ImGuiInputTextState* edited = active() ? ImGui::GetInputTextState(id_) : nullptr;
  if (edited != nullptr && std::string_view(edited->TextA.Data, static_cast<size_t>(edited->TextLen)) != text)
    edited->ReloadUserBufAndMoveToEnd();
  constexpr ImGuiInputTextFlags kFlags =
      ImGuiInputTextFlags_NoHorizontalScroll | ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackAlways;
  Edited both{this, &text};
  const Unseen unseen;
  ImGui::InputTextMultiline(kField, text.data(), text.capacity() + 1, size, kFlags, onEdit, &both);
}

void TextEditor::select(size_t caret, size_t from) {
  wanted_ = {caret, from};
  reveal_ = caret;
  column_.reset();
}

void TextEditor::replace(std::string& text, size_t begin, size_t end, std::string_view with) {
  text.replace(begin, end - begin, with);
  select(begin + with.size(), begin + with.size());
}

ImVec2 TextEditor::placeOf(size_t at) const {
  return {origin_.x + lines_.xOf(at), origin_.y + static_cast<float>(lines_.lineOf(at) + 1) * kLine};
}

// The field goes by lines of the text, and not by those on the screen.
void TextEditor::moveByKeys(float height) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeyAlt || io.KeySuper) return;
  const size_t line = lines_.lineOf(caret_), last = lines_.lines().size() - 1;
  const auto page = static_cast<size_t>(std::max(1.0f, height / kLine - 1));
  std::optional<size_t> to;
  auto up = [&](size_t by) { to = line == 0 ? 0 : lines_.placeAt(line - std::min(line, by), *column_); };
  auto down = [&](size_t by) {
    to = line == last ? lines_.lines()[last].end : lines_.placeAt(std::min(last, line + by), *column_);
  };
  const float before = column_.value_or(lines_.xOf(caret_));
  column_ = before;
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) up(1);
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) down(1);
  if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) up(page);
  if (ImGui::IsKeyPressed(ImGuiKey_PageDown)) down(page);
  const bool vertical = to.has_value();
  if (ImGui::IsKeyPressed(ImGuiKey_Home)) to = lines_.lines()[line].begin;
  if (ImGui::IsKeyPressed(ImGuiKey_End)) to = lines_.lastOf(line);
  if (to) select(*to, io.KeyShift ? from_ : *to);
  if (vertical)
    column_ = before;
  else
    column_.reset();
}

// The field takes the pointer by its own lines. What it makes of it is replaced as long as the button is down.
void TextEditor::followPointer(const std::string& text, const Rect& field) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool pressed =
      io.MouseClicked[0] && field.contains(io.MousePos) && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
  if (pressed) clicks_ = std::min<int>(io.MouseClickedCount[0], 3);
  if (!io.MouseDown[0]) clicks_ = 0;
  if (clicks_ == 0) return;
  const float y = (io.MousePos.y - origin_.y) / kLine;
  const auto line = static_cast<size_t>(std::max(0.0f, y));
  // Below the text, its end.
  const size_t at = line < lines_.lines().size() ? lines_.placeAt(line, io.MousePos.x - origin_.x) : text.size();
  Selected wanted{caret_, from_};
  if (clicks_ == 1) wanted = {at, pressed && !io.KeyShift ? at : from_};
  if (clicks_ == 2 && pressed) {
    wanted.from = wordBegin(text, at);
    // Behind a word, that word.
    wanted.caret = wanted.from < at && (at == text.size() || !isWord(text[at])) ? at : wordEnd(text, at);
  }
  if (clicks_ == 3 && pressed) {
    const size_t begin = text.rfind('\n', at == 0 ? 0 : at - 1);
    wanted.from = begin == std::string::npos || begin >= at ? 0 : begin + 1;
    wanted.caret = std::min(text.find('\n', at), text.size());
  }
  if (!pressed && wanted == Selected{caret_, from_}) {
    // What is selected stays, and so does what is in view.
    wanted_ = wanted;
  } else {
    select(wanted.caret, wanted.from);
  }
}

void TextEditor::bringIntoView(Canvas& c) {
  const std::optional<size_t> place = std::exchange(reveal_, std::nullopt);
  if (!place) return;
  const float top = static_cast<float>(lines_.lineOf(*place)) * kLine, room = ImGui::GetWindowHeight();
  const float scroll = ImGui::GetScrollY(), bottom = top + kLine + 2 * kAbove;
  if (top < scroll) ImGui::SetScrollY(top);
  if (bottom > scroll + room) ImGui::SetScrollY(bottom - room);
  if (top < scroll || bottom > scroll + room) c.moreToCome = true;
}

void TextEditor::drawText(Canvas& c, const Rect& view) const {
  const size_t begin = std::min(caret_, from_), end = active() ? std::max(caret_, from_) : begin;
  const ImU32 selected = ImGui::GetColorU32(ImGuiCol_TextSelectedBg);
  const std::vector<WrappedText::Line>& lines = lines_.lines();
  for (size_t i = 0; i < lines.size(); ++i) {
    const WrappedText::Line& line = lines[i];
    const float y = origin_.y + static_cast<float>(i) * kLine;
    if (y + kLine < view.y || y > view.y + view.h) continue;
    if (line.begin < end && begin <= line.end && begin < end) {
      auto x = [&](size_t at) {
        return at >= line.end ? textWidth(c.fonts.mono, kMonoSize, lines_.textOf(line)) : lines_.xOf(at);
      };
      const float from = x(std::max(begin, line.begin)), to = end > line.end ? x(line.end) + 4 : x(end);
      c.draw->AddRectFilled({origin_.x + from, y}, {origin_.x + to, y + kLine}, selected);
    }
    drawPart(c, {origin_.x, y + 2}, c.theme.text, lines_.textOf(line));
    if (line.number == 0) continue;
    const std::string number = std::to_string(line.number);
    const float wide = textWidth(c.fonts.mono, kHintSize, number);
    c.draw->AddText(c.fonts.mono, kHintSize, {origin_.x - kBeside - wide, y + 2}, c.theme.faint, number.c_str());
  }
}

void TextEditor::drawCaret(Canvas& c) const {
  const ImVec2 low = placeOf(caret_);
  const float x = std::floor(low.x);
  c.draw->AddRectFilled({x, low.y - kLine + 1}, {x + 1, low.y - 1}, c.theme.text);
  // Where the platform shows what is being composed.
  ImGuiPlatformImeData& composed = ImGui::GetCurrentContext()->PlatformImeData;
  composed.InputPos = {x, low.y - kLine};
  composed.InputLineHeight = kLine;
}

void TextEditor::underline(Canvas& c, size_t at) const {
  const std::string_view text = lines_.text();
  at = std::min(at, text.size());
  const ImVec2 place = placeOf(at);
  const float width = std::max(7.0f, textWidth(c.fonts.mono, kMonoSize, text.substr(at, wordEnd(text, at) - at)));
  c.draw->AddRectFilled({place.x, place.y - 2}, {place.x + width, place.y}, c.theme.error);
}

void TextEditor::draw(Canvas& c, TypeAhead& ahead, Field field, std::string& text, const Rect& area,
                      std::optional<size_t> wrong) {
  ImGui::SetCursorScreenPos(area.min());
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ImGui::GetStyleColorVec4(ImGuiCol_FrameBg));
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, ImGui::GetStyle().FrameRounding);
  if (ImGui::BeginChild("editor", {area.w, area.h}, ImGuiChildFlags_NavFlattened, ImGuiWindowFlags_NoMove)) {
    ImDrawList* outer = std::exchange(c.draw, ImGui::GetWindowDrawList());
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float wide = ImGui::GetContentRegionAvail().x;
    const std::string last = std::to_string(std::count(text.begin(), text.end(), '\n') + 1);
    const float digit = textWidth(c.fonts.mono, kHintSize, "0");
    const float beside = std::max(kLeastNumbers, static_cast<float>(last.size())) * digit + 2 * kBeside;
    origin_ = {corner.x + beside, corner.y + kAbove};
    auto lay = [&] { lines_.lay(text, c.fonts.mono, kMonoSize, wide - beside - kBeside); };
    lay();
    const size_t lines = lines_.lines().size(), before = caret_, length = text.size();
    if (active()) moveByKeys(area.h);
    followPointer(text, {corner.x, area.y, wide, area.h});
    ahead.before(field);
    edit(text, {wide, std::max(area.h, static_cast<float>(lines) * kLine + 2 * kAbove)});
    c.focus.note("Query", FocusStop::Kind::Field, field);
    ahead.after(field);
    if (ahead.awaits(field)) c.moreToCome = true;
    lay();
    if (active() && (caret_ != before || text.size() != length)) reveal_ = caret_;
    // The field is as high as its text in the next frame.
    if (lines_.lines().size() != lines) c.moreToCome = true;
    bringIntoView(c);
    drawText(c, area);
    if (wrong) underline(c, *wrong);
    if (active()) drawCaret(c);
    c.draw = outer;
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

}  // namespace tp::ui
