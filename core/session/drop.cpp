#include "core/session/drop.h"

namespace tp {

JoinOptions besideOptions(const JoinOptions& open, bool isTrace) {
  JoinOptions options = open;
  options.lastIsTrace = isTrace;
  options.only.clear();
  options.keep.clear();
  return options;
}

}  // namespace tp
