#include "native/cli/compare_recordings.h"

#include <utility>

#include "native/cli/same_recording.h"

namespace tp::cli {
namespace {

std::vector<std::string> pathsOf(const SideOptions& side) {
  std::vector<std::string> paths = side.others;
  paths.insert(paths.begin(), side.trace.paths.front());
  return paths;
}

}  // namespace

bool askRecordings(const SideOptions& of, const std::string& name, std::optional<uint32_t> onlyClass,
                   std::vector<SideFunctions>& out) {
  out.clear();
  SideOptions one = of;
  for (std::string& path : pathsOf(of)) {
    one.trace.paths = {std::move(path)};
    Side side(one);
    if (!side.open(name)) return false;
    if (onlyClass) side.limitTo(*onlyClass);
    side.wantCallers();
    side.wantOutermost();
    out.push_back(functionsOf(side));
    if (!onlyClass) printWarnings(side.trace.index());
    if (side.trace.complainOfChanges()) return false;
  }
  return true;
}

bool tellTheSame(const std::vector<SideFunctions>& recordings, const std::string& name) {
  const SideFunctions& first = recordings.front();
  const std::string must = "recordings of " + name + " must tell the same: ";
  for (const SideFunctions& one : recordings) {
    if (one.side.kernel != first.side.kernel) {
      const bool kernel = first.side.kernel;
      complain(must + (kernel ? first : one).side.name + " is of a kernel, " + (kernel ? one : first).side.name +
               " is not");
      return false;
    }
    if (one.functions.empty() != first.functions.empty()) {
      const bool without = first.functions.empty();
      complain(must + (without ? first : one).side.name + " has no calls of the kind that " +
               (without ? one : first).side.name + " has");
      return false;
    }
  }
  return true;
}

size_t tellCopies(const SideOptions& a, const SideOptions& b) {
  std::vector<std::string> paths = pathsOf(a);
  for (std::string& path : pathsOf(b)) paths.push_back(std::move(path));
  const std::vector<std::string> copies = copiesAmong(paths);
  for (const std::string& one : copies) complain(one);
  return copies.size();
}

}  // namespace tp::cli
