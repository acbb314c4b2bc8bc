#include "native/window/window.h"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "core/io/local_files.h"
#include "core/joint/open_traces.h"
#include "core/joint/split.h"
#include "core/session/drop.h"
#include "core/text/visible_text.h"
#include "native/output/output_file.h"
#include "native/output/page_file.h"
#include "native/pool/thread_pool.h"
#include "native/window/editor.h"
#include "native/window/manual.h"
#include "native/window/png.h"
#include "native/window/saved_file.h"
#include "native/window/screenshot.h"
#include "native/window/settings_file.h"
#include "native/window/source_files.h"
#include "native/window/system_glyphs.h"
#include "native/window/window_index.h"
#include "native/window/window_queries.h"
#include "ui/app/app.h"
#include "ui/app/export.h"
#include "ui/app/notes_file.h"
#include "ui/view/settings.h"

namespace tp::native {
namespace {

Result<PageText> pageOfReports() {
  const std::string path = installedPage();
  if (path.empty()) return Error{{}, kNoOffset, "the page that a report is put into is not beside this program"};
  return readPage(path);
}

std::vector<std::byte> fontFile(const char* name) {
  auto files = openLocalFiles({std::string(TP_FONT_DIR) + "/" + name});
  if (!files || files->empty()) return {};
  return readAll(*files->files()[0].source);
}

// Returns the text of a file that may be one of notes; nullopt if it is none.
std::optional<std::string> readNotesFile(const std::string& path) {
  if (!path.ends_with(".json")) return std::nullopt;
  auto files = openLocalFiles({path});
  if (!files || files->files().size() != 1 || files->files()[0].source->size() > ui::kMaxNotesFile) return std::nullopt;
  const std::vector<std::byte> bytes = readAll(*files->files()[0].source);
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return ui::areNotes(text) ? std::optional(std::move(text)) : std::nullopt;
}

// Returns whether these files only add to an open trace, as the program that made a log does.
bool addsTo(const FileSet& files, const JoinOptions& options, const FileSet& more) {
  if (more.files().size() > kMaxAdded || !splitTraces(more, false).traces.empty()) return false;
  std::vector<NameId> renamed;
  Result<std::unique_ptr<TraceReader>> reader = openTraces(chosenFiles(files, options), options);
  return reader && (*reader)->addFiles(more, renamed);
}

// A screenshot does not use those of the user: its picture is always the same.
ui::Settings settingsFor(const WindowOptions& options) {
  return options.screenshot.empty() ? ui::readSettings(readSettingsFile()) : ui::Settings();
}

// Returns the number of workers in the settings, else one less than there are cores, since the window draws.
uint32_t workersFor(const WindowOptions& options) {
  const uint32_t count = ui::workerCount(settingsFor(options).workers);
  return count > 0 ? count : std::max(2u, native::usableCores()) - 1;
}

class Window {
 public:
  explicit Window(const WindowOptions& options)
      : options_(options), pool_(workersFor(options), [] { glfwPostEmptyEvent(); }), session_(pool_) {
    pool_.keepWithin(ui::indexMemory(settingsFor(options).memory));
  }
  ~Window();

  bool create();
  int run();

 private:
  void open(const std::vector<std::string>& paths);
  void add(const std::vector<std::string>& paths);
  void openAgain();
  void openFiles(const JoinOptions& options, bool again);
  void followAdded();
  void draw();
  std::string pngOf(const ui::Rect& area, int width, int height) const;
  bool settled() const;
  float scale() const;

