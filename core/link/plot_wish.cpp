#include "core/link/plot_wish.h"

#include <vector>

namespace tp {
namespace {

constexpr size_t kMaxName = 200, kMaxFilter = 2048;  // bytes
constexpr size_t kTrackFields = 5;

}  // namespace

bool isKeepable(const PlotSpec& spec) {
  for (const std::string* name : {&spec.event, &spec.field, &spec.by})
    if (name->size() > kMaxName || !isText(*name)) return false;
  return !spec.event.empty() && !spec.field.empty() && spec.filter.size() <= kMaxFilter && isText(spec.filter);
}

// Texts are escaped once more than the whole, since they may have commas.
std::string plotText(const PlotSpec& spec) {
  return escaped(spec.event) + "," + escaped(spec.field) + "," + escaped(spec.by) + "," + escaped(spec.filter);
}

std::optional<PlotSpec> readPlot(std::string_view text) {
  const std::vector<std::string_view> fields = linkParts(text, ',');
  if (fields.size() != 4) return std::nullopt;
  PlotSpec spec{unescaped(fields[0]), unescaped(fields[1]), unescaped(fields[2]), unescaped(fields[3])};
  return isKeepable(spec) ? std::optional(std::move(spec)) : std::nullopt;
}

std::string laidText(const LaidPlot& laid) {
  return trackText(laid.first) + "," + trackText(laid.second);
}

std::optional<LaidPlot> readLaid(std::string_view text) {
  const std::vector<std::string_view> fields = linkParts(text, ',');
  LaidPlot laid;
  if (fields.size() != 2 * kTrackFields || !readTrack(fields.data(), laid.first)) return std::nullopt;
  if (!readTrack(fields.data() + kTrackFields, laid.second)) return std::nullopt;
  return laid;
}

}  // namespace tp
