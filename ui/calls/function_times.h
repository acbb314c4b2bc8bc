// The table of functions by the time of threads on or off the CPU, or by samples: what the panel Functions shows with
// such a weight.
#pragma once

#include <memory>
#include <vector>

#include "core/analysis/function_gains.h"
#include "ui/base/table_columns.h"
#include "ui/view/context.h"
#include "ui/view/panel_table.h"
#include "ui/view/stacks_answers.h"

namespace tp::ui {

class FunctionTimes {
 public:
  void draw(Context& c, const Rect& area);

  // Returns the answer to what the context asks for; null while it is not there.
  const StacksQuestion* current(const Context& c) const;
  // Returns the function in which most of that is itself; kNoName while that is not known.
  NameId most(Context& c);
  // The functions of the most time first.
  std::vector<PanelTable> tables(Context& c) const;

 private:
  void update(Context& c);
  void drawTable(Context& c, const Rect& area);
  void drawRow(Context& c, const FunctionGain& row);
  // The class of the function's calls; kClasses if it is only known as a frame of recorded stacks.
  size_t classOf(NameId function) const;

  StacksAnswers answers_{JobKind::Gains};
  uint64_t opening_ = 0;                          // Session::opening() of all below
  std::shared_ptr<const StacksQuestion> shown_;   // null until there is an answer; may be of another range
  std::shared_ptr<const StacksQuestion> listed_;  // that `rows_` are of
  uint64_t version_ = 0;                          // of the session, and
  std::string search_;                            // the search, that they are of
  GainColumn column_ = GainColumn::Total;
  bool ascending_ = false;
  std::vector<FunctionGain> rows_;
  float names_ = 0;  // width of the longest name
  NameColumn nameColumn_;
  TableHeight height_;
  NameId inView_ = kNoName;
};

}  // namespace tp::ui
