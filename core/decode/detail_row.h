// A line of the details of a record.
#pragma once

#include <cstdint>
#include <string>

#include "core/io/wire.h"

namespace tp {

struct DetailRow {
  // What the line tells, by which views arrange the details.
  enum class Place : uint8_t {
    Related,  // stands for a link to a place that was not recorded
    Words,    // the record's own text
    Other,
    Bytes,  // the record as it lies in its file
  };

  std::string label;
  std::string text;  // of several lines
  Place place = Place::Other;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.label, self.text, atMost(self.place, Place::Bytes));
  }
};

}  // namespace tp
