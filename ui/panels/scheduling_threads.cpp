// The table of threads: how long each was in which state.
#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "ui/base/hatch.h"
#include "ui/base/table_columns.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/panels/thread_menu.h"
#include "ui/view/row_keys.h"
#include "ui/view/track_filter.h"

namespace tp::ui {
namespace {

struct Column {
  const char* title;
  int64_t (*of)(const ThreadScheduling&);
  bool time;
  // By how much the figure, a time, may be too long, where it is an upper bound; null: it never is.
  Time (*assumed)(const ThreadScheduling&) = nullptr;
  // By how much it may be too short; null: it never is.
  Time (*unseen)(const ThreadScheduling&) = nullptr;
  // The state that it is the time of; it leads to the list of these states.
  std::optional<ThreadState> state = {};
  bool latency = false;  // it leads to the latencies of the thread

  bool leads() const { return state || latency; }
};
template <ThreadState kState>
int64_t timeIn(const ThreadScheduling& thread) {
  return thread.in(kState);
}
template <ThreadState kState>
Time assumedIn(const ThreadScheduling& thread) {
  return thread.assumedIn(kState);
}
// What is assumed of states in which the thread does not run, it may have run.
Time unseenOf(const ThreadScheduling& thread) {
  return thread.assumedIn(ThreadState::Running) > 0 ? 0 : thread.allAssumed();
}
// The columns after the name and the bar.
constexpr Column kColumns[] = {
    {"Running", timeIn<ThreadState::Running>, true, assumedIn<ThreadState::Running>, unseenOf, ThreadState::Running},
    {"Runnable", timeIn<ThreadState::Runnable>, true, assumedIn<ThreadState::Runnable>, nullptr, ThreadState::Runnable},
    {"Sleeping", timeIn<ThreadState::Sleeping>, true, assumedIn<ThreadState::Sleeping>, nullptr, ThreadState::Sleeping},
    {"Uninterruptible", timeIn<ThreadState::Uninterruptible>, true, assumedIn<ThreadState::Uninterruptible>, nullptr,
     ThreadState::Uninterruptible},
    {"Switches", [](const ThreadScheduling& t) { return static_cast<int64_t>(t.switches); }, false},
    {"Worst",
     [](const ThreadScheduling& t) { return t.latencyMax; },
     true,
     [](const ThreadScheduling& t) { return t.maxAtMost ? t.latencyMax : 0; },
     nullptr,
     {},
     true},
    // Only shown if some thread has any.
    {"Other", [](const ThreadScheduling& t) { return t.other(); }, true,
     [](const ThreadScheduling& t) { return t.otherAssumed(); }},
    {"Unknown", [](const ThreadScheduling& t) { return t.unknown(); }, true, nullptr, nullptr, ThreadState::Unknown},
};
// A time that is a bound has its sign before it.
constexpr FigureColumn kWidths[] = {{60, 0}, {60, 7}, {60, 6}, {88, 4}, {52, 2}, {60, 3}, {60, 1}, {52, 5}};
constexpr int kFigures = static_cast<int>(std::size(kColumns));
static_assert(std::size(kWidths) == std::size(kColumns));
constexpr float kScrollBar = 14;
constexpr float kBar = 40;       // minimal width of the bar of states
constexpr float kBeforeTid = 6;  // gap between the name and the tid

struct Shown {
  uint32_t of = 0;  // SchedulingAnswer::number()
  std::string search;
  std::vector<uint32_t> rows;  // positions in Scheduling::threads
  float names = 0;             // width of the longest name with its tid
  Time longest = 0;            // what the bars are shares of: the longest time of a thread
  uint32_t empty = 0;          // a bit for each of the last columns that have nothing to show
  NameColumn nameColumn;
  TableHeight height;
};

// "12752", or "12752, trace.dat" if several traces are open together.
std::string tidText(const TraceIndex& index, const Track& track) {
  const std::string_view trace = traceName(index.tracks(), track.key.trace);
  return std::to_string(track.key.tid) + (trace.empty() ? "" : ", " + std::string(trace));
}

float longestName(const Context& c, const Shown& shown, const Scheduling& scheduling) {
  float longest = 0;
  for (uint32_t row : shown.rows) {
    const Track& track = c.index().tracks()[scheduling.threads[row].thread];
    longest = std::max(longest, textWidth(c.fonts.words, kWordSize, track.name) + kBeforeTid +
                                    textWidth(c.fonts.words, kHintSize, tidText(c.index(), track)));
  }
  return longest;
}

void sortRows(const WindowState& c, const TraceIndex& index, Shown& shown, const Scheduling& scheduling) {
  int column = c.schedulingView.column;
  std::stable_sort(shown.rows.begin(), shown.rows.end(), [&](uint32_t x, uint32_t y) {
    const ThreadScheduling& a = scheduling.threads[c.schedulingView.ascending ? x : y];
    const ThreadScheduling& b = scheduling.threads[c.schedulingView.ascending ? y : x];
    const TrackTable& tracks = index.tracks();
    if (column == 0) return tracks[a.thread].name < tracks[b.thread].name;
    if (column == 1) return a.knownTime() < b.knownTime();
    const Column& by = kColumns[std::clamp(column - 2, 0, kFigures - 1)];
    return by.of(a) < by.of(b);
  });
}

// The text of a time, with the sign of a bound if the time, as it is shown, could be another: shorter by `assumed`, or
// longer by `unseen`.
std::string timeText(const Context& c, Time time, Time assumed, Time unseen = 0) {
  std::string shown = durationText(time, c.clock());
  if (assumed > 0 && durationText(time - assumed, c.clock()) != shown)
    return durationText(time, c.clock(), Bound::AtMost);
  if (unseen <= 0 || durationText(time + unseen, c.clock()) == shown) return shown;
  return durationText(time, c.clock(), Bound::AtLeast);
}

std::string figureText(const Context& c, const Column& column, const ThreadScheduling& row) {
  const int64_t figure = column.of(row);
  if (!column.time) return countText(static_cast<uint64_t>(figure));
  return timeText(c, figure, column.assumed != nullptr ? column.assumed(row) : 0,
                  column.unseen != nullptr ? column.unseen(row) : 0);
}

void right(Canvas& c, ImU32 ink, const std::string& text) {
  ImVec2 at = ImGui::GetCursorScreenPos();
  float room = ImGui::GetContentRegionAvail().x;
  std::string shown = fitText(c.fonts.mono, kMonoSize, text, room);
  float width = textWidth(c.fonts.mono, kMonoSize, shown);
  drawText(c, c.fonts.mono, kMonoSize, {at.x + std::max(0.0f, room - width), at.y + 1}, ink, shown);
}

// Draws the shares of `window`, the same for all rows, so that these can be compared.
void drawBar(Canvas& c, const ThreadScheduling& row, Time window) {
  ImVec2 at = ImGui::GetCursorScreenPos();
  float width = ImGui::GetContentRegionAvail().x;
  c.draw->AddRectFilled({at.x, at.y + 3}, {at.x + width, at.y + 13}, c.theme.raised, 2);
  if (window <= 0) return;
  double perUnit = static_cast<double>(width) / static_cast<double>(window);
  float x = at.x;
  auto part = [&](Time time, ImU32 colour) {
    float wide = static_cast<float>(static_cast<double>(time) * perUnit);
    if (wide > 0.3f) c.draw->AddRectFilled({x, at.y + 3}, {x + std::max(wide, 1.0f), at.y + 13}, colour);
    x += wide;
  };
  for (ThreadState state :
       {ThreadState::Running, ThreadState::Runnable, ThreadState::Uninterruptible, ThreadState::Sleeping})
    part(row.in(state), c.theme.stateColour(state));
  x += static_cast<float>(static_cast<double>(row.other()) * perUnit);
  const float unknown = static_cast<float>(static_cast<double>(row.unknown()) * perUnit);
  drawHatch(c, {x, at.y + 3, unknown, 10}, x, std::min(x + unknown, at.x + width));
}

void drawRowTip(Context& c, const ThreadScheduling& row, Time window) {
  std::vector<TipLine> lines{{threadText(c.index(), row.thread), c.fonts.strong, kWordSize, c.theme.text}};
  auto line = [&](const std::string& text) { lines.push_back({text, c.fonts.mono, kMonoSize, c.theme.dim}); };
  auto state = [&](const char* label, Time time, Time assumed, Time unseen = 0) {
    if (time <= 0) return;
    int tenths = static_cast<int>(1000 * static_cast<double>(time) / static_cast<double>(std::max<Time>(1, window)));
    line(std::string(label) + " " + timeText(c, time, assumed, unseen) + ", " + std::to_string(tenths / 10) + "." +
         std::to_string(tenths % 10) + " %");
  };
  for (size_t i = 1; i < kThreadStates; ++i)
    state(threadStateName(static_cast<ThreadState>(i)), row.times[i], row.assumed[i],
          static_cast<ThreadState>(i) == ThreadState::Running ? unseenOf(row) : 0);
  state(threadStateName(ThreadState::Unknown), row.unknown(), 0);
  if (row.assumedIn(ThreadState::Running) > 0)
    line("at most: up to its last record on a CPU, it may have left it");
  else if (row.allAssumed() > 0)
    line("not running: of that, " + durationText(row.allAssumed(), c.clock()) +
         " while another CPU was not recorded: it may have run there");
  line(countText(row.switches) + (row.switches == 1 ? " recorded switch to it, " : " recorded switches to it, ") +
       countText(row.migrations) + " to another CPU than before");
  if (row.wakeups > 0)
    line(countText(row.wakeups, "wakeup") +
         (row.latencies < row.wakeups ? "; of " + countText(row.latencies) + " whose latency is known, "
                                      : ", latency ") +
         durationText(row.latencyAverage(), c.clock(), atMostIf(row.atMost > 0)) + " on average, " +
         durationText(row.latencyMax, c.clock(), atMostIf(row.maxAtMost)) + " at worst");
  drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight);
}

void drawRow(Context& c, const ThreadScheduling& row, Time longest, Time window) {
  ImGui::TableNextRow(ImGuiTableRowFlags_None, 20);
  ImGui::TableNextColumn();
  ImGui::PushID(static_cast<int>(row.thread));
  bool chosen = c.schedulingView.thread == row.thread;
  const bool pressed = ImGui::Selectable("##row", chosen, ImGuiSelectableFlags_SpanAllColumns, {0, 16});
  if (pressed) {
    c.schedulingView.thread = row.thread;
    c.memory.of<RowKeys>().take();
  }
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) askThreadMenu(c, row.thread);
  bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  ImVec2 at = ImGui::GetItemRectMin();
  const Track& track = c.index().tracks()[row.thread];
  // The row's tooltip has both in full.
  Rect clip{at.x, at.y, ImGui::GetColumnWidth() - 4, 18};
  const std::string tid = tidText(c.index(), track);
  float room = clip.w - kBeforeTid - textWidth(c.fonts.words, kHintSize, tid);
  std::string name = fitText(c.fonts.words, kWordSize, track.name, room);
  drawText(c, c.fonts.words, kWordSize, {at.x, at.y + 2}, c.theme.text, name, &clip);
  float after = at.x + textWidth(c.fonts.words, kWordSize, name) + kBeforeTid;
  drawText(c, c.fonts.words, kHintSize, {after, at.y + 3.5f}, c.theme.dim, tid, &clip);
  ImGui::TableNextColumn();
  drawBar(c, row, longest);
  bool leads = false;
  for (const Column& column : kColumns) {
    if (!ImGui::TableNextColumn()) continue;
    if (column.of(row) == 0) continue;
    const bool here = hovered && column.leads() && pointerInCell();
    leads = leads || here;
    if (here) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (here && pressed && column.state) listStates(c, row.thread, column.state);
    if (here && pressed && column.latency) listLatencies(c, {.thread = row.thread});
    right(c, here ? c.theme.accent : c.theme.text, figureText(c, column, row));
  }
  if (pressed && !leads) c.reveal = row.thread;
  if (hovered) drawRowTip(c, row, window);
}

