#include "core/session/plot/plot.h"

namespace tp {

std::string PlotSpec::name() const {
  std::string text = event + "." + field;
  if (!by.empty()) text += " by " + by;
  if (!filter.empty()) text += " where " + filter;
  return text;
}

void writePlot(const PlotSpec& spec, WireWriter& out) {
  for (const std::string* part : {&spec.event, &spec.field, &spec.by, &spec.filter}) out.putString(*part);
  out.put(spec.nearBegin);
  out.put(spec.nearEnd);
}

PlotSpec readPlot(WireReader& in) {
  PlotSpec spec;
  for (std::string* part : {&spec.event, &spec.field, &spec.by, &spec.filter}) *part = in.getString();
  spec.nearBegin = clampTime(in.get<Time>());
  spec.nearEnd = clampTime(in.get<Time>());
  return spec;
}

void writePlotLane(const PlotLane& lane, WireWriter& out) {
  out.put(lane.stream);
  out.putString(lane.value);
  out.put(lane.samples);
  for (const std::vector<Mark>& level : lane.levels) out.putArray(level);
  out.putArray(lane.tail);
}

bool readPlotLane(WireReader& in, PlotLane& lane) {
  lane.stream = in.get<uint32_t>();
  lane.value = in.getString();
  lane.samples = in.get<uint64_t>();
  for (std::vector<Mark>& level : lane.levels) in.getArray(level);
  in.getArray(lane.tail);
  return !in.failed();
}

}  // namespace tp