  const WindowOptions& options_;
  FileSet files_;
  // What files_ was made from: the paths of each drop, laid beside what the drops before it left open.
  struct Drop {
    std::vector<std::string> paths;
    std::string beside;  // of what was open before, only what is in this folder stays; empty: all
  };
  std::vector<Drop> drops_;
  // What was open before a drop was laid beside it, until the drop is known to be a trace.
  struct Before {
    FileSet files;
    std::vector<Drop> drops;
    JoinOptions options;
    bool left = false;  // traces that were not open are left out
  };
  std::optional<Before> before_;
  ThreadPool pool_;
  Session session_;
  WindowIndex index_;
  WindowQueries sql_{session_, [] { glfwPostEmptyEvent(); }};
  GLFWwindow* window_ = nullptr;
  std::vector<std::byte> fonts_[3];
  SavedFile saved_;
  // A picture to be saved with the next frame.
  struct Picture {
    std::string name;  // empty: none
    ui::Rect area;     // in device-independent pixels; without a width: all
  } picture_;
  std::unique_ptr<ui::App> app_;
  bool pictured_ = false;  // the last picture of WindowOptions::screenshot is written
  int framesLeft_ = 3;     // ImGui needs some frames after input: hover, then what hover causes
};

Window::~Window() {
  if (app_) app_->rememberView();
  pool_.stop();
  app_.reset();
  if (window_ == nullptr) return;
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(window_);
  glfwTerminate();
}

bool Window::create() {
  glfwSetErrorCallback([](int, const char* text) { std::fprintf(stderr, "tracepane: %s\n", text); });
  if (glfwInit() == GLFW_FALSE) return false;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  float given = options_.scale > 0 ? options_.scale : 1;
  window_ =
      glfwCreateWindow(static_cast<int>(static_cast<float>(options_.width) * given),
                       static_cast<int>(static_cast<float>(options_.height) * given), "Tracepane", nullptr, nullptr);
  if (window_ == nullptr) return false;
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
  glfwSetWindowUserPointer(window_, this);
  // The user who comes back may have recorded once more.
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* window, int focused) {
    if (focused == GLFW_TRUE) static_cast<Window*>(glfwGetWindowUserPointer(window))->session_.look();
  });
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
    static_cast<Window*>(glfwGetWindowUserPointer(window))->add({paths, paths + count});
  });

  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  fonts_[0] = fontFile("Inter-Regular.otf");
  fonts_[1] = fontFile("Inter-SemiBold.otf");
  fonts_[2] = fontFile("JetBrainsMono-Regular.ttf");
  ui::Fonts fonts = ui::loadFonts(
      fonts_[0], fonts_[1], fonts_[2],
      [glyphs = std::make_shared<SystemGlyphs>()](const ui::GlyphWanted& wanted, ui::GlyphPicture& picture) {
        return glyphs->draw(wanted, picture);
      });
  ImGui_ImplGlfw_InitForOpenGL(window_, true);
  ImGui_ImplOpenGL3_Init("#version 150");
  ui::Host host;
  host.openAgain = [this] { openAgain(); };
  host.reopen = [this](const JoinOptions& options) { openFiles(options, true); };
  // Pictures do not depend on the user's settings.
  bool lasting = options_.screenshot.empty();
  if (lasting) host.saveSettings = writeSettingsFile;
  host.takePicture = [this](const std::string& name, const ui::Rect& area) { picture_ = {name, area}; };
  host.findSource = [this](const ui::SourceWanted& wanted) { app_->receiveSource(findSourceFile(wanted)); };
  host.openEditor = openEditor;
  host.openManual = openManual;
  host.beginFile = [this](const std::string& name) { return saved_.begin(name); };
  host.putFile = [this](std::string_view part) { saved_.put(part); };
  host.endFile = [this](bool whole) { return saved_.end(whole); };
  host.clearIndexes = [] { KeptIndexes().clear(); };
  host.readPage = [this] { app_->receivePage(pageOfReports()); };
  host.askSql = [this](const SqlRequest& request) { sql_.ask(request); };
  host.stopSql = [this](uint32_t id) { sql_.stop(id); };
  app_ = std::make_unique<ui::App>(session_, std::move(host), fonts);
  app_->loadSettings(lasting ? readSettingsFile() : std::string());
  app_->setPreferences({options_.light, false, false});
  return true;
}

float Window::scale() const {
  if (options_.scale > 0) return options_.scale;
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return x;
}

void Window::open(const std::vector<std::string>& paths) {
  auto files = openLocalFiles(paths);
  if (!files) {
    app_->beginOpen({}, false);
    return session_.fail(files.error().text());
  }
  files_ = std::move(*files);
  drops_ = {{paths, {}}};
  before_.reset();
  openFiles({}, false);
}

