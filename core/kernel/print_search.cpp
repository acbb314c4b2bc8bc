#include "core/kernel/print_search.h"

#include <algorithm>

namespace tp::kernel {
namespace {

constexpr size_t kMaxKnown = 65536;

bool namesFunction(const Conversion& conversion) {
  return conversion.kind == 'p' && !conversion.pointer.empty() &&
         std::string_view("sSfFB").find(conversion.pointer[0]) != std::string_view::npos;
}

}  // namespace

bool SymbolSearch::holds(uint64_t address) {
  if (known_.size() >= kMaxKnown) known_.clear();
  auto [at, isNew] = known_.try_emplace(address, false);
  if (isNew) at->second = letters_.foundIn(symbols_.find(address).name);
  return at->second;
}

PrintSearch::Edges PrintSearch::edgesOf(std::string_view text) {
  if (text.empty()) return {false, false, true};
  return {isWordLetter(text.front()), isWordLetter(text.back()), false};
}

PrintSearch::Edges PrintSearch::either(const Edges& a, const Edges& b) {
  return {a.begins || b.begins, a.ends || b.ends, a.empty || b.empty, a.told && b.told};
}

PrintSearch::Edges PrintSearch::edgesOfFlags(const Node& node) {
  // Words that touch would have to be searched together.
  Edges between = edgesOf(node.text);
  if (between.empty || between.begins || between.ends) return {.told = false};
  Edges all{.empty = true};
  for (const auto& [bits, word] : node.pairs) all = either(all, edgesOf(word));
  return all;
}

PrintSearch::Edges PrintSearch::edgesOf(uint32_t at, bool numberIsText) {
  const Node& node = program_.nodes[at];
  const Edges number{.told = !numberIsText};
  switch (node.op) {
    case Op::Text:
      return edgesOf(node.text);
    case Op::FieldValue:
      if (!numberIsText) return number;
      if (node.field->form == Field::Form::Number && node.field->size <= 8) return number;
      [[fallthrough]];
    case Op::DynamicBytes:
      if (!numberIsText) return number;
      raw_ = true;
      return {true, true, true};
    case Op::Ternary:
      return either(edgesOf(node.args[1], numberIsText), edgesOf(node.args[2], numberIsText));
    case Op::Cast:
      return edgesOf(node.args[0], numberIsText);
    case Op::Flags:
      return edgesOfFlags(node);
    case Op::Symbolic: {
      Edges all;
      for (const auto& [value, word] : node.pairs) all = either(all, edgesOf(word));
      return all;
    }
    case Op::Hex:
    case Op::Array:
    case Op::Bitmask:
    case Op::CpuMask:
      return {.empty = true, .told = std::none_of(node.text.begin(), node.text.end(), isWordLetter)};
    case Op::Number:
    case Op::Unary:
    case Op::Binary:
    case Op::Index:
    case Op::DynamicLength:
      return number;
    default:
      return {.told = false};
  }
}

PrintSearch::Edges PrintSearch::edgesOf(const Conversion& conversion, uint32_t node) {
  if (conversion.kind == 'c') return {.told = false};
  if (conversion.kind != 'p') return edgesOf(node, conversion.kind == 's');
  // A plain %p prints "(nil)" or hexadecimal digits only.
  if (conversion.pointer.empty()) return {};
  if (!namesFunction(conversion)) return {.told = false};
  symbols_.push_back(node);
  return {true, true, false};
}

PrintSearch::PrintSearch(const PrintProgram& program, const WantedText& wanted)
    : program_(program), letters_(wanted.foldedLetters) {
  always_ = !program.ok || wanted.letters.empty();
  if (always_) return;
  auto fixed = [&](std::string_view text) { always_ = always_ || letters_.foundIn(text); };
  for (const Node& node : program.nodes) {
    fixed(node.text);
    for (const auto& [value, word] : node.pairs) fixed(word);
  }
  // Whether a match may continue from the text so far into the next piece.
  bool open = false;
  auto piece = [&](const Edges& edges) {
    always_ = always_ || !edges.told || (open && edges.begins);
    open = edges.ends || (edges.empty && open);
  };
  size_t arg = 0;
  for (const Conversion& conversion : program.format) {
    fixed(conversion.before);
    piece(edgesOf(conversion.before));
    if (conversion.kind == 0) continue;
    if (conversion.kind == 'p') fixed("(nil)");
    arg += (conversion.width == -2 ? 1 : 0) + (conversion.precision == -2 ? 1 : 0);
    if (arg >= program.args.size()) {
      always_ = true;
      return;
    }
    piece(edgesOf(conversion, program.args[arg++]));
  }
}

bool PrintSearch::mayMatch(Bytes record, const PrintContext& context, SymbolSearch& symbols) const {
  if (always_ || (raw_ && letters_.foundIn(asText(record)))) return true;
  for (uint32_t node : symbols_) {
    int64_t address = 0;
    if (!plainNumber(program_, node, record, context, address)) return true;
    if (symbols.holds(static_cast<uint64_t>(address))) return true;
  }
  return false;
}

}  // namespace tp::kernel