// Arrows choose a thread; Enter shows its track, as a click does.
void followKeys(Context& c, const Shown& shown, const Scheduling& scheduling, float rowHeight, float head) {
  RowKeys& keys = c.memory.of<RowKeys>();
  TrackId& thread = c.schedulingView.thread;
  auto chosen = std::find_if(shown.rows.begin(), shown.rows.end(),
                             [&](uint32_t row) { return scheduling.threads[row].thread == thread; });
  const int64_t current = chosen == shown.rows.end() ? -1 : chosen - shown.rows.begin();
  const auto page = static_cast<size_t>(ImGui::GetWindowHeight() / std::max(1.0f, rowHeight));
  if (auto to = keys.moved(shown.rows.size(), current, page)) {
    thread = scheduling.threads[shown.rows[*to]].thread;
    bringIntoView(*to, rowHeight, head);
    c.moreToCome = true;
  }
  const bool entered = keys.entered(), menu = keys.menuWanted();
  if (current < 0) return;
  if (entered) c.reveal = thread;
  if (!menu) return;
  const float y = head + static_cast<float>(current + 1) * rowHeight - ImGui::GetScrollY();
  askThreadMenu(c, thread, ImVec2{ImGui::GetWindowPos().x + 40, ImGui::GetWindowPos().y + y});
}

}  // namespace

