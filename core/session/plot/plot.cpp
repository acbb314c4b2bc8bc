#include "core/session/plot/plot.h"

namespace tp {

std::string PlotSpec::name() const {
  std::string text = event + "." + field;
  if (!by.empty()) text += " by " + by;
  if (!filter.empty()) text += " where " + filter;
  return text;
}

}  // namespace tp