// Opens the files as they are now. If they can't be read, what is open stays.
void Window::openAgain() {
  FileSet fresh;
  for (const Drop& drop : drops_) {
    auto files = openLocalFiles(drop.paths);
    if (!files) return app_->context().refuse("It can't be opened again: " + files.error().text());
    if (!drop.beside.empty()) fresh = fresh.under(drop.beside);
    // The drops after the first are numbered by addDrop().
    if (fresh.empty()) {
      fresh = std::move(*files);
    } else {
      fresh.addDrop(*files);
    }
  }
  if (fresh.empty()) return;
  files_ = std::move(fresh);
  openFiles(app_->context().joint.options, true);
}

// Lays files beside what is open or, with Shift or if nothing is open, opens them instead.
void Window::add(const std::vector<std::string>& paths) {
  bool shift =
      glfwGetKey(window_, GLFW_KEY_LEFT_SHIFT) == GLFW_PRESS || glfwGetKey(window_, GLFW_KEY_RIGHT_SHIFT) == GLFW_PRESS;
  bool opened = session_.phase() == Phase::Ready || session_.phase() == Phase::Indexing;
  if (opened && paths.size() == 1)
    if (const std::optional<std::string> notes = readNotesFile(paths.front())) {
      ui::openNotes(app_->context(), *notes);
      return;
    }
  if (shift || !opened) return open(paths);
  auto more = openLocalFiles(paths);
  if (!more) return app_->context().refuse(more.error().text());
  JoinOptions options = app_->context().joint.options;
  Before before{files_, drops_, options};
  std::string name = more->displayName(), open = files_.displayName();
  const bool isTrace = !addsTo(files_, options, *more);
  // What is open goes on being read.
  if (isTrace)
    if (std::string why = whyNotBeside(chosenFiles(files_, options), *more, besideOptions(options, true)); !why.empty())
      return app_->context().refuse("Not laid beside this trace: " + why);
  const std::string folder = isTrace ? openFolder(options, session_.index().info()) : options.only;
  const size_t files = files_.files().size();
  if (!folder.empty()) files_ = files_.under(folder);
  before.left = files_.files().size() < files;
  drops_.push_back({paths, folder});
  options = besideOptions(options, isTrace);
  files_.addDrop(*more);
  openFiles(options, true);
  if (!isTrace) return app_->context().say(name + " is added to " + open);
  before_ = std::move(before);
}

// If what was laid beside the trace is no trace, opens again what was open before.
void Window::followAdded() {
  if (!before_ || session_.phase() == Phase::Opening) return;
  Before before = *std::exchange(before_, std::nullopt);
  if (session_.phase() != Phase::Failed)
    return app_->context().say(std::string("What was dropped lies beside what was open; ") +
                               (before.left ? "the other traces of the drop before, which were not open, are left out"
                                            : "with Shift, a drop opens instead of it"));
  std::string why = session_.error();
  files_ = std::move(before.files);
  drops_ = std::move(before.drops);
  openFiles(before.options, true);
  app_->context().refuse("Not laid beside this trace: " + why);
}

void Window::openFiles(const JoinOptions& options, bool again) {
  std::string only = options.only;
  std::string name = only.empty() ? files_.displayName() : only.substr(0, only.find_last_not_of('/') + 1);
  app_->beginOpen(options.text(), again);
  session_.beginOpen(name, 0);
  // Kept indexes are of the usual size.
  const ui::Settings& settings = app_->context().settings;
  const bool wanted =
      options_.screenshot.empty() && settings.indexes == ui::Indexes::Keep && settings.memory == ui::Settings().memory;
  if (index_.begin(session_, files_, options, wanted)) {
    pool_.openKept(files_, options);
  } else {
    pool_.open(files_, options);
  }
  sql_.open(files_, options);
  glfwSetWindowTitle(window_, (visibleText(name) + " \u2014 Tracepane").c_str());
}

