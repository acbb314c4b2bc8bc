// Tells whether an event's text may contain a needle without making the text: from the constant text of its print
// format, and from what its record adds.
#pragma once

#include <unordered_map>

#include "core/kernel/print_text.h"
#include "core/text/wanted_text.h"

namespace tp::kernel {

// Whether the names of functions contain the needle's letters, cached by address.
class SymbolSearch {
 public:
  // Both must outlive this.
  SymbolSearch(KernelSymbols& symbols, const FoldedText& letters) : symbols_(symbols), letters_(letters) {}
  bool holds(uint64_t address);

 private:
  KernelSymbols& symbols_;
  const FoldedText& letters_;
  std::unordered_map<uint64_t, bool> known_;
};

// The search for one needle in the text of one event.
class PrintSearch {
 public:
  // Both must outlive this.
  PrintSearch(const PrintProgram& program, const WantedText& wanted);

  // Returns false only if the text cannot contain the needle. `symbols` must be for the same needle.
  bool mayMatch(Bytes record, const PrintContext& context, SymbolSearch& symbols) const;

 private:
  // Whether a piece of the text may begin or end with word letters (core/text/wanted_text.h); if it may be empty, its
  // neighbours may touch.
  struct Edges {
    bool begins = false;
    bool ends = false;
    bool empty = false;
    bool told = true;  // false: nothing is known about it
  };
  static Edges edgesOf(std::string_view text);
  static Edges either(const Edges& a, const Edges& b);
  Edges edgesOf(uint32_t node, bool numberIsText);
  Edges edgesOfFlags(const Node& node);
  Edges edgesOf(const Conversion& conversion, uint32_t node);

  const PrintProgram& program_;
  const FoldedText& letters_;
  bool always_ = false;            // any record may contain it
  bool raw_ = false;               // text of the record is part of the event's text
  std::vector<uint32_t> symbols_;  // nodes: addresses that are printed as function names
};

}  // namespace tp::kernel
