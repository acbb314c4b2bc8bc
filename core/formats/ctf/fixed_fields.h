// Where the members of an event's payload lie, as far as that is the same for all events of the class.
#pragma once

#include "core/formats/ctf/layout.h"

namespace tp::ctf {

struct FixedFields {
  static constexpr uint64_t kVaries = ~uint64_t{0};

  uint32_t alignment = 1;  // of what follows the event's header, in bits
  // By member of the payload: in bits, from where that begins; kVaries from a member on that has one of no fixed size
  // before it.
  std::vector<uint64_t> places;
};
FixedFields fixedFieldsOf(const EventLayout& event);

}  // namespace tp::ctf
