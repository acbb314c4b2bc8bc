// Which stacks somebody wants to look at, and how: what a worker counts as a box of a flame graph.
#pragma once

#include <string_view>
#include <vector>

#include "core/analysis/call_profile.h"
#include "core/analysis/call_shape.h"

namespace tp {

struct StackQuery {
  CallScope scope;                // whose calls
  CallShape shape;                // what a box is, and weighs
  NameId leaf = kNoName;          // upside down: of this function only
  std::vector<NameId> root = {};  // only what is below this box, outermost first; by thread, the first is a TrackId
  uint32_t levels = 1;            // so many levels below it are told apart whole, however little a box of them has

  bool operator==(const StackQuery&) const = default;
};

// A number for a word, the same in every worker: they number names otherwise. Its bits are spread evenly.
uint64_t wordOf(std::string_view name);
uint64_t wordOf(const TrackKey& thread);

// The same, as a worker is asked: by words.
struct StackSpec {
  CallScope scope;
  CallShape shape;               // without its focus
  uint64_t focus = 0, leaf = 0;  // 0: none
  std::vector<uint64_t> root;
  uint32_t levels = 1;

  // By the ids of `names` and `tracks`.
  static StackSpec of(const StackQuery& query, const NameTable& names, const TrackTable& tracks);
};
void writeSpec(const StackSpec& spec, WireWriter& out);
StackSpec readSpec(WireReader& in);

}  // namespace tp
