#include "native/window/manual.h"

#include <cstring>
#include <filesystem>

#include "native/output/program_path.h"
#include "native/window/program.h"

namespace tp::native {
namespace {

namespace fs = std::filesystem;

// The manual of the page that was installed with the program, or that the same sources were built into; empty: neither.
fs::path findManual() {
  std::error_code error;
  const fs::path program = programPath();
  if (program.empty()) return {};
  const fs::path folder = program.parent_path();
  for (const char* page : {"../share/tracepane/page", "../../dist"}) {
    const fs::path file = fs::weakly_canonical(folder / page / "help" / "index.html", error);
    if (!error && fs::is_regular_file(file, error)) return file;
  }
  return {};
}

}  // namespace

std::string openManual() {
  const fs::path file = findManual();
  if (file.empty()) return "The manual is not installed here: it is a part of the page, in its folder help.";
  const int why = startProgram({"xdg-open", file.string()});
  if (why == 0) return {};
  return "The manual is " + file.string() + ". xdg-open could not be started: " + std::strerror(why) + ".";
}

}  // namespace tp::native
