// A window, and what a person and the page do with it: the input is a script. What it asks for is shown, as a front end
// shows it but for the pixels, and the page's questions are answered. Each step is a letter and what belongs to it;
// views are written as links in between, and those are links again.
#include <algorithm>
#include <string>

#include "core/link/link_text.h"
#include "core/session/index_worker.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/small_traces.h"
#include "tests/support/headless_frame.h"
#include "ui/app/actions.h"
#include "ui/app/app.h"
#include "wasm/app/query.h"
#include "wasm/app/state.h"

namespace {

using namespace tp;

constexpr float kWidth = 1300, kHeight = 700;
// Longer scripts find nothing that shorter ones do not, and take their time.
constexpr int kMaxSteps = 60;

// What the page asks by itself, and what scripts may ask.
constexpr const char* kQueries[] = {"events",     "search", "flame",   "actions",  "controls",  "palette",
                                    "info",       "fields", "around",  "plots",    "durations", "functions",
                                    "callTree",   "panel",  "links",   "warnings", "warning",   "description",
                                    "scheduling", "shown",  "gestures"};

// ImGui's context, with fonts that are drawn once for all of them.
class Canvas {
 public:
  explicit Canvas(ImFontAtlas& atlas) : context_(ImGui::CreateContext(&atlas)) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    io.DisplaySize = {kWidth, kHeight};
    io.DeltaTime = 0.1f;
  }
  ~Canvas() { ImGui::DestroyContext(context_); }
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

 private:
  ImGuiContext* context_;
};

// One worker, in this thread.
class Window final : public WorkerPort {
 public:
  Window(const std::vector<FileSet>& traces, const ui::Fonts& fonts)
      : traces_(traces), session_(*this), app_(session_, test::silentHost(), fonts) {}

  void run(fuzz::Input input) {
    input_ = input;
    open(input_.choice());
    work();
    frame();
    for (int steps = 0; steps < kMaxSteps && !input_.empty(); ++steps) {
      step(static_cast<char>(input_.next()));
      frame();
    }
    ask();
    work();
    frame();
    ask();
  }

  uint32_t workers() const override { return 1; }
  void post(uint32_t, std::vector<std::byte> message) override { worker_.receive(message); }

 private:
  void open(uint8_t which) {
    const FileSet& files = traces_[which % traces_.size()];
    app_.beginOpen({}, (which & 64) != 0);
    session_.beginOpen("trace", 0);
    worker_.open(files, 0, 1);
  }
  void deliver() {
    std::vector<std::byte> message;
    while (worker_.take(message)) session_.receive(0, message, seconds_);
  }
  void work() {
    while (worker_.step()) deliver();
    deliver();
  }
  void frame() {
    seconds_ += 0.1;
    app_.setScale(1);
    test::drawFrame(app_, kWidth, kHeight, seconds_);
  }
  // What the page asks for whenever it likes, between frames.
  void ask() {
    (void)wasm::stateJson(session_, app_, {});
    (void)wasm::tracksJson(session_, app_);
    (void)wasm::queryJson(session_, app_, "panel", {});
    const std::string text = writeViewLink(app_.link());
    if (writeViewLink(readViewLink(text)) != text) __builtin_trap();
  }

  void act() {
    const std::span<const ui::Action> actions = app_.actions();
    const ui::Action& action = actions[input_.next() % actions.size()];
    std::vector<std::string> args;
    if (*action.argument != '\0') args.emplace_back(action.argument);
    if (*action.asks != '\0' || *action.takes != '\0' || !action.listed) {
      std::string text(input_.line());
      if (!text.empty() && action.listed) args.push_back(text);
      // What only scripts have the arguments of: apart by spaces.
      for (size_t at = 0; !action.listed && at < text.size();) {
        size_t end = std::min(text.find(' ', at), text.size());
        args.push_back(text.substr(at, end - at));
        at = end + 1;
      }
    }
    app_.command(action.id, args);
  }
  void press() {
    const std::span<const ui::Action> actions = app_.actions();
    const ui::Action& action = actions[input_.next() % actions.size()];
    ImGuiIO& io = ImGui::GetIO();
    const ui::Keys keys = action.keys[0];
    if (keys.typed != 0) return io.AddInputCharacter(static_cast<unsigned>(keys.typed));
    if (keys.chord == 0) return;
    constexpr ImGuiKey kModifiers[] = {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt};
    for (ImGuiKey modifier : kModifiers)
      if ((keys.chord & modifier) != 0) io.AddKeyEvent(modifier, true);
    io.AddKeyEvent(static_cast<ImGuiKey>(keys.chord & ~ImGuiMod_Mask_), true);
    frame();
    io.AddKeyEvent(static_cast<ImGuiKey>(keys.chord & ~ImGuiMod_Mask_), false);
    for (ImGuiKey modifier : kModifiers) io.AddKeyEvent(modifier, false);
  }
  void point() {
    float x = kWidth * static_cast<float>(input_.next()) / 255, y = kHeight * static_cast<float>(input_.next()) / 255;
    ImGui::GetIO().AddMousePosEvent(x, y);
  }
  void click(int button) {
    point();
    frame();
    ImGui::GetIO().AddMouseButtonEvent(button, true);
    frame();
    ImGui::GetIO().AddMouseButtonEvent(button, false);
  }

