// What the records of a slice show, as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tp {

// A field of a slice's records and its value, as text.
struct SliceField {
  std::string name, text;

  bool operator==(const SliceField& other) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.name, self.text);
  }
};

// What the records of a slice show.
struct SliceText {
  uint32_t number = 0;
  bool begun = false;   // the record that began it was found
  bool atMost = false;  // the record that ends it says that the duration is an upper bound
  std::optional<int32_t> cpu;
  std::string args;                // of the record that began it
  std::string result;              // what a call returned
  std::vector<SliceField> fields;  // of the record that began it

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.number, self.begun, self.atMost, self.cpu, self.args, self.result, self.fields);
  }
};

}  // namespace tp
