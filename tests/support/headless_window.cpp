#include "tests/support/headless_window.h"

#include <imgui.h>

namespace tp::test {
namespace {

constexpr float kWidth = 1280, kHeight = 720;

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
      return static_cast<ImGuiKey>(ImGuiKey_A + (key - 'a'));
  }
}

// What a person is asked for is not answered, and what is saved goes nowhere.
ui::Host silentHost() {
  ui::Host host;
  host.openFiles = host.openDirectory = host.openAgain = [] {};
  host.reopen = [](const JoinOptions&) {};
  host.addTrace = [](bool) {};
  host.openSample = [](int) {};
  host.saveSettings = host.takePicture = [](const std::string&) {};
  host.beginFile = [](const std::string& name) { return name; };
  host.putFile = [](std::string_view) {};
  host.endFile = [](bool) { return std::string(); };
  return host;
}

}  // namespace

HeadlessWindow::HeadlessWindow(const FileSet& files) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  app_ = std::make_unique<ui::App>(local_.session, silentHost(), ui::loadFonts({}, {}, {}));
  local_.open(files);
  settle(0.1f);
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
  io.DisplaySize = {kWidth, kHeight};
  io.DeltaTime = seconds;
  app_->beforeFrame();
  ImGui::NewFrame();
  app_->frame(kWidth, kHeight, seconds_);
  ImGui::Render();
  // As a renderer would that has put them on the screen.
  for (ImTextureData* texture : *ImGui::GetDrawData()->Textures) {
    bool gone = texture->Status == ImTextureStatus_WantDestroy;
    texture->SetTexID(gone ? ImTextureID_Invalid : ImTextureID(1));
    texture->SetStatus(gone ? ImTextureStatus_Destroyed : ImTextureStatus_OK);
  }
  local_.finish();
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

}  // namespace tp::test