std::vector<std::string> threadTitles() {
  std::vector<std::string> titles;
  for (const Column& column : kColumns) titles.emplace_back(column.title);
  return titles;
}

std::vector<std::string> threadFigures(const Context& c, const ThreadScheduling& thread) {
  std::vector<std::string> figures;
  for (const Column& column : kColumns) figures.push_back(figureText(c, column, thread));
  return figures;
}

void drawThreadTable(Context& c, const Scheduling& scheduling, const Rect& area) {
  Shown& shown = c.memory.of<Shown>();
  if (shown.of != c.scheduling.number() || shown.search != c.search) {
    shown.of = c.scheduling.number();
    shown.search = c.search;
    shown.rows.clear();
    for (uint32_t i = 0; i < scheduling.threads.size(); ++i)
      if (c.search.empty() || containsFolded(threadText(c.index(), scheduling.threads[i].thread), c.search))
        shown.rows.push_back(i);
    // A search for anything else than a thread leaves them all.
    if (shown.rows.empty())
      for (uint32_t i = 0; i < scheduling.threads.size(); ++i) shown.rows.push_back(i);
    shown.names = longestName(c, shown, scheduling);
    // Of traces that lie far apart, all threads together last longer than each.
    shown.longest = 0;
    for (const ThreadScheduling& one : scheduling.threads)
      shown.longest = std::max(shown.longest, one.knownTime() + one.unknown());
    shown.empty = 0;
    for (int i = kFigures - 2; i < kFigures; ++i)
      if (std::none_of(scheduling.threads.begin(), scheduling.threads.end(),
                       [i](const ThreadScheduling& thread) { return kColumns[i].of(thread) > 0; }))
        shown.empty |= 1u << i;
    for (int i = 0; i < kFigures; ++i)
      if (kColumns[i].latency && !scheduling.wakeups) shown.empty |= 1u << i;
    sortRows(c, c.index(), shown, scheduling);
  }
  c.schedulingView.visible.clear();
  ImGui::SetCursorScreenPos(area.min());
  ImGui::PushFont(c.fonts.words, kHintSize);
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_Sortable | ImGuiTableFlags_ScrollY | ImGuiTableFlags_Resizable | ImGuiTableFlags_BordersInnerH;
  if (ImGui::BeginTable("scheduled", kFigures + 2, kFlags, {area.w, shown.height.within(area.h)})) {
    ImGui::TableSetupScrollFreeze(0, 1);
    constexpr ImGuiTableColumnFlags kNumber =
        ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_PreferSortDescending;
    float room = area.w - kScrollBar - kColumnPadding - kBar - kColumnPadding;
    TableFit fit = fitTable(room, shown.names + 12, kWidths, c.schedulingView.column - 2, shown.empty);
    ImGui::TableSetupColumn("Thread", ImGuiTableColumnFlags_WidthFixed, fit.names);
    ImGui::TableSetupColumn("States", ImGuiTableColumnFlags_WidthStretch | ImGuiTableColumnFlags_PreferSortDescending);
    for (int i = 0; i < kFigures; ++i) {
      ImGuiTableColumnFlags flags = kNumber;
      if (i == 0) flags |= ImGuiTableColumnFlags_DefaultSort;
      if ((fit.shown >> i & 1) == 0) flags |= ImGuiTableColumnFlags_Disabled;
      ImGui::TableSetupColumn(kColumns[i].title, flags, kWidths[i].width);
    }
    shown.nameColumn.setWidth(fit.names);
    tableTitles(c, ((1u << kFigures) - 1) << 2);
    if (ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
        specs != nullptr && specs->SpecsDirty && specs->SpecsCount > 0) {
      c.schedulingView.column = specs->Specs[0].ColumnIndex;
      c.schedulingView.ascending = specs->Specs[0].SortDirection == ImGuiSortDirection_Ascending;
      sortRows(c, c.index(), shown, scheduling);
      specs->SpecsDirty = false;
    }
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shown.rows.size()));
    const float head = ImGui::GetCursorPosY();
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        uint32_t row = shown.rows[static_cast<size_t>(i)];
        drawRow(c, scheduling.threads[row], shown.longest, scheduling.window);
        c.schedulingView.visible.push_back(row);
      }
    shown.height.noteRows(c, head, clipper.ItemsHeight);
    followKeys(c, shown, scheduling, clipper.ItemsHeight, head);
    c.draw = outer;
    ImGui::EndTable();
  }
  ImGui::PopFont();
}

}  // namespace tp::ui
