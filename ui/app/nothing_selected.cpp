// What the panel of the selection shows while nothing is selected: where to begin. Of what takes a pass over all
// records, it shows what has been counted, and offers to count it.
#include <algorithm>
#include <functional>

#include "core/analysis/call_profile.h"
#include "ui/app/actions.h"
#include "ui/app/states.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/calls/figure_text.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/view/calls.h"
#include "ui/view/leads.h"
#include "ui/view/losses.h"
#include "ui/view/selection_text.h"
#include "ui/view/track_tree.h"

namespace tp::ui {
namespace {

constexpr float kEdge = 14, kRow = 20, kLeastColumn = 230, kGap = 28;
constexpr size_t kMaxRows = 12;

struct ThreadRecords {
  TrackId thread = kNoTrack;
  uint64_t records = 0;
};

// Of so many records, what takes all of them is counted without being asked for.
constexpr uint64_t kCountedAtOnce = 2'000'000;

// The threads with the most slices and events on their tracks, the busiest first.
struct Busiest {
  uint64_t opening = 0, version = 0;  // of the session
  std::vector<ThreadRecords> threads;

  void follow(const Context& c) {
    if (opening == c.session.opening() && version == c.session.version()) return;
    opening = c.session.opening();
    version = c.session.version();
    const TrackTable& tracks = c.index().tracks();
    std::vector<uint64_t> records(tracks.size(), 0);
    for (const Lane& lane : c.index().lanes()) records[unitOf(tracks, lane.track)] += lane.slices;
    threads.clear();
    for (TrackId id = 0; id < tracks.size(); ++id)
      if (tracks[id].key.kind == TrackKind::Thread && records[id] > 0) threads.push_back({id, records[id]});
    const size_t most = std::min(threads.size(), kMaxRows);
    std::partial_sort(threads.begin(), threads.begin() + static_cast<ptrdiff_t>(most), threads.end(),
                      [](const ThreadRecords& a, const ThreadRecords& b) { return a.records > b.records; });
    threads.resize(most);
  }
};

// A list with a title that grows downwards, and leads on from each row.
class List {
 public:
  List(Context& c, const Rect& area, const char* title) : c_(c), area_(area), y_(area.y + 22) {
    drawText(c, c.fonts.strong, kWordSize, area.min(), c.theme.text, title);
  }

  bool full() const { return y_ + kRow > area_.y + area_.h; }

  // Returns true if the row was pressed.
  bool row(const std::string& name, const std::string& figure) {
    const Rect box{area_.x, y_, area_.w, kRow};
    y_ += kRow;
    ImGui::SetCursorScreenPos({box.x - 4, box.y - 1});
    ImGui::PushID(static_cast<int>(y_));
    ImGui::PushID(static_cast<int>(box.x));
    const bool pressed = ImGui::InvisibleButton("row", {box.w + 8, kRow});
    ImGui::PopID();
    ImGui::PopID();
    const bool hovered = ImGui::IsItemHovered();
    c_.noteControl(name, false);
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const float wide = textWidth(c_.fonts.mono, kMonoSize, figure);
    drawCell(c_, c_.fonts.words, kWordSize, {box.x, box.y}, hovered || figure.empty() ? c_.theme.accent : c_.theme.text,
             name, {box.x, box.y, box.w - wide - 12, kRow});
    drawText(c_, c_.fonts.mono, kMonoSize, {box.x + box.w - wide, box.y + 1}, c_.theme.dim, figure);
    return pressed;
  }

  // Where a note of drawn words is, as sayCounting() places it.
  Rect next() const { return {area_.x - 14, y_ - 12, area_.w, kRow}; }

  void note(const char* text) {
    drawText(c_, c_.fonts.words, kHintSize, {area_.x, y_}, c_.theme.dim, text);
    y_ += kRow;
  }

