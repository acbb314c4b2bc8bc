#include <algorithm>
#include <cstdio>

#include "ui/drawer.h"
#include "ui/time_text.h"

namespace tp::ui {
namespace {

// Warnings are as many as the trace is damaged; these are enough to see the kind of damage.
constexpr size_t kWarningsShown = 200;

}  // namespace

void drawInfoPanel(Context& c, const Rect& area) {
  const TraceIndex& index = c.index();
  const TraceInfo& info = index.info();
  float y = area.y + 12;
  float half = area.w >= 900 ? area.w / 2 : area.w;
  float width = half - 34;
  auto pair = [&](float x, std::string_view label, const std::string& text) {
    y += drawPair(c, {x, y}, 120, width, label, text);
  };
  float x = area.x + 14;
  pair(x, "Format", info.format + ", version " + info.version);
  pair(x, "Clock", info.clock.name + (info.clock.isNs ? ", nanoseconds" : ", counts"));
  pair(x, "From, to", exactText(index.begin(), info.clock) + " to " + exactText(index.end(), info.clock));
  pair(x, "Records", countText(index.records()));
  pair(x, "Streams", countText(index.streams().size()));
  uint64_t bytes = 0;
  for (const StreamState& stream : index.streams()) bytes += stream.bytesTotal;
  pair(x, "Data", bytesText(bytes));
  char perRecord[48];
  std::snprintf(perRecord, sizeof perRecord, ", %.1f B a record",
                static_cast<double>(index.memoryBytes()) / static_cast<double>(std::max<uint64_t>(1, index.records())));
  pair(x, "Index", bytesText(index.memoryBytes()) + perRecord);
  for (const auto& [key, value] : info.metadata) pair(x, key, value);
  float left = y;

  if (half < area.w) {
    x = area.x + half;
    y = area.y + 12;
  }
  std::string title = index.warningCount() == 0 ? "No warnings: every record was understood."
                                                : countText(index.warningCount()) + " warnings";
  drawText(c, c.fonts.strong, kWordSize, {x, y}, index.warningCount() == 0 ? c.theme.ok : c.theme.warn, title);
  y += 24;
  size_t shown = std::min(index.warnings().size(), kWarningsShown);
  for (size_t i = 0; i < shown; ++i) {
    std::string text = index.warnings()[i].text();
    ImVec2 size = c.fonts.mono->CalcTextSizeA(kHintSize, 1e9f, width, text.data(), text.data() + text.size());
    c.draw->AddText(c.fonts.mono, kHintSize, {x, y}, c.theme.text, text.data(), text.data() + text.size(), width);
    y += size.y + 6;
  }
  if (shown < index.warningCount()) {
    drawText(c, c.fonts.words, kHintSize, {x, y}, c.theme.dim,
             "and " + countText(index.warningCount() - shown) + " more");
    y += 20;
  }
  ImGui::SetCursorScreenPos({area.x, std::max(y, left) + 8});
  ImGui::Dummy({1, 1});
}

}  // namespace tp::ui
