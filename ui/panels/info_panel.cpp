#include "ui/panels/info_panel.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "core/kernel/syscalls.h"
#include "core/trace/wall_text.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/panels/info_lists.h"
#include "ui/timeline/joint.h"

namespace tp::ui {
namespace {

constexpr float kLabel = 120;
constexpr float kHead = 24;
// Maximal widths, in pixels: labels and values stay close together, and warnings get the rest.
constexpr float kFacts = 900, kStreams = 600;

std::string clockName(const ClockInfo& clock) {
  return clock.name.empty() ? "not named" : clock.name;
}

std::string clockText(const ClockInfo& clock) {
  std::string text = clockName(clock);
  if (clock.isNs) return text + ", nanoseconds";
  if (clock.nsNum == 0) return text + ", counts of unknown length";
  const double ns = static_cast<double>(clock.nsNum) / static_cast<double>(std::max<uint64_t>(1, clock.nsDen));
  const bool coarse = ns >= 1e6;
  char length[48];
  std::snprintf(length, sizeof length, ", counts of %.4g %s", coarse ? ns / 1e6 : ns, coarse ? "ms" : "ns");
  return text + length;
}

std::string openedText(const Progress& progress) {
  if (progress.seconds <= 0) return {};
  char text[96];
  bool quick = progress.seconds < 1;
  std::snprintf(text, sizeof text, quick ? "in %.0f ms, " : "in %.2f s, ",
                quick ? progress.seconds * 1e3 : progress.seconds);
  return text + bytesText(static_cast<uint64_t>(progress.bytesPerSecond)) + "/s";
}

// A joined trace: its clock, and how it is aligned with the others.
std::string partText(const TracePart& part, const ClockInfo& axis) {
  std::string text = part.name + ", " + part.format + (part.version.empty() ? "" : " " + part.version) + ", clock " +
                     clockName(part.clock) + ": " + part.alignment;
  if (part.shift == 0) return text;
  return text + "; shifted by " + (part.shift < 0 ? "\u2212" : "+") + durationText(std::abs(part.shift), axis);
}

// What the info says of system calls whose machine was chosen here.
std::string chosenMachine(const WindowState& c) {
  return c.joint.options.machine.empty() ? std::string() : kernel::machineChosen(c.joint.options.machine);
}

// Lets people say what machine a trace is of that does not tell it. Returns the height.
float drawMachines(Context& c, ImVec2 at) {
  JoinOptions options = c.joint.options;
  for (const std::string_view machine : kernel::kMachines) {
    const bool chosen = options.machine == machine;
    if (!chip(c, std::string(machine).c_str(), at, chosen)) continue;
    options.machine = chosen ? std::string() : std::string(machine);
    reopen(c, options);
    break;
  }
  return kChipLine;
}

// Facts about the recording and the index.
void drawFacts(Context& c, const Rect& area) {
  const TraceIndex& index = c.index();
  const TraceInfo& info = index.info();
  ImGui::SetCursorScreenPos(area.min());
  if (ImGui::BeginChild("facts", {area.w, area.h}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNav)) {
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    float top = area.y - ImGui::GetScrollY(), y = top;
    auto pair = [&](std::string_view label, const std::string& text) {
      if (!text.empty()) y += drawPair(c, {area.x, y}, kLabel, area.w - 14, label, text);
    };
    const bool versioned = info.parts.empty() && !info.version.empty();
    pair("Format", versioned ? info.format + ", version " + info.version : info.format);
    for (const TracePart& part : info.parts) pair("Trace " + std::to_string(part.number), partText(part, info.clock));
    // Where something can be chosen, that comes before what can only be read.
    const std::string chosen = chosenMachine(c);
    const auto asks = [&](const std::string& value) {
      return c.host.reopen && (value == kernel::kMachineNotTold || value == chosen);
    };
    for (const auto& [key, value] : info.metadata) {
      if (!asks(value)) continue;
      pair(key, value);
      y += drawMachines(c, {area.x + kLabel, y});
    }
    pair("Clock", clockText(info.clock));
    bool any = index.begin() <= index.end();
    if (any) pair("From", exactText(index.begin(), info.clock));
    if (const std::optional<Time> origin = index.origin(); any && origin)
      pair("Cut", "from a trace that begins at " + exactText(*origin, info.clock));
    if (any && c.timesFrom() != index.begin())
      pair("Times count from", exactText(c.timesFrom(), info.clock) + ", the beginning of the whole trace");
    if (any) pair("To", exactText(index.end(), info.clock));
    if (any && index.firstRow() < index.begin())
      pair("Before that", "records from " + durationText(index.begin() - index.firstRow(), info.clock) +
                              " before on, of which nothing is drawn; Events has them");
    if (any && info.clock.hasWallOffset && info.clock.isNs) {
      pair("Wall clock", wallText(index.begin(), info.clock));
      pair("", wallText(index.end(), info.clock) + std::string(wallNote(info.clock)));
    }
    pair("Records", countText(index.records()));
    uint64_t bytes = 0;
    for (const StreamState& stream : index.streams())
      if (!stream.merged) bytes += stream.bytesTotal;
    pair("Data", bytesText(bytes) + " in " + streamsText(index));
    char perRecord[48] = "";
    if (index.records() > 0)
      std::snprintf(perRecord, sizeof perRecord, ", %.1f B a record",
                    static_cast<double>(c.figures.bytes()) / static_cast<double>(index.records()));
    pair("Index", bytesText(c.figures.bytes()) + perRecord);
    pair("Cache", bytesText(c.session.cacheBytes()) + " of details");
    pair("Tracks, names", countText(index.tracks().size()) + ", " + countText(index.names().size()));
    pair("Indexed", openedText(c.session.progress()));
    for (const auto& [key, value] : info.metadata)
      if (!asks(value)) pair(key, value);
    c.draw = outer;
    ImGui::SetCursorScreenPos({area.x, y + 8});
    ImGui::Dummy({1, 1});
  }
  ImGui::EndChild();
}

}  // namespace

void drawInfoPanel(Context& c, const Rect& area) {
  Rect body{area.x + 14, area.y + 10, area.w - 28, area.h - 12};
  if (area.w >= 1180) {
    float facts = std::min(kFacts, body.w * 0.36f), streams = std::min(kStreams, body.w * 0.3f);
    float second = body.x + facts + 20, third = second + streams + 20;
    drawFacts(c, {body.x, body.y, facts, body.h});
    drawStreams(c, {second, body.y, streams, body.h});
    drawWarnings(c, {third, body.y, body.x + body.w - third, body.h});
    for (float x : {second, third}) c.draw->AddLine({x - 10, area.y}, {x - 10, area.y + area.h}, c.theme.line);
    return;
  }
  static constexpr const char* kSections[] = {"Trace", "Streams", "Warnings and losses"};
  ImVec2 at{body.x, area.y + 5};
  for (int i = 0; i < 3; ++i)
    if (chip(c, kSections[i], at, c.infoSection == i)) c.infoSection = i;
  body.y += kHead;
  body.h -= kHead;
  if (c.infoSection == 0) drawFacts(c, body);
  if (c.infoSection == 1) drawStreams(c, body);
  if (c.infoSection == 2) drawWarnings(c, body);
}

std::vector<PanelTable> infoTables(Context& c) {
  PanelTable table{"About the trace", {"What", "Value"}, {}};
  for (const auto& [key, value] : c.index().info().metadata) table.rows.push_back({key, value});
  for (const Warning& warning : c.index().warnings()) {
    if (table.rows.size() >= kMaxPanelRows) break;
    table.rows.push_back({"warning", warning.text()});
  }
  return {table};
}

}  // namespace tp::ui
