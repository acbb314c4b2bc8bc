#include "ui/view/query_track.h"

#include <algorithm>

#include "core/link/link_text.h"
#include "core/text/characters.h"
#include "ui/base/time_text.h"
#include "ui/view/query_text.h"

namespace tp::ui {
namespace {

constexpr size_t kNameWords = 48;  // bytes of a query that make its name

}  // namespace

std::string nameOfQuery(std::string_view query) {
  const std::string text = plainQuery(query);
  std::string name;
  for (size_t at = 0; at < text.size();) {
    while (at < text.size() && isQueryBlank(text[at])) ++at;
    size_t end = at;
    while (end < text.size() && !isQueryBlank(text[end])) ++end;
    if (end == at) break;
    const bool fits = name.size() + 1 + (end - at) <= kNameWords;
    if (!fits && !name.empty()) return name + " \u2026";
    name += (name.empty() ? "" : " ") + text.substr(at, end - at);
    at = end;
  }
  if (name.size() <= QueryTrackWish::kMaxName) return name.empty() ? "query" : name;
  return name.substr(0, characterStart(name, kNameWords)) + " \u2026";
}

void QueryTrack::take(std::shared_ptr<const SqlResult> found, const TimeBounds& trace) {
  asked = 0;
  result.reset();
  slices = {};
  samples = {};
  error = found->error();
  if (!error.empty()) return;
  if (kind == QueryTrackKind::Slices) {
    const std::optional<SliceColumns> columns = sliceColumns(*found);
    if (!columns) return void(error = "the result has no columns ts and dur with numbers");
    slices = layOutSlices(*found, *columns, trace);
  } else {
    const std::optional<SampleColumns> columns = sampleColumns(*found);
    if (!columns) return void(error = "the result has no columns ts and value with numbers");
    samples = readSamples(*found, *columns, trace);
  }
  result = std::move(found);
}

std::vector<std::string> notesOn(const QueryTrack& track) {
  std::vector<std::string> notes;
  if (!track.result) return notes;
  if (track.result->stage() == SqlStage::Cut)
    notes.push_back("the first " + countText(track.result->rows(), "row") + ", there are more");
  const bool slices = track.kind == QueryTrackKind::Slices;
  auto tell = [&](size_t count, const std::string& why) {
    if (count > 0) notes.push_back(countText(count, "row") + " left out: " + why);
  };
  tell(slices ? track.slices.timeless : track.samples.timeless, slices ? "no ts or no dur" : "no ts");
  tell(slices ? track.slices.outside : track.samples.outside, "outside of the trace");
  tell(track.slices.crowded, "more than " + std::to_string(QuerySlices::kMaxLevels) + " overlap");
  if (!track.keepable()) notes.emplace_back("links can't keep it: its query is too long, or no plain text");
  return notes;
}

}  // namespace tp::ui
