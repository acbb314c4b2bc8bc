// The names of the fields that the records of a trace have.
#pragma once

#include <string>
#include <tuple>

namespace tp {

// A field of the records of a name.
struct NamedField {
  std::string event, field;
  bool number = false;  // the value that was met is one, so that it can be plotted

  bool operator<(const NamedField& other) const { return std::tie(event, field) < std::tie(other.event, other.field); }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.event, self.field);
    wire.bits(self.number);
  }
};

// More are not kept: names of functions may be hundreds of thousands.
inline constexpr size_t kMaxNamedFields = 20000;

}  // namespace tp
