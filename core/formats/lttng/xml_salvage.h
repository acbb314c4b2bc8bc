// The description of a facility, damaged: what is left of its events and types.
#pragma once

#include "core/formats/lttng/xml.h"

namespace tp::lttng {

// Events and types that are whole are children of `out`, in their order. Of a damaged event there is one with a field
// of no type, for its number is its place among the others. `name` is that of the facility where its own tag is
// damaged.
void salvageFacility(std::string_view text, std::string_view name, XmlElement& out);

}  // namespace tp::lttng
