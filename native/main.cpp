// The program `tracepane`: with a verb, it runs the command line; without one, it opens the desktop window.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include "core/text/nearest.h"
#include "native/cli/open.h"
#include "native/cli/verbs.h"
#include "native/output/unfinished.h"
#include "native/window/window.h"

namespace {

// A verb, and what it is told.
struct Told {
  CLI::App& verb;
  std::unique_ptr<tp::cli::VerbOptions> options;
  tp::cli::Run run;
};

std::vector<Told> addVerbs(CLI::App& app) {
  std::vector<Told> all;
  for (const tp::cli::Verb& verb : tp::cli::verbs()) {
    CLI::App& added = *app.add_subcommand(verb.name, verb.about);
    auto options = std::make_unique<tp::cli::VerbOptions>(added);
    tp::cli::Run run = verb.make(*options);
    all.push_back({added, std::move(options), std::move(run)});
  }
  return all;
}

void addWindow(CLI::App& app, tp::native::WindowOptions& window) {
  app.add_option("traces", window.traces, "file or directory, or several, to show in the window");
  app.add_option("--size",
                 [&window](const std::vector<std::string>& given) {
                   return std::sscanf(given[0].c_str(), "%dx%d", &window.width, &window.height) == 2;
                 })
      ->type_name("TEXT")
      ->description("of the window: WIDTHxHEIGHT");
  app.add_option("--scale", window.scale, "pixels per unit of the window's measures");
  app.add_flag("--light", window.light, "dark ink on white");
  app.add_option("--view", window.view, "where to look: what a link to a view has behind its #");
  app.add_option("--screenshot", window.screenshot, "write a picture (PNG or PPM) once everything is shown, and end");
  app.add_option("--do", window.commands, "an action before the screenshot, as \"set-visible BEGIN END\"")
      ->allow_extra_args(false);
}

// Returns false (after complaining) if a trace for the window is not there: it may be a verb that is not written well.
bool existOrComplain(const tp::native::WindowOptions& window) {
  for (const std::string& path : window.traces) {
    std::error_code failure;
    if (std::filesystem::exists(path, failure)) continue;
    std::vector<std::string> names;
    for (const tp::cli::Verb& verb : tp::cli::verbs()) names.emplace_back(verb.name);
    tp::cli::complain(path + ": there is no such verb or file" + tp::meantNames(path, names));
    return false;
  }
  return true;
}

}  // namespace

// What CLI11 throws while it is told of the options is a mistake in their text: it shows at the first start.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
#ifdef __GLIBC__
  // Messages of a megabyte are allocated and freed often. Memory that is given back to the system has to be cleared
  // anew.
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
#ifdef _WIN32
  // Output is the same on all systems: lines end in one character, and Parquet is no text.
  _setmode(_fileno(stdout), _O_BINARY);
#endif
  static char kHelp[] = "--help";
  if (argc == 2 && std::string_view(argv[1]) == "help") argv[1] = kHelp;
  CLI::App app{"Tracepane opens uftrace, trace-cmd, LTTng, CTF, XRay and perf traces, and text of ftrace."};
  app.set_version_flag("--version", "tracepane " TP_VERSION);
  app.require_subcommand(0, 1);

  const std::vector<Told> told = addVerbs(app);
  tp::native::WindowOptions window;
  addWindow(app, window);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  for (const Told& one : told) {
    if (!one.verb.parsed()) continue;
    if (!one.options->settle()) return 2;
    // Programs that the window starts would not get the signals.
    tp::native::removeUnfinishedOnSignals();
    return tp::cli::finishOutput(one.run());
  }
  return existOrComplain(window) ? tp::native::runWindow(window) : 2;
}
