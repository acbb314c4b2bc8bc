// A link that is opened on a small trace: what it asks for is shown, as a front end shows it but for the pixels, and is
// a link again. The last byte says whether the settings of the last time, a line before it, are read, and which trace.
#include "core/session/index_worker.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/small_traces.h"
#include "ui/app.h"

namespace {

using namespace tp;

// One worker, in this thread.
class Window final : public WorkerPort {
 public:
  explicit Window(const FileSet& files) : session_(*this), app_(session_, ui::Host{}, ui::loadFonts({}, {}, {})) {
    session_.beginOpen("trace", 0);
    worker_.open(files, 0, 1);
    work();
    frame();
  }

  void show(fuzz::Input input, bool settings) {
    if (settings) app_.loadSettings(input.line());
    app_.openLink(input.text());
    for (int i = 0; i < 3; ++i) {
      frame();
      work();
    }
    ui::ViewLink link = app_.link();
    const std::string text = ui::writeViewLink(link);
    if (ui::writeViewLink(ui::readViewLink(text)) != text) __builtin_trap();
  }

  uint32_t workers() const override { return 1; }
  void post(uint32_t, std::vector<std::byte> message) override { worker_.receive(message); }

 private:
  void work() {
    std::vector<std::byte> message;
    do {
      while (worker_.take(message)) session_.receive(0, message, seconds_);
    } while (worker_.step());
    while (worker_.take(message)) session_.receive(0, message, seconds_);
  }
  void frame() {
    seconds_ += 0.1;
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {900, 600};
    io.DeltaTime = 0.1f;
    app_.beforeFrame();
    ImGui::NewFrame();
    app_.frame(900, 600, seconds_);
    ImGui::Render();
    // As a renderer would that has put them on the screen.
    for (ImTextureData* texture : *ImGui::GetDrawData()->Textures) {
      bool gone = texture->Status == ImTextureStatus_WantDestroy;
      texture->SetTexID(gone ? ImTextureID_Invalid : ImTextureID(1));
      texture->SetStatus(gone ? ImTextureStatus_Destroyed : ImTextureStatus_OK);
    }
  }

  IndexWorker worker_;
  Session session_;
  ui::App app_;
  double seconds_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (ImGui::GetCurrentContext() == nullptr) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  }
  // It goes on from view to view, as a person does.
  static Window window(fuzz::smallFolder());
  fuzz::Input input(data, size);
  const uint8_t choice = input.choice();
  window.show(input, (choice & 1) != 0);
  return 0;
}
