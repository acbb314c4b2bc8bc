// What a view asks the Slices panel to list: Requests::listSlices.
#pragma once

#include <optional>
#include <string>

#include "core/analysis/call_rows.h"
#include "core/analysis/slice_query.h"

namespace tp::ui {

struct SliceListing {
  std::string filter;  // docs/filter.md, with the fields of slices; empty: all
  SliceKind kind = SliceKind::Calls;
  std::string sort = "dur";  // SliceQuery::sort
  bool ascending = false;
  // Names what is listed, above the histogram, until the filter is changed; empty: the panel finds a name itself.
  std::string title = {};
  bool chooseFirst = false;  // select the first row on the timeline
  // The same calls, for the table of events; none: it can't list them.
  std::optional<CallPick> records = {};
};

}  // namespace tp::ui
