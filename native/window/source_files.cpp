#include "native/window/source_files.h"

#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include "ui/view/source_text.h"

namespace tp::native {
namespace {

namespace fs = std::filesystem;

// The places where the file may be, the best first.
std::vector<fs::path> placesOf(const ui::SourceWanted& wanted) {
  std::vector<fs::path> places;
  const fs::path path(wanted.path);
  if (path.is_absolute())
    places.push_back(path);
  else if (fs::path(wanted.folder).is_absolute())
    places.push_back(fs::path(wanted.folder) / path);
  const fs::path chosen(wanted.chosen);
  if (!chosen.is_absolute()) return places;
  // Each time, one folder less is asked for.
  const std::vector<fs::path> parts(path.begin(), path.end());
  for (size_t left = 0; left < parts.size(); ++left) {
    fs::path end;
    for (size_t i = left; i < parts.size(); ++i)
      if (parts[i] != "/" && parts[i] != "..") end /= parts[i];
    places.push_back(chosen / end);
  }
  return places;
}

std::string whyNot(const ui::SourceWanted& wanted, const std::vector<fs::path>& places) {
  std::string why = wanted.path + " was not found";
  if (places.empty())
    return why + ": in which folder it was compiled is not known, and no folder of sources has been chosen";
  why += ": there is no " + places.front().string();
  if (wanted.chosen.empty()) return why + ", and no folder of sources has been chosen";
  return why + ", and nothing in " + wanted.chosen + " that ends like it";
}

}  // namespace

ui::SourceFound findSourceFile(const ui::SourceWanted& wanted) {
  ui::SourceFound found;
  found.wanted = wanted.path;
  const std::vector<fs::path> places = placesOf(wanted);
  for (const fs::path& place : places) {
    std::error_code error;
    // Devices and pipes may never end.
    if (!fs::is_regular_file(place, error)) continue;
    std::ifstream file(place, std::ios::binary);
    found.bytes.resize(ui::SourceText::kMaxBytes);
    file.read(found.bytes.data(), static_cast<std::streamsize>(found.bytes.size()));
    if (file.bad() || (file.fail() && !file.eof())) {
      found.bytes.clear();
      found.problem = place.string() + " can't be read";
      return found;
    }
    found.bytes.resize(static_cast<size_t>(file.gcount()));
    found.size = fs::file_size(place, error);
    if (error) found.size = found.bytes.size();
    found.path = place.string();
    return found;
  }
  found.problem = whyNot(wanted, places);
  return found;
}

}  // namespace tp::native
