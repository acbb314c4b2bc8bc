// Whether an event's words may hold a text, told without making them: by the words that its format has, and what its
// record brings.
#pragma once

#include <unordered_map>

#include "core/kernel/print_text.h"
#include "core/trace/wanted_text.h"

namespace tp::kernel {

// Whether the names of functions hold the letters, by address.
class SymbolSearch {
 public:
  // `symbols` outlives this, `letters` each call.
  explicit SymbolSearch(KernelSymbols& symbols) : symbols_(symbols) {}
  bool holds(uint64_t address, const FoldedText& letters);

 private:
  KernelSymbols& symbols_;
  std::unordered_map<uint64_t, bool> known_;
};

class PrintSearch {
 public:
  // `program` outlives this.
  PrintSearch(const PrintProgram& program, const WantedText& wanted);

  // False only where the words can't hold the text. `wanted`: as the constructor had it.
  bool mayHold(Bytes record, const PrintContext& context, const WantedText& wanted, SymbolSearch& symbols) const;

 private:
  // Letters that a piece of the words may begin and end with; where it may be empty, its neighbours meet.
  struct Edges {
    bool begins = false;
    bool ends = false;
    bool empty = false;
    bool told = true;  // false: nothing is known of it
  };
  static Edges edgesOf(std::string_view text);
  static Edges either(const Edges& a, const Edges& b);
  Edges edgesOf(uint32_t node, bool numberIsText);
  Edges edgesOfFlags(const Node& node);
  Edges edgesOf(const Conversion& conversion, uint32_t node);

  const PrintProgram& program_;
  bool always_ = false;            // may hold it, whatever the record
  bool raw_ = false;               // texts of the record are among the words
  std::vector<uint32_t> symbols_;  // nodes: addresses whose functions are named
};

}  // namespace tp::kernel