void Window::draw() {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  float scale = this->scale();
  app_->setScale(scale);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  // Views use device-independent pixels, whatever units the platform's windows have.
  ImGuiIO& io = ImGui::GetIO();
  float w = static_cast<float>(width) / scale, h = static_cast<float>(height) / scale;
  if (options_.scale > 0) {
    io.DisplaySize = {w, h};
    io.DisplayFramebufferScale = {scale, scale};
  }
  app_->beforeFrame();
  ImGui::NewFrame();
  const Picture picture = std::exchange(picture_, {});
  app_->frame(io.DisplaySize.x, io.DisplaySize.y, monotonicSeconds());
  ImGui::Render();
  glViewport(0, 0, width, height);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (settled() && framesLeft_ == 0) pictured_ = saveScreenshot(options_.screenshot, width, height);
  if (!picture.name.empty()) ui::saveFile(app_->context(), picture.name, pngOf(picture.area, width, height));
  glfwSwapBuffers(window_);
}

// The picture of an area of the frame, which has so many pixels.
std::string Window::pngOf(const ui::Rect& area, int width, int height) const {
  std::vector<uint8_t> pixels = readPixels(width, height);
  if (area.w <= 0) return encodePng(pixels, static_cast<uint32_t>(width), static_cast<uint32_t>(height));
  const float scale = this->scale();
  auto pixel = [scale](float at, int most) { return std::clamp(static_cast<int>(std::lround(at * scale)), 0, most); };
  const int left = pixel(area.x, width), right = pixel(area.x + area.w, width);
  const int top = pixel(area.y, height), bottom = pixel(area.y + area.h, height);
  std::vector<uint8_t> part;
  const auto at = [&](int x, int y) { return pixels.begin() + ptrdiff_t{3} * (ptrdiff_t{y} * width + x); };
  for (int y = top; y < bottom; ++y) part.insert(part.end(), at(left, y), at(right, y));
  return encodePng(part, static_cast<uint32_t>(right - left), static_cast<uint32_t>(bottom - top));
}

bool Window::settled() const {
  if (options_.screenshot.empty()) return false;
  Phase phase = session_.phase();
  const bool asking = app_->context().sql.running(ui::SqlAsker::Who::Panel);
  return (phase != Phase::Opening && phase != Phase::Indexing) && !session_.waiting() && !asking &&
         !app_->wantsFrame() && (phase != Phase::Ready || app_->shown());
}

int Window::run() {
  if (!options_.view.empty()) app_->openLink(options_.view);
  if (!options_.traces.empty()) open(options_.traces);
  bool commanded = options_.commands.empty();
  while (glfwWindowShouldClose(window_) == GLFW_FALSE) {
    bool busy = app_->wantsFrame() || framesLeft_ > 0 || !options_.screenshot.empty();
    if (busy) {
      glfwPollEvents();
    } else {
      glfwWaitEvents();
      framesLeft_ = 3;
    }
    if (pool_.deliver(session_)) framesLeft_ = std::max(framesLeft_, 1);
    auto receive = [this](Bytes reply) {
      if (app_->receiveSql(reply)) session_.look();
    };
    // One part a frame, so that the window answers meanwhile.
    if (index_.step(session_)) framesLeft_ = std::max(framesLeft_, 1);
    if (sql_.step()) framesLeft_ = std::max(framesLeft_, 1);
    if (sql_.deliver(receive)) framesLeft_ = std::max(framesLeft_, 1);
    followAdded();
    draw();
    if (settled() && framesLeft_ == 0) {
      if (commanded) return !pictured_ || (session_.phase() == Phase::Failed && !options_.traces.empty()) ? 2 : 0;
      commanded = true;
      for (const std::string& line : options_.commands) {
        std::istringstream words(line);
        std::string id, word;
        std::vector<std::string> args;
        words >> id;
        while (words >> word) args.push_back(word);
        if (!app_->command(id, args)) std::fprintf(stderr, "tracepane: can't do \"%s\"\n", line.c_str());
      }
      framesLeft_ = 10;
    }
    if (framesLeft_ > 0) --framesLeft_;
  }
  return 0;
}

}  // namespace

int runWindow(const WindowOptions& options) {
  if (!options.screenshot.empty() && isAmong(options.screenshot, options.traces)) {
    std::fprintf(stderr, "tracepane: %s: this is a part of the trace; give another file for the picture\n",
                 options.screenshot.c_str());
    return 2;
  }
  Window window(options);
  if (!window.create()) {
    std::fprintf(stderr, "tracepane: no window can be opened here; the verbs work without one (tracepane --help)\n");
    return 2;
  }
  return window.run();
}

}  // namespace tp::native
