// What calls took their time for, as the list of slices tells it beside each.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "core/analysis/slice_list.h"
#include "core/analysis/waits/wait_graph.h"
#include "core/export/slice_rows.h"
#include "core/session/slices/slices_question.h"
#include "ui/view/context.h"

namespace tp::ui {

class SliceReasons {
 public:
  // Whether the waits of a thread of the listed slices are known. Asks the workers for them, where the trace tells when
  // its threads had a CPU.
  bool any(Context& c, const SlicesQuestion& question, const SliceRows& rows);
  // Returns what the thread of a slice did meanwhile, as shareTexts() tells it: empty if that is not known, "…" if it
  // is told by a frame to come.
  std::string of(Context& c, const ListedSlice& slice);

 private:
  using Key = std::tuple<TrackId, Time, Time>;  // of the thread, begin and end

  uint64_t opening_ = 0;  // Session::opening() of all below
  std::shared_ptr<const WaitGraph> graph_;
  std::pair<uint32_t, size_t> looked_;  // of which list `any_` is: the question, and how many rows it had
  bool any_ = false;
  std::map<Key, std::string> texts_;
  uint64_t frame_ = 0;
  size_t left_ = 0;  // of the segments that this frame may follow
};

}  // namespace tp::ui