 private:
  Context& c_;
  Rect area_;
  float y_;
};

void drawThreads(Context& c, const Rect& area) {
  Busiest& busiest = c.memory.of<Busiest>();
  busiest.follow(c);
  const bool whole = c.session.phase() == Phase::Ready;
  List list(c, area, whole ? "Threads by slices and events" : "Threads by slices and events so far");
  for (const ThreadRecords& one : busiest.threads) {
    if (list.full()) break;
    if (list.row(trackOwner(c.index(), one.thread), countText(one.records))) c.reveal = one.thread;
  }
  if (busiest.threads.empty()) list.note("No thread is known.");
}

// What is counted as functions: of a kernel, system calls and functions, or what ran on CPUs.
const char* functionsTitle(const TraceIndex& index) {
  if (countedClass(index) == CallProfiles::classOf(TrackKind::Cpu)) return "Most time on CPUs";
  return index.info().traits.kernel ? "Calls with the most self time" : "Functions with the most self time";
}

void drawFunctions(Context& c, const Rect& area) {
  List list(c, area, functionsTitle(c.index()));
  const Calls* calls = c.session.calls();
  const CallScope wanted = viewedCalls(c, false);
  if (calls == nullptr || !answers(calls->scope, wanted)) {
    if (c.index().records() <= kCountedAtOnce) {
      wantCalls(c, wanted, list.next());
      return;
    }
    if (list.row("Count the calls", "")) c.tab = Tab::Functions;
    return;
  }
  std::vector<const FunctionStats*> rows;
  for (const FunctionStats& row : calls->functions.rows)
    if (row.calls > 0 && !row.offCpu) rows.push_back(&row);
  const size_t most = std::min(rows.size(), kMaxRows);
  std::partial_sort(rows.begin(), rows.begin() + static_cast<ptrdiff_t>(most), rows.end(),
                    [](const FunctionStats* a, const FunctionStats* b) { return a->self > b->self; });
  for (size_t i = 0; i < most && !list.full(); ++i) {
    const std::string self = figureText(*rows[i], FunctionFigure::Self, c.clock());
    if (list.row(std::string(c.names.text(rows[i]->name)), self)) showStatistics(c, rows[i]->name);
  }
  if (rows.empty()) list.note("No calls here.");
}

void drawWaits(Context& c, const Rect& area) {
  List list(c, area, "Longest from woken to running");
  SchedulingScope scope;
  if (c.range) scope = {c.range->first, c.range->second};
  const bool quiet = c.index().records() > kCountedAtOnce || ImGui::IsMouseDown(0);
  const Scheduling* found = c.scheduling.want(c.session, scope, {}, quiet);
  if (found == nullptr && !quiet) return list.note("Counting \u2026");
  if (found == nullptr) {
    if (list.row("Count what the scheduler did", "")) c.tab = Tab::Scheduling;
    return;
  }
  for (size_t i = 0; i < found->worst.size() && !list.full(); ++i) {
    const WakeupLatency& one = found->worst[i];
    const std::string time = durationText(one.latency(), c.clock(), atMostIf(one.atMost));
    if (!list.row(threadText(c.index(), one.thread), time)) continue;
    c.schedulingView.latencies = {};
    c.runAction = {"latency", std::to_string(i + 1)};
  }
  if (found->worst.empty()) list.note("No wakeups are known.");
}

void drawTroubles(Context& c, const Rect& area) {
  List list(c, area, "Warnings and losses");
  const std::string lost = lossesText(c.figures);
  if (!lost.empty() && list.row(lost, "")) goToLoss(c, kNoTrack);
  const std::vector<Warning>& warnings = c.index().warnings();
  for (size_t i = 0; i < warnings.size() && !list.full(); ++i)
    if (list.row(warnings[i].text(), "")) c.runAction = {"warning", std::to_string(i + 1)};
  if (lost.empty() && warnings.empty()) list.note("None: every record was understood.");
}

bool hasStates(const TraceIndex& index) {
  return index.countTracks(TrackKind::ThreadState) > 0;
}

// The most important keys, in a line. Returns its height.
float drawKeys(Context& c, const Rect& panel) {
  auto keys = [&c](const char* id) { return keysText(*findAction(viewActions(), id), c.keyNames, " "); };
  const std::string text = "Nothing is selected. Click a slice, or press an arrow key; " + keys("zoom-in") + " " +
                           keys("zoom-out") + " zoom, " + keys("pan-left") + " " + keys("pan-right") + " move; " +
                           keysText(findAction(windowActions(), "palette")->keys[0], c.keyNames) + " finds all else.";
  drawCell(c, c.fonts.words, kWordSize, {panel.x + kEdge, panel.y + 10}, c.theme.dim, text,
           {panel.x + kEdge, panel.y + 10, panel.w - 2 * kEdge, kRow});
  return 40;
}

}  // namespace

void drawNothingSelected(Context& c, const Rect& panel) {
  const float head = drawKeys(c, panel);
  std::vector<std::function<void(Context&, const Rect&)>> lists;
  if (c.index().countTracks(TrackKind::Thread) > 0) lists.emplace_back(drawThreads);
  if (countedClass(c.index()) < CallProfiles::kClasses) lists.emplace_back(drawFunctions);
  if (hasStates(c.index())) lists.emplace_back(drawWaits);
  lists.emplace_back(drawTroubles);
  const float room = panel.w - 2 * kEdge + kGap;
  const size_t fitting = std::clamp<size_t>(static_cast<size_t>(room / (kLeastColumn + kGap)), 1, lists.size());
  const float width = room / static_cast<float>(fitting) - kGap;
  for (size_t i = 0; i < fitting; ++i) {
    const float x = panel.x + kEdge + static_cast<float>(i) * (width + kGap);
    lists[i](c, {x, panel.y + head, std::min(width, 420.0f), panel.h - head - 6});
  }
}

}  // namespace tp::ui
