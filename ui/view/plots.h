// The fields of events that are plotted as counters. The workers are asked for one after another.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/link/plot_wish.h"
#include "core/session/plot/plot_question.h"
#include "core/session/session.h"

namespace tp::ui {

struct Context;

class Plots {
 public:
  enum class Status : uint8_t { None, Working, Shown, Empty };  // Empty: no record has a number there

  // Asks for a plot. Values near the visible span are aggregated last; if that is more than a quarter of the trace,
  // those near the selection. Does nothing if the plot is there or under way.
  void add(const Context& c, PlotSpec spec);
  // Does so for the plots of a link, which replace all others if there are any, and lays them on each other as soon as
  // they are there. The view stays where it is.
  void addWishes(Context& c, const std::vector<PlotSpec>& plots, const std::vector<LaidPlot>& laid);
  // What addWishes() takes to show the same plots again.
  std::vector<PlotSpec> wishes() const;
  // Removes the plots of a field of an event; an empty name stands for all. Returns false if there were none.
  bool remove(Session& session, const std::string& event, const std::string& field);
  Status status(const PlotSpec& spec) const;
  // Returns what is plotted on a track, null if it is not that of a plot. Valid until the plots change.
  const PlotSpec* specOf(TrackId track) const;
  double progress() const { return asked_ ? asked_->progress() : 0; }

  // Call once in each frame: asks for the next plot, and scrolls to one that has been answered.
  void follow(Context& c);

  // Plots that have been answered, those without any value included.
  const std::vector<std::shared_ptr<PlotQuestion>>& shown() const { return shown_; }

 private:
  struct Wanted {
    PlotSpec spec;
    bool reveals = true;  // scrolls to it
  };
  void layWanted(Context& c);

  std::vector<Wanted> waiting_;
  bool reveals_ = true;         // as Wanted, for `asked_`
  std::vector<LaidPlot> laid_;  // as soon as their plots are there
  std::shared_ptr<PlotQuestion> asked_;
  std::vector<std::shared_ptr<PlotQuestion>> shown_;
};

// "plot" EVENT FIELD [BY [FILTER]]: plots again, for the visible span, if the plot is there already. "unplot" [EVENT
// [FIELD]]. Returns false for other ids, invalid arguments, and if there is nothing to remove.
bool plotCommand(Context& c, std::string_view id, std::span<const std::string> args);

}  // namespace tp::ui