  void step(char letter) {
    ImGuiIO& io = ImGui::GetIO();
    switch (letter) {
      case 'o':
        open(input_.next());
        return work();
      case 'O':  // and somebody looks before it is indexed
        open(input_.next());
        worker_.step(input_.next());
        return deliver();
      case 'W':
        return work();
      case 'a':
        return act();
      case 'k':
        return press();
      case 'l':
        return app_.openLink(input_.line());
      case 's':
        return app_.loadSettings(input_.line());
      case 't':
        return type();
      case 'e':
        for (bool down : {true, false}) io.AddKeyEvent(ImGuiKey_Enter, down);
        return;
      case 'm':
        return point();
      case 'c':
        return click(0);
      case 'r':
        return click(1);
      case 'd':
        return io.AddMouseButtonEvent(0, true);
      case 'u':
        return io.AddMouseButtonEvent(0, false);
      case 'w':
        return io.AddMouseWheelEvent(0, static_cast<float>(static_cast<int8_t>(input_.next())) / 8);
      case 'S':
        return io.AddKeyEvent(ImGuiMod_Shift, !io.KeyShift);
      case 'z':
        return pinch();
      case 'q':
        return query();
      case 'x':
        session_.fail("it can't be read");
        return ask();
      case 'X':
        session_.close();
        return ask();
      case 'L':
        return worker_.look();
      default:
        return ask();
    }
  }
  // Browsers and window systems give whole characters.
  void type() {
    const std::string text(input_.line());
    if (isText(text)) ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
  }
  void pinch() {
    const Phase phase = session_.phase();
    double factor = 0.5 + static_cast<double>(input_.next()) / 128;
    if (phase == Phase::Ready || phase == Phase::Indexing) app_.pinch(kWidth / 2, factor, 3, -2);
    (void)app_.scrollAt(kWidth / 2, kHeight - 80, -30);
  }
  void query() {
    const char* kind = kQueries[input_.next() % std::size(kQueries)];
    std::vector<std::string> args;
    std::string_view line = input_.line();
    for (size_t at = 0; at < line.size();) {
      size_t end = std::min(line.find(' ', at), line.size());
      args.emplace_back(line.substr(at, end - at));
      at = end + 1;
    }
    (void)wasm::queryJson(session_, app_, kind, args);
  }

  const std::vector<FileSet>& traces_;
  fuzz::Input input_{nullptr, 0};
  IndexWorker worker_;
  Session session_;
  ui::App app_;
  double seconds_ = 0;
};

// What inputs share: made once, and the same for each of them.
struct Stage {
  Stage() {
    for (const char* name : {"fdr-v5", "basic-v3", "fdr-v1"})
      traces.push_back(fuzz::committedTrace((std::string("data/xray/") + name + ".xray").c_str()));
    const Canvas canvas(atlas);
    fonts = ui::loadFonts({}, {}, {});
  }

  std::vector<FileSet> traces = fuzz::smallTraces();
  ImFontAtlas atlas;
  ui::Fonts fonts;
};
std::unique_ptr<Stage> stage;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  stage = std::make_unique<Stage>();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Canvas canvas(stage->atlas);
  Window(stage->traces, stage->fonts).run(fuzz::Input(data, size));
  return 0;
}
