// The fields that somebody wants to see as counters: asked of the workers one after another.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/session/plot/plot_question.h"
#include "core/session/session.h"

namespace tp::ui {

struct Context;

class Plots {
 public:
  enum class Status : uint8_t { None, Working, Shown, Empty };  // Empty: no record has a number there

  // For where the person looks. Nothing happens where it is there already, or on its way.
  void add(const Context& c, PlotSpec spec);
  // Without a field, all of the event; without an event, all. False where there were none.
  bool remove(Session& session, const std::string& event, const std::string& field);
  Status status(const PlotSpec& spec) const;
  double progress() const { return asked_ ? asked_->progress() : 0; }

  // Once a frame: asks for the next, and leads to what has come.
  void follow(Context& c);

  // Those that have been answered.
  const std::vector<std::shared_ptr<PlotQuestion>>& shown() const { return shown_; }

 private:
  std::vector<PlotSpec> waiting_;
  std::shared_ptr<PlotQuestion> asked_;
  std::vector<std::shared_ptr<PlotQuestion>> shown_;
};

// "plot" EVENT FIELD [BY [FILTER]]: anew, for where one looks now, where it is there already; "unplot" [EVENT [FIELD]].
bool plotCommand(Context& c, std::string_view id, std::span<const std::string> args);

}  // namespace tp::ui
