#include "core/session/drop.h"

namespace tp {

JoinOptions besideOptions(const JoinOptions& open, bool isTrace) {
  JoinOptions options = open;
  options.lastIsTrace = isTrace;
  options.only.clear();
  options.keep.clear();
  return options;
}

std::string openFolder(const JoinOptions& open, const TraceInfo& info) {
  if (!open.only.empty()) return open.only;
  return info.siblings.size() > 1 ? info.siblings.front() : std::string();
}

}  // namespace tp
