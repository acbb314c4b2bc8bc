// Whether an event's words may hold a text, told without making them: by the words that its format has, and what its
// record brings.
#pragma once

#include <unordered_map>

#include "core/kernel/print_text.h"
#include "core/text/wanted_text.h"

namespace tp::kernel {

// Whether the names of functions hold the letters, by address.
class SymbolSearch {
 public:
  // Both outlive this.
  SymbolSearch(KernelSymbols& symbols, const FoldedText& letters) : symbols_(symbols), letters_(letters) {}
  bool holds(uint64_t address);

 private:
  KernelSymbols& symbols_;
  const FoldedText& letters_;
  std::unordered_map<uint64_t, bool> known_;
};

class PrintSearch {
 public:
  // Both outlive this.
  PrintSearch(const PrintProgram& program, const WantedText& wanted);

  // False only where the words can't hold the text. `symbols`: for the same text.
  bool mayMatch(Bytes record, const PrintContext& context, SymbolSearch& symbols) const;

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
  const FoldedText& letters_;
  bool always_ = false;            // may hold it, whatever the record
  bool raw_ = false;               // texts of the record are among the words
  std::vector<uint32_t> symbols_;  // nodes: addresses whose functions are named
};

}  // namespace tp::kernel
