#include "ui/view/slices_view.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/export/csv_text.h"
#include "ui/view/calls.h"
#include "ui/view/context.h"
#include "ui/view/filter_field.h"
#include "ui/view/slice_cells.h"
#include "ui/view/slice_place.h"

namespace tp::ui {
namespace {

constexpr double kQuiet = 0.3;

}  // namespace

void SlicesView::list(SliceListing listing) {
  filter = seenFilter_ = applied_ = std::move(listing.filter);
  kind = listing.kind;
  sort = std::move(listing.sort);
  ascending = listing.ascending;
  by.clear();
  title_ = std::move(listing.title);
  records_ = std::move(listing.records);
  error_.reset();
  applyAt_ = 0;
  chooseFirst_ = listing.chooseFirst;
}

void SlicesView::narrow(const std::string& condition) {
  filter = filter.empty() ? condition : "(" + filter + ") && " + condition;
  seenFilter_ = applied_ = filter;
  title_.clear();
  records_.reset();
  applyAt_ = 0;
}

bool ascendsAtFirst(std::string_view sort) {
  constexpr std::string_view kAscending[] = {"ts", "name", "thread", "caller", "waker"};
  return std::find(std::begin(kAscending), std::end(kAscending), sort) != std::end(kAscending);
}

void SlicesView::sortBy(const std::string& column) {
  if (column.empty()) return;
  ascending = column == sort ? !ascending : ascendsAtFirst(column);
  sort = column;
}

SliceQuery SlicesView::wanted(const WindowState& c) const {
  SliceQuery query;
  query.kind = kind;
  query.filter = applied_;
  query.sort = sort;
  query.ascending = ascending;
  query.by = by;
  query.scope = viewedCalls(c, false);
  query.most = most_;
  return query;
}

void SlicesView::update(Context& c) {
  const bool shown = c.drawerOpen && c.tab == Tab::Slices;
  if (opening_ != c.session.opening()) {
    *this = SlicesView();
    opening_ = c.session.opening();
    wasShown_ = shown;
  }
  followFilter(c, c.clock());
  // When the panel is opened, it gets the arrow keys.
  focused = shown && (focused || !wasShown_);
  wasShown_ = shown;
  // Whoever selects something on the tracks goes on there.
  if (!sameSelection(selected_, c.selection)) {
    if (!std::exchange(leading_, false)) focused = false;
    selected_ = c.selection;
  }
  if (shown) ask(c);
  take(c);
  if (choosing_) chooseNow(c);
}

void SlicesView::followFilter(Canvas& c, const ClockInfo& clock) {
  if (filter != seenFilter_) {
    seenFilter_ = filter;
    title_.clear();
    records_.reset();
    applyAt_ = c.seconds + kQuiet;
  }
  if (applyAt_ < 0) return;
  FilterError error;
  const bool all = isBlankFilter(filter);
  const bool right = all || Filter::compile(filter, clock, error, Filter::Of::Slices);
  error_ = right ? std::nullopt : std::optional<FilterError>(error);
  const bool early = c.seconds < applyAt_ && applyAt_ - c.seconds <= kQuiet;
  if (early) c.moreToCome = true;
  if (early) return;
  applyAt_ = -1;
  if (right) applied_ = all ? std::string() : filter;
}

// Asks if something else is wanted than was asked for last. While a range is being dragged, nothing is asked for.
void SlicesView::ask(Context& c) {
  if (c.session.phase() != Phase::Ready || error_ || ImGui::IsMouseDown(0)) return;
  SliceQuery query = wanted(c);
  if (asked_) {
    SliceQuery same = query;
    same.most = asked_->query().most;
    // Another list begins with its first rows.
    if (!(same == asked_->query())) query.most = most_ = kFirst;
    if (query == asked_->query()) return;
    if (!(same == asked_->query())) {
      any_ = false;
      top_ = 0;
    }
  }
  asked_ = std::make_shared<SlicesQuestion>(std::move(query));
  c.session.ask(asked_);
}

// Shows what was asked for last, once it has something to show.
void SlicesView::take(Context& c) {
  if (asked_ && asked_ != shown_) {
    // Of a longer list, the part that is shown already stays until all of it is there.
    const bool longer = shown_ && isLonger();
    if (asked_->found() || (!longer && !asked_->slices().empty())) {
      shown_ = asked_;
      c.moreToCome = true;
    }
  }
  if (chooseFirst_ && shown_ == asked_ && shown_ && shown_->found()) {
    chooseFirst_ = false;
    moveTo(0, false);
    choosing_ = size() > 0;
  }
  if (reveal_) {
    reveal_ = false;
    const auto row = static_cast<double>(cursor_);
    if (row < top_) top_ = row;
    if (row + 1 > top_ + visible_) top_ = row + 1 - visible_;
  }
  scrollTo(top_);
}

void SlicesView::scrollTo(double top) {
  const auto size = static_cast<double>(this->size());
  top_ = std::clamp(top, 0.0, std::max(0.0, size - visible_));
  // Further rows are behind the last one.
  const bool end = top_ + visible_ >= size - 1 && shown_ == asked_ && shown_ && shown_->found();
  const bool more = shown_ && shown_->listed().count + shown_->listed().unknown > this->size();
  if (end && more && top_ > 0 && most_ < kMax && this->size() >= most_) most_ = std::min(kMax, most_ * 4);
}

void SlicesView::moveTo(size_t row, bool extend) {
  if (size() == 0) return;
  cursor_ = std::min(row, size() - 1);
  if (!extend || !any_) anchor_ = cursor_;
  any_ = reveal_ = true;
}

void SlicesView::chooseNow(Context& c) {
  choosing_ = false;
  if (!any()) return;
  c.seeking = {nullptr, placeOf(c.index(), shown_->slices()[cursor_].slice, shown_->query().kind)};
  leading_ = true;
  c.moreToCome = true;
}

size_t SlicesView::copy(const WindowState& c, const TraceIndex& index) const {
  if (!any()) return 0;
  const SliceRows rows = sliceRows(c, index);
  const std::vector<std::string> columns = sliceColumns(rows);
  std::string text;
  for (const std::string& column : columns) (text += text.empty() ? "" : "\t") += column;
  text += '\n';
  for (size_t row = std::min(cursor_, anchor_); row <= std::max(cursor_, anchor_); ++row) {
    for (size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) text += '\t';
      appendTsvText(text, sliceCell(rows, row, columns[i]));
    }
    text += '\n';
  }
  ImGui::SetClipboardText(text.c_str());
  return std::max(cursor_, anchor_) - std::min(cursor_, anchor_) + 1;
}

}  // namespace tp::ui
