#include "tests/support/headless_window.h"

#include <imgui.h>

#include "tests/support/headless_frame.h"

namespace tp::test {
namespace {

ImGuiKey keyOf(char key) {
  switch (key) {
    case '\n':
      return ImGuiKey_Enter;
    case '\x1b':
      return ImGuiKey_Escape;
    case '\b':
      return ImGuiKey_Backspace;
    case '/':
      return ImGuiKey_Slash;
    case '>':
      return ImGuiKey_Period;
    default:
      if (key >= '0' && key <= '9') return static_cast<ImGuiKey>(ImGuiKey_0 + (key - '0'));
      return static_cast<ImGuiKey>(ImGuiKey_A + (key - 'a'));
  }
}

}  // namespace

HeadlessWindow::HeadlessWindow(const FileSet& files, ui::GlyphDrawer glyphs, std::span<const ui::Panel> panels) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  app_ = std::make_unique<ui::App>(local_.session, silentHost(), ui::loadFonts({}, {}, {}, std::move(glyphs)), panels);
  local_.open(files);
  settle(0.1f);
}

void HeadlessWindow::reopen(const FileSet& files, const JoinOptions& options) {
  local_.options = options;
  app_->beginOpen(options.text(), true);
  local_.open(files);
}

HeadlessWindow::~HeadlessWindow() {
  app_.reset();
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    texture->SetTexID(ImTextureID_Invalid);
    texture->SetStatus(ImTextureStatus_Destroyed);
  }
  ImGui::DestroyContext();
}

void HeadlessWindow::frame(float seconds) {
  seconds_ += static_cast<double>(seconds);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {width_, height_};
  io.DeltaTime = seconds;
  drawFrame(*app_, width_, height_, seconds_);
  local_.finish();
}

void HeadlessWindow::show(ui::Tab tab, float seconds) {
  app_->context().drawerOpen = true;
  app_->context().tab = tab;
  settle(seconds);
}

std::vector<ui::DrawnText> HeadlessWindow::texts(float seconds) {
  std::vector<ui::DrawnText> drawn;
  app_->context().texts = &drawn;
  frame(seconds);
  app_->context().texts = nullptr;
  return drawn;
}

void HeadlessWindow::settle(float seconds) {
  for (int frames = 0; frames < 1000; ++frames) {
    frame(seconds);
    if (!app_->wantsFrame()) return;
  }
}

void HeadlessWindow::type(std::string_view keys) {
  ImGuiIO& io = ImGui::GetIO();
  for (size_t i = 0; i < keys.size(); ++i) {
    io.AddKeyEvent(keyOf(keys[i]), true);
    if (keys[i] >= ' ') io.AddInputCharacter(static_cast<unsigned char>(keys[i]));
    if (i > 0) io.AddKeyEvent(keyOf(keys[i - 1]), false);
  }
  if (!keys.empty()) io.AddKeyEvent(keyOf(keys.back()), false);
}

bool HeadlessWindow::press(std::string_view label) {
  frame(0.1f);
  for (const ui::Control& control : app_->context().controls) {
    if (control.label != label) continue;
    ImGui::GetIO().AddMousePosEvent(control.middle.x, control.middle.y);
    frame(0.1f);
    for (bool down : {true, false}) {
      ImGui::GetIO().AddMouseButtonEvent(0, down);
      frame(0.1f);
    }
    settle(0.1f);
    return true;
  }
  return false;
}

}  // namespace tp::test
