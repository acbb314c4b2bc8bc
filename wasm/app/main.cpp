// The functions that the page's scripts call, but for those of input (wasm/app/input.cpp). They drive one session and
// its views, and draw by WebGL.
//
// Texts are UTF-8 and NUL-terminated. Those that are passed are copied; one that is returned is valid until the next
// call that returns a text. `ms` is a time by performance.now(). Lengths are device-independent pixels.
#include <GLES3/gl3.h>
#include <emscripten.h>
#include <emscripten/html5.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "core/session/drop.h"
#include "core/session/messages.h"
#include "core/text/json_writer.h"
#include "ui/view/source_view.h"
#include "wasm/app/bridge.h"
#include "wasm/app/fallback_glyphs.h"
#include "wasm/app/page.h"
#include "wasm/app/query.h"
#include "wasm/app/state.h"

namespace tp::wasm {

Page* page = nullptr;

}  // namespace tp::wasm

namespace {

using tp::wasm::page;

const char* answer(std::string text) {
  page->answer = std::move(text);
  return page->answer.c_str();
}

tp::Bytes bytes(const void* data, unsigned size) {
  return {static_cast<const std::byte*>(data), size};
}

std::vector<std::string> listOf(const char* text) {
  std::vector<std::string> list;
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_array())
    for (const auto& one : json) list.push_back(one.is_string() ? one.get<std::string>() : one.dump());
  return list;
}

std::vector<tp::ui::SampleOffer> offersOf(const char* text) {
  std::vector<tp::ui::SampleOffer> offers;
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_array()) return offers;
  for (const auto& one : json) {
    auto words = [&one](const char* key) {
      const bool there = one.is_object() && one.contains(key) && one[key].is_string();
      return there ? one[key].get<std::string>() : std::string();
    };
    offers.push_back({words("title"), words("format"), words("about")});
  }
  return offers;
}

bool createContext(const char* canvas) {
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  attributes.alpha = false;
  attributes.depth = false;
  attributes.antialias = false;
  attributes.preserveDrawingBuffer = false;
  EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context(canvas, &attributes);
  return context > 0 && emscripten_webgl_make_context_current(context) == EMSCRIPTEN_RESULT_SUCCESS;
}

}  // namespace

