#include "ui/calls/function_times.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ui/base/time_text.h"
#include "ui/calls/figure_text.h"
#include "ui/calls/flame_menu.h"
#include "ui/calls/function_rows.h"
#include "ui/view/calls.h"
#include "ui/view/function_menu.h"
#include "ui/view/sampled_weight.h"

namespace tp::ui {
namespace {

// The columns after the name, as GainColumn has them; the share of self time is the last one.
constexpr const char* kTitles[] = {"Times", "Total", "Self"};
// Of samples, the same columns.
constexpr const char* kSampleTitles[] = {"Samples", "Total", "Self"};
constexpr FigureColumn kWidths[] = {{64, 1}, {64, 0}, {64, 0}};
constexpr int kFigures = static_cast<int>(std::size(kTitles));
static_assert(std::size(kWidths) == std::size(kTitles) && std::size(kSampleTitles) == std::size(kTitles) &&
              std::size(kGainColumns) == std::size(kTitles) + 1);
// Only threads have states.
constexpr size_t kOfThreads = 0;

// Of a function none of whose times began in the range, how many there were is not told.
std::string timesText(const FunctionGain& row) {
  return row.times > 0 ? countText(row.times) : std::string();
}

StackQuery queryOf(const Context& c) {
  StackQuery query;
  query.scope = viewedCalls(c, true);
  query.scope.functions = false;
  query.scope.states = c.flame.states;
  query.scope.counter = sampledWeight(c);
  query.functions = true;
  return query;
}

std::string amountText(const Context& c, const StacksQuestion& of, int64_t amount, bool atMost = false) {
  const std::string& counter = of.query().scope.counter;
  return counter.empty() ? durationText(amount, c.clock(), atMostIf(atMost)) : gainText(counter, amount);
}

// The same for the table, of which each row would say that they are samples.
std::string cellText(const Context& c, const StacksQuestion& of, int64_t amount, bool atMost) {
  const bool samples = of.query().scope.counter.starts_with("samples of ");
  return samples ? countText(static_cast<uint64_t>(std::max<int64_t>(0, amount))) : amountText(c, of, amount, atMost);
}

}  // namespace

const StacksQuestion* FunctionTimes::current(const Context& c) const {
  return shown_ && opening_ == c.session.opening() && shown_->query() == queryOf(c) ? shown_.get() : nullptr;
}

void FunctionTimes::update(Context& c) {
  if (opening_ != c.session.opening()) shown_.reset();
  opening_ = c.session.opening();
  auto answer = answers_.want(c.session, queryOf(c), true);
  if (answer && answer != shown_) {
    shown_ = std::move(answer);
    c.moreToCome = true;
  }
  // Meanwhile, what is there of another range is shown.
  if (shown_ && (shown_->query().scope.states != c.flame.states || shown_->query().scope.counter != sampledWeight(c)))
    shown_.reset();
  // A program that is added later gives the functions their names.
  const bool same = listed_ == shown_ && version_ == c.session.version() && search_ == c.search;
  if (same || !shown_) return;
  listed_ = shown_;
  version_ = c.session.version();
  search_ = c.search;
  rows_ = sortedGains(shown_->functions(), column_, c.index().names());
  std::erase_if(rows_, [&](const FunctionGain& row) { return !c.names.matches(row.name); });
  if (ascending_) std::reverse(rows_.begin(), rows_.end());
  names_ = longestName(c, rows_.size(), [this](size_t i) { return rows_[i].name; });
}

NameId FunctionTimes::most(Context& c) {
  update(c);
  if (!shown_) return kNoName;
  const std::vector<FunctionGain>& all = shown_->functions();
  const auto most = std::max_element(all.begin(), all.end(),
                                     [](const FunctionGain& a, const FunctionGain& b) { return a.self < b.self; });
  return most != all.end() ? most->name : kNoName;
}

size_t FunctionTimes::classOf(NameId function) const {
  return shown_ && shown_->frames().isFrameOnly(function) ? CallProfiles::kClasses : kOfThreads;
}

void FunctionTimes::drawRow(Context& c, const FunctionGain& row) {
  beginFunctionRow(c, row.name, classOf(row.name));
  if (ImGui::TableNextColumn()) drawRight(c, c.theme.text, timesText(row));
  for (const auto& [time, atMost] : {std::pair(row.total, row.atMost), std::pair(row.self, row.selfAtMost)})
    if (ImGui::TableNextColumn()) drawRight(c, c.theme.text, cellText(c, *shown_, time, atMost));
  ImGui::TableNextColumn();
  drawShare(c, row.self, shown_->sums().whole);
}

void FunctionTimes::drawTable(Context& c, const Rect& area) {
  ImGui::SetCursorScreenPos(area.min());
  ImGui::PushFont(c.fonts.words, kHintSize);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ImGui::GetStyle().CellPadding.x, 1});
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_Sortable | ImGuiTableFlags_ScrollY | ImGuiTableFlags_Resizable | ImGuiTableFlags_BordersInnerH;
  if (ImGui::BeginTable("function times", kFigures + 2, kFlags, {area.w, height_.within(area.h)})) {
    ImGui::TableSetupScrollFreeze(0, 1);
    const TableFit fit = fitTable(functionRoom(area.w), functionNames(names_), kWidths, static_cast<int>(column_) - 1);
    ImGui::TableSetupColumn("Function", ImGuiTableColumnFlags_WidthFixed, fit.names);
    const std::string& counter = shown_->query().scope.counter;
    // Of samples by their number, the totals are the same.
    const bool twice = counter.starts_with("samples of ");
    for (int i = 0; i < kFigures; ++i) {
      ImGuiTableColumnFlags flags = ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_PreferSortDescending;
      if (static_cast<GainColumn>(i + 1) == GainColumn::Total) flags |= ImGuiTableColumnFlags_DefaultSort;
      if ((fit.shown >> i & 1) == 0 || (twice && i == 0)) flags |= ImGuiTableColumnFlags_Disabled;
      ImGui::TableSetupColumn(counter.empty() ? kTitles[i] : kSampleTitles[i], flags, kWidths[i].width);
    }
    ImGui::TableSetupColumn("Of self", ImGuiTableColumnFlags_WidthStretch | ImGuiTableColumnFlags_PreferSortDescending);
    nameColumn_.setWidth(fit.names);
    tableTitles(c, ((1u << kFigures) - 1) << 1);
    if (ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
        specs != nullptr && specs->SpecsDirty && specs->SpecsCount > 0) {
      column_ = static_cast<GainColumn>(std::min<int>(specs->Specs[0].ColumnIndex, kFigures));
      // Names are sorted from their beginning, figures from the greatest.
      const bool upwards = specs->Specs[0].SortDirection == ImGuiSortDirection_Ascending;
      ascending_ = upwards != (column_ == GainColumn::Name);
      specs->SpecsDirty = false;
      listed_.reset();
      update(c);
    }
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows_.size()));
    const float head = ImGui::GetCursorPosY();
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) drawRow(c, rows_[static_cast<size_t>(i)]);
    height_.noteRows(c, head, clipper.ItemsHeight);
    const bool entered = followFunctionKeys(
        c, rows_.size(), [this](size_t i) { return rows_[i].name; }, inView_, classOf(c.function), clipper.ItemsHeight,
        head);
    if (entered) c.tab = Tab::Sandwich;
    c.draw = outer;
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

