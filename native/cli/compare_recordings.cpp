#include "native/cli/compare_recordings.h"

#include <utility>

namespace tp::cli {

bool askRecordings(const SideOptions& of, const std::string& name, std::optional<uint32_t> onlyClass,
                   std::vector<SideFunctions>& out) {
  out.clear();
  std::vector<std::string> paths = of.others;
  paths.insert(paths.begin(), of.trace.paths.front());
  SideOptions one = of;
  for (std::string& path : paths) {
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

}  // namespace tp::cli