extern "C" {

// Must be called first. The bytes of the three fonts are not copied, and must stay valid. `samples` is the list
// of samples/manifest.json, `address` the URL of the page without its fragment. Returns 0 if there is no WebGL 2.
EMSCRIPTEN_KEEPALIVE int tpa_init(const char* canvas, const void* words, unsigned wordsSize, const void* strong,
                                  unsigned strongSize, const void* mono, unsigned monoSize, const char* samples,
                                  const char* address) {
  if (!createContext(canvas)) return 0;
  page = new tp::wasm::Page;
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  tp::wasm::takeInput();
  tp::ui::Fonts fonts =
      tp::ui::loadFonts(bytes(words, wordsSize), bytes(strong, strongSize), bytes(mono, monoSize), tp::wasm::drawGlyph);
  ImGui_ImplOpenGL3_Init("#version 300 es");
  tp::ui::Host host;
  host.openFiles = [] { tp::wasm::callPage("open-files", 0, {}); };
  host.openDirectory = [] { tp::wasm::callPage("open-directory", 0, {}); };
  host.openSample = [](int number) { tp::wasm::callPage("open-sample", number, {}); };
  host.reopen = [](const tp::JoinOptions& options) { tp::wasm::callPage("reopen", 0, options.text()); };
  host.openAgain = [] { tp::wasm::callPage("open-again", 0, {}); };
  host.addTrace = [](bool directory) { tp::wasm::callPage(directory ? "add-directory" : "add-files", 0, {}); };
  host.address = address;
  host.beginFile = [](const std::string& name) {
    tp::wasm::callPage("begin-file", 0, name);
    return name;
  };
  host.putFile = tp::wasm::putFile;
  // The browser writes in its own time.
  host.endFile = [](bool whole) {
    tp::wasm::callPage("end-file", whole ? 1 : 0, {});
    return std::string();
  };
  host.openRecent = [](int number) { tp::wasm::callPage("open-recent", number, {}); };
  host.clearIndexes = [] { tp::wasm::callPage("clear-indexes", 0, {}); };
  host.clearRecent = [] { tp::wasm::callPage("clear-recent", 0, {}); };
  host.readPage = [] { tp::wasm::callPage("read-page", 0, {}); };
  host.takePicture = [](const std::string& name, const tp::ui::Rect& area) {
    nlohmann::json wanted{{"name", name}, {"x", area.x}, {"y", area.y}, {"width", area.w}, {"height", area.h}};
    tp::wasm::callPage("picture", 0, wanted.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  };
  host.findSource = [](const tp::ui::SourceWanted& wanted) { tp::wasm::callPage("find-source", 0, wanted.path); };
  host.chooseSources = [] { tp::wasm::callPage("choose-sources", 0, {}); };
  host.saveSettings = [](const std::string& text) { tp::wasm::callPage("keep", 0, text); };
  host.askSql = tp::wasm::askSql;
  host.stopSql = [](uint32_t id) { tp::wasm::callPage("stop-sql", static_cast<int>(id), {}); };
  host.openManual = [] {
    tp::wasm::callPage("open-manual", 0, {});
    return std::string();
  };
  host.samples = offersOf(samples);
  page->app = std::make_unique<tp::ui::App>(page->session, std::move(host), fonts);
  return 1;
}

// Takes what the browser knows of the user's preferences. The arguments are 0 or 1.
EMSCRIPTEN_KEEPALIVE void tpa_preferences(int light, int contrast, int reducedMotion) {
  page->app->setPreferences({light != 0, contrast != 0, reducedMotion != 0});
}
// Takes the text that the page was given to keep by Host::saveSettings() in an earlier visit.
EMSCRIPTEN_KEEPALIVE void tpa_load_settings(const char* text) {
  page->app->loadSettings(text);
}

// Takes the names of what was opened in earlier visits: a JSON list of strings.
EMSCRIPTEN_KEEPALIVE void tpa_recent(const char* names) {
  page->app->context().host.recent = listOf(names);
}

// Shows a notice in the footer, which screen readers read out.
EMSCRIPTEN_KEEPALIVE void tpa_say(const char* words) {
  page->app->context().say(words);
}

// Shows above the tracks why something was not done.
EMSCRIPTEN_KEEPALIVE void tpa_refuse(const char* words) {
  page->app->context().refuse(words);
}

// Draws a frame. `ratio` is the number of the screen's pixels per device-independent pixel. Returns 1 if a frame after
// this one would differ even without input.
EMSCRIPTEN_KEEPALIVE int tpa_frame(double ms, float width, float height, float ratio) {
  const double before = page->now > 0 ? page->now : ms;
  page->now = ms;
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {width, height};
  io.DisplayFramebufferScale = {ratio, ratio};
  io.DeltaTime = static_cast<float>(std::max(1e-4, (ms - before) / 1000));
  page->app->setScale(ratio);
  ImGui_ImplOpenGL3_NewFrame();
  page->app->beforeFrame();
  ImGui::NewFrame();
  page->app->frame(width, height, ms / 1000);
  ImGui::Render();
  glViewport(0, 0, static_cast<int>(width * ratio), static_cast<int>(height * ratio));
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (page->times.firstPixels < 0 && page->app->frameInfo().tracePixels)
    page->times.firstPixels = ms - page->times.dropped;
  return page->app->wantsFrame() ? 1 : 0;
}

// Called when the browser has given back the WebGL context that it took away: the next frame makes all that was in it.
EMSCRIPTEN_KEEPALIVE void tpa_restore_graphics() {
  ImGui_ImplOpenGL3_DestroyDeviceObjects();
}

// Must be called before a message of the new workers is passed on. `name` is that of the drop, `totalBytes` the size of
// all files together, `ms` the time of the drop, `how` JoinOptions::text(). `again`: 1 if the files are those that are
// open, perhaps with further ones beside them.
EMSCRIPTEN_KEEPALIVE void tpa_begin_open(const char* name, double totalBytes, unsigned workers, double ms,
                                         const char* how, int again) {
  page->app->beginOpen(how, again != 0);
  page->workers.setWorkers(workers);
  page->times = {};
  page->times.dropped = ms;
  page->session.beginOpen(name, static_cast<uint64_t>(totalBytes));
}
// Shows `text` in the place of the trace: what was dropped can't be opened.
EMSCRIPTEN_KEEPALIVE void tpa_fail(const char* text) {
  page->session.fail(text);
}
// Passes on a message of a worker. Returns 1 if it only adds to an index of which something is drawn already, so that
// its frame may wait.
EMSCRIPTEN_KEEPALIVE int tpa_receive(unsigned worker, const void* data, unsigned size, double ms) {
  tp::Bytes message = bytes(data, size);
  tp::WireReader type(message);
  bool grows = type.get<tp::FromWorker>() == tp::FromWorker::Piece && page->times.firstPixels >= 0;
  page->session.receive(worker, message, ms / 1000);
  if (page->times.ready < 0 && page->session.phase() == tp::Phase::Ready) page->times.ready = ms - page->times.dropped;
  return grows && page->session.phase() == tp::Phase::Indexing ? 1 : 0;
}

// These three are Session::takeKept(), kept() and dropKept(). The first two return 1 for true.
EMSCRIPTEN_KEEPALIVE int tpa_take_kept(const void* data, unsigned size) {
  return page->session.takeKept(bytes(data, size)) ? 1 : 0;
}
EMSCRIPTEN_KEEPALIVE int tpa_kept() {
  return page->session.kept() ? 1 : 0;
}
EMSCRIPTEN_KEEPALIVE void tpa_drop_kept() {
  page->session.dropKept();
}
// Begins to take out the index of what is open, for one of two customers. The second one returns the IndexKeeper::State
// as a number; if it is Block, the bytes are those of the other two until the next call.
EMSCRIPTEN_KEEPALIVE void tpa_keep_begin(unsigned customer) {
  page->taken[customer].keeper = std::make_unique<tp::IndexKeeper>(page->session);
}
EMSCRIPTEN_KEEPALIVE int tpa_keep_next(unsigned customer) {
  tp::wasm::Page::Taken& taken = page->taken[customer];
  if (!taken.keeper) return static_cast<int>(tp::IndexKeeper::State::Failed);
  const tp::IndexKeeper::State state = taken.keeper->next(taken.block);
  if (state == tp::IndexKeeper::State::Done || state == tp::IndexKeeper::State::Failed) taken = {};
  return static_cast<int>(state);
}
EMSCRIPTEN_KEEPALIVE const void* tpa_keep_block(unsigned customer) {
  return page->taken[customer].block.data();
}
EMSCRIPTEN_KEEPALIVE unsigned tpa_keep_size(unsigned customer) {
  return static_cast<unsigned>(page->taken[customer].block.size());
}

// Passes on a reply to a question in SQL. Returns 1 if a file may have changed, so that the page should look.
EMSCRIPTEN_KEEPALIVE int tpa_receive_sql(const void* data, unsigned size) {
  return page->app->receiveSql(bytes(data, size)) ? 1 : 0;
}
// Says why the question with this id is not answered.
EMSCRIPTEN_KEEPALIVE void tpa_fail_sql(unsigned id, const char* why) {
  page->app->failSql(id, why);
}

// Passes on a file of sources: the path that was asked for, that of the file that was found, its first bytes, and the
// size of the whole. If there is none, `problem` says why.
EMSCRIPTEN_KEEPALIVE void tpa_receive_source(const char* wanted, const char* path, const void* data, unsigned size,
                                             double whole, const char* problem) {
  const tp::Bytes found = bytes(data, size);
  page->app->receiveSource({wanted, path, std::string(reinterpret_cast<const char*>(found.data()), found.size()),
                            static_cast<uint64_t>(whole), problem});
}
// The user has chosen a folder of sources.
EMSCRIPTEN_KEEPALIVE void tpa_sources_chosen() {
  page->app->sourcesChosen();
}
// Returns the path of the file of sources that is asked for and was not found; empty: none is.
EMSCRIPTEN_KEEPALIVE const char* tpa_source_missing() {
  tp::ui::Context& c = page->app->context();
  const tp::ui::SourceView& view = c.memory.of<tp::ui::SourceView>();
  return answer(c.awaitsPanel() && c.tab == tp::ui::Tab::Source && view.found().empty() && view.place()
                    ? view.place()->path
                    : std::string());
}

// Passes on the page as one file, without a trace, or in its place `problem`: why it is not there.
EMSCRIPTEN_KEEPALIVE void tpa_receive_page(const void* data, unsigned size, const char* problem) {
  if (*problem != '\0') return page->app->receivePage(tp::Error{{}, tp::kNoOffset, problem});
  page->app->receivePage(tp::PageText::of(std::string(tp::asText(bytes(data, size))), "the page"));
}

// Returns the fragment of the URL that stands for what is shown.
EMSCRIPTEN_KEEPALIVE const char* tpa_link() {
  page->app->rememberView();
  return answer(tp::writeViewLink(page->app->link()));
}
// Returns 1 if the whole trace is indexed, and the place that a link or a seek asked for is drawn.
EMSCRIPTEN_KEEPALIVE int tpa_shown() {
  return page->session.phase() == tp::Phase::Ready && page->app->shown() ? 1 : 0;
}
// Shows the view of a fragment, at once or when the next trace is indexed.
EMSCRIPTEN_KEEPALIVE void tpa_open_link(const char* fragment) {
  page->app->openLink(fragment);
}

// These two return the JSON of window.tracepane.state() and tracks() (docs/api.md); web/main.js adds what only it
// knows.
EMSCRIPTEN_KEEPALIVE const char* tpa_state() {
  return answer(tp::wasm::stateJson(page->session, *page->app, page->times));
}
EMSCRIPTEN_KEEPALIVE const char* tpa_tracks() {
  return answer(tp::wasm::tracksJson(page->session, *page->app));
}
// For JoinOptions::text(), returns as JSON: `only`, the folder of the chosen one of several traces; `open`, that of the
// one that is open with these options, chosen or not (openFolder()); `beside`, the options for opening a further trace
// beside what is open; `more`, those for opening further files of it.
EMSCRIPTEN_KEEPALIVE const char* tpa_how(const char* how) {
  const tp::JoinOptions options = tp::JoinOptions::of(how);
  std::string out;
  tp::JsonWriter json(out);
  json.beginObject();
  json.member("only", options.only);
  json.member("open", tp::openFolder(options, page->session.index().info()));
  json.member("beside", tp::besideOptions(options, true).text());
  json.member("more", tp::besideOptions(options, false).text());
  json.endObject();
  return answer(std::move(out));
}
// Returns kMaxAdded (core/session/drop.h).
EMSCRIPTEN_KEEPALIVE int tpa_most_added() {
  return static_cast<int>(tp::kMaxAdded);
}
// Returns the Phase (core/session/session.h) as a number.
EMSCRIPTEN_KEEPALIVE int tpa_phase() {
  return static_cast<int>(page->session.phase());
}
// `kind` and `args`, a JSON list of strings, are those of window.tracepane.query(). Returns the answer as JSON; an
// empty text while it is being computed.
EMSCRIPTEN_KEEPALIVE const char* tpa_query(const char* kind, const char* args) {
  return answer(tp::wasm::queryJson(page->session, *page->app, kind, listOf(args)).value_or(std::string()));
}
// Runs an action (App::command()). Returns 0 if there is none of this id, or if it does nothing with these arguments.
EMSCRIPTEN_KEEPALIVE int tpa_command(const char* id, const char* args) {
  return page->app->command(id, listOf(args)) ? 1 : 0;
}
}
