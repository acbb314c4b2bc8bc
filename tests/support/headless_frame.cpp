#include "tests/support/headless_frame.h"

#include <imgui.h>

namespace tp::test {

ui::Host silentHost() {
  ui::Host host;
  host.openFiles = host.openDirectory = host.openAgain = [] {};
  host.openSample = [](int) {};
  host.openManual = [] { return std::string(); };
  host.reopen = [](const JoinOptions&) {};
  host.addTrace = [](bool) {};
  host.saveSettings = [](const std::string&) {};
  host.takePicture = [](const std::string&, const ui::Rect&) {};
  host.beginFile = [](const std::string& name) { return name; };
  host.putFile = [](std::string_view) {};
  host.endFile = [](bool) { return std::string(); };
  return host;
}

void drawFrame(ui::App& app, float width, float height, double seconds) {
  app.beforeFrame();
  ImGui::NewFrame();
  app.frame(width, height, seconds);
  ImGui::Render();
  for (ImTextureData* texture : *ImGui::GetDrawData()->Textures) {
    bool gone = texture->Status == ImTextureStatus_WantDestroy;
    texture->SetTexID(gone ? ImTextureID_Invalid : ImTextureID(1));
    texture->SetStatus(gone ? ImTextureStatus_Destroyed : ImTextureStatus_OK);
  }
}

}  // namespace tp::test
