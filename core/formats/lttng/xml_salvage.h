// Recovers the intact events and types from a damaged description of a facility.
#pragma once

#include "core/formats/lttng/xml.h"

namespace tp::lttng {

// Intact events and types become children of `out`, in their order. A damaged event is replaced by one with a field
// without a type, because an event's number is its position among the others. `name` is used as the facility's name if
// its own tag is damaged.
void salvageFacility(std::string_view text, std::string_view name, XmlElement& out);

}  // namespace tp::lttng
