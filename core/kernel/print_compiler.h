// Turns a print format into a PrintProgram: a recursive descent over C expressions.
#pragma once

#include <unordered_map>

#include "core/kernel/print_lexer.h"
#include "core/kernel/print_program.h"

namespace tp::kernel {

class Compiler {
 public:
  // `format` outlives this.
  Compiler(const EventFormat& format, uint32_t longSize)
      : format_(format), long_{static_cast<uint8_t>(longSize == 4 ? 4 : 8), true}, lexer_(format.print) {}

  PrintProgram compile();

 private:
  // Reads one of the arguments behind the format string. One that is not understood becomes an Op::Unknown.
  uint32_t argument();
  // Makes an Op::Unknown of the text from `start` up to the next argument.
  uint32_t unknown(const Lexer::Place& start);

  // Each of these returns the position of the node it has added, or says by good_ that it does not understand.
  uint32_t expression();
  uint32_t binary(int least);
  uint32_t unary();
  uint32_t postfix(uint32_t of);
  uint32_t primary();
  uint32_t statements();
  uint32_t named(const std::string& name);
  uint32_t record();
  uint32_t call(const std::string& name);
  uint32_t fieldCall(Op op);
  uint32_t dynamicArray();
  uint32_t seconds(BinaryOp op);
  uint32_t errorType();
  uint32_t hexDump();
  uint32_t sizeOf();
  uint32_t arguments(Node node, size_t count);

  bool cast(Node& node);
  bool recordInBrackets();
  bool pairs(Node& node);
  bool pair(Node& node);
  const Field* fieldArgument();

  uint32_t fail();
  uint32_t add(Node node);
  uint32_t add(Op op, const Field* field, std::vector<uint32_t> args = {}, int64_t number = 0);
  uint32_t number(int64_t value, CType type = {});
  void giveType(Node& node) const;
  CType unsignedLong() const { return {long_.size, false}; }
  CType typeOf(uint32_t at) const { return at < program_.nodes.size() ? program_.nodes[at].type : CType{}; }
  CType typeOf(const Field& field) const;
  CType typeOf(const Token& token) const;

  const EventFormat& format_;
  const CType long_;
  Lexer lexer_;
  PrintProgram program_;
  // How many nodes are visited to evaluate each: a variable of a block may be used by several.
  std::vector<size_t> costs_;
  std::unordered_map<std::string, uint32_t> variables_;  // of the block that is being read
  bool good_ = true;
  bool unresolved_ = false;  // a name was met whose value only the kernel knows
  int depth_ = 0;
};

}  // namespace tp::kernel