void FunctionTimes::draw(Context& c, const Rect& area) {
  update(c);
  ImVec2 at{area.x + 14, area.y + 4};
  std::string head = sampledWeight(c).empty() ? "Counting calls \u2026" : "Counting samples \u2026";
  if (shown_) {
    head = countText(rows_.size(), "function") + ", " + amountText(c, *shown_, shown_->sums().whole) + " " +
           scopeText(c, c.session) + uncertainText(shown_->sums().states, c.clock());
  }
  drawText(c, c.fonts.words, kHintSize, {at.x, at.y + 3}, c.theme.dim, head);
  at.x += textWidth(c.fonts.words, kHintSize, head) + 14;
  drawStatesMenu(c, at);
  threadChips(c, at);
  const Rect table{area.x + 14, at.y + 22, area.w - 20, area.y + area.h - 2 - (at.y + 22)};
  if (!shown_) return sayCounting(c, c.session, answers_.progress(), table);
  if (rows_.empty()) {
    const char* why = shown_->sums().whole == 0 && !shown_->query().scope.counter.empty() ? "No samples here."
                      : shown_->sums().whole == 0 ? "No thread is known to have spent such time here."
                                                  : "No function is called so: the list follows the search.";
    drawText(c, c.fonts.words, kWordSize, {table.x, table.y + 8}, c.theme.dim, why);
  } else {
    drawTable(c, table);
  }
  drawFunctionMenu(c);
}

std::vector<PanelTable> FunctionTimes::tables(Context& c) const {
  PanelTable table{"Functions", {"Function", "Times", "Total", "Self"}, {}};
  if (const StacksQuestion* answer = current(c)) {
    for (const FunctionGain& row : sortedGains(answer->functions(), GainColumn::Total, c.index().names())) {
      if (table.rows.size() == kMaxPanelRows) break;
      table.rows.push_back({std::string(c.names.text(row.name)), countText(row.times),
                            amountText(c, *answer, row.total), amountText(c, *answer, row.self)});
    }
  }
  return {table};
}

}  // namespace tp::ui
