#include "ui/view/plots.h"

#include <algorithm>

#include "core/analysis/filter.h"
#include "ui/view/context.h"
#include "ui/view/drawn_times.h"
#include "ui/view/laid_plots.h"

namespace tp::ui {

void Plots::add(const Context& c, PlotSpec spec) {
  if (status(spec) != Status::None) return;
  Time whole = c.index().end() - c.index().begin();
  const VisibleTime view = drawnTimes(c, c.index(), c.selection ? c.selection->track : kNoTrack);
  spec.nearBegin = view.beginTime();
  spec.nearEnd = view.endTime();
  // A user who sees the whole trace has probably asked for the plot because of the selection.
  if (c.selection && spec.nearEnd - spec.nearBegin > whole / 4) {
    spec.nearBegin = c.selection->mark.begin - whole / 16;
    spec.nearEnd = c.selection->mark.begin + whole / 16;
  }
  waiting_.push_back({std::move(spec)});
}

void Plots::addWishes(Context& c, const std::vector<PlotSpec>& plots, const std::vector<LaidPlot>& laid) {
  if (plots.empty()) return;
  remove(c.session, "", "");
  for (const PlotSpec& spec : plots) {
    FilterError error;
    if (!spec.filter.empty() && !Filter::compile(spec.filter, c.clock(), error)) continue;
    const size_t before = waiting_.size();
    add(c, spec);
    if (waiting_.size() > before) waiting_.back().reveals = false;
  }
  laid_ = laid;
}

std::vector<PlotSpec> Plots::wishes() const {
  std::vector<PlotSpec> wishes;
  for (const auto& plot : shown_)
    if (!plot->tracks().empty()) wishes.push_back(plot->spec());
  return wishes;
}

void Plots::layWanted(Context& c) {
  const TrackTable& tracks = c.index().tracks();
  auto trackOf = [&](const LinkTrack& link) {
    for (const auto& plot : shown_)
      for (TrackId track : plot->tracks())
        if (link.isOf(tracks[track].key)) return track;
    return kNoTrack;
  };
  auto lie = [&](const LaidPlot& laid) {
    const TrackId plot = trackOf(laid.first), onto = trackOf(laid.second);
    if (plot == kNoTrack || onto == kNoTrack) return false;
    layPlot(c, plot, onto);
    return true;
  };
  laid_.erase(std::remove_if(laid_.begin(), laid_.end(), lie), laid_.end());
}

bool Plots::remove(Session& session, const std::string& event, const std::string& field) {
  auto meant = [&](const PlotSpec& spec) {
    return (event.empty() || spec.event == event) && (field.empty() || spec.field == field);
  };
  auto unwanted = [&](const Wanted& wanted) { return meant(wanted.spec); };
  size_t before = waiting_.size() + shown_.size() + (asked_ ? 1 : 0);
  waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(), unwanted), waiting_.end());
  if (asked_ && meant(asked_->spec())) {
    session.giveUp(JobKind::Plot);
    asked_.reset();
  }
  auto gone = [&](const std::shared_ptr<PlotQuestion>& plot) {
    if (!meant(plot->spec())) return false;
    for (TrackId track : plot->tracks()) session.removeLanes(track);
    return true;
  };
  shown_.erase(std::remove_if(shown_.begin(), shown_.end(), gone), shown_.end());
  return before > waiting_.size() + shown_.size() + (asked_ ? 1 : 0);
}

Plots::Status Plots::status(const PlotSpec& spec) const {
  for (const auto& plot : shown_)
    if (plot->spec() == spec) return plot->tracks().empty() ? Status::Empty : Status::Shown;
  const bool waits = std::any_of(waiting_.begin(), waiting_.end(), [&](const Wanted& one) { return one.spec == spec; });
  const bool working = waits || (asked_ && asked_->spec() == spec);
  return working ? Status::Working : Status::None;
}

const PlotSpec* Plots::specOf(TrackId track) const {
  for (const auto& plot : shown_)
    for (TrackId one : plot->tracks())
      if (one == track) return &plot->spec();
  return nullptr;
}

void Plots::follow(Context& c) {
  if (asked_ && asked_->done()) {
    shown_.push_back(asked_);
    if (!asked_->tracks().empty()) {
      if (reveals_) c.reveal = asked_->tracks().front();
      layWanted(c);
    } else {
      c.say("There is nothing to plot: no event " + asked_->spec().event + " has a number " + asked_->spec().field +
            ".");
    }
    c.moreToCome = true;
    asked_.reset();
  }
  if (asked_ || waiting_.empty() || c.session.phase() != Phase::Ready) return;
  asked_ = std::make_shared<PlotQuestion>(std::move(waiting_.front().spec));
  reveals_ = waiting_.front().reveals;
  waiting_.erase(waiting_.begin());
  c.session.ask(asked_);
}

bool plotCommand(Context& c, std::string_view id, std::span<const std::string> args) {
  auto arg = [&](size_t i) { return i < args.size() ? args[i] : std::string(); };
  if (id == "unplot") return args.size() <= 2 && c.plots.remove(c.session, arg(0), arg(1));
  if (id != "plot" || args.size() < 2 || args.size() > 4) return false;
  PlotSpec spec{arg(0), arg(1), arg(2), arg(3)};
  FilterError error;
  if (spec.event.empty() || spec.field.empty()) return false;
  if (!spec.filter.empty() && !Filter::compile(spec.filter, c.clock(), error)) return false;
  if (c.plots.status(spec) == Plots::Status::Shown) c.plots.remove(c.session, spec.event, spec.field);
  c.plots.add(c, std::move(spec));
  return true;
}

}  // namespace tp::ui
