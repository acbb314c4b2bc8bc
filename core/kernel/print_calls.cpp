// The functions that print formats call. Source: include/trace/stages/stage3_trace_output.h of the kernel.
#include <algorithm>

#include "core/kernel/print_compiler.h"
#include "core/kernel/print_text.h"

namespace tp::kernel {

const Field* Compiler::fieldArgument() {
  const Field* field = format_.find(lexer_.now().text);
  lexer_.next();
  return field;
}

uint32_t Compiler::fieldCall(Op op) {
  const Field* field = fieldArgument();
  return field != nullptr && lexer_.take(")") ? add(op, field) : fail();
}

// Reads "{ 1, "one" }, { 2, "two" })"; the values are constant expressions.
bool Compiler::pairs(Node& node) {
  const bool unresolved = unresolved_;
  while (good_ && lexer_.take(","))
    if (!pair(node)) return false;
  unresolved_ = unresolved;
  return lexer_.take(")");
}

bool Compiler::pair(Node& node) {
  if (!lexer_.take("{")) return false;
  if (lexer_.take("}")) return true;
  const size_t before = program_.nodes.size();
  unresolved_ = false;
  const uint32_t value = expression();
  if (!good_ || !lexer_.take(",")) return false;
  if (lexer_.now().kind == Token::String) {
    int64_t is = 0;
    // A constant that is not spelled out has no value to compare with.
    if (!unresolved_ && plainNumber(program_, value, {}, {}, is)) node.pairs.emplace_back(is, lexer_.now().text);
    lexer_.next();
  } else {
    expression();  // the list may end with { 0, NULL }
  }
  program_.nodes.resize(before);
  costs_.resize(before);
  return good_ && lexer_.take("}");
}

uint32_t Compiler::arguments(Node node, size_t count) {
  for (size_t i = 0; good_ && i < count; ++i) {
    if (i > 0 && !lexer_.take(",")) return fail();
    node.args.push_back(expression());
  }
  // Later kernels have further arguments that do not change the text.
  while (good_ && lexer_.take(",")) expression();
  return good_ && lexer_.take(")") ? add(std::move(node)) : fail();
}

uint32_t Compiler::call(const std::string& name) {
  Node node;
  if (name == "__get_str" || name == "__get_rel_str") return fieldCall(Op::FieldValue);
  if (name == "__get_bitmask" || name == "__get_rel_bitmask") return fieldCall(Op::Bitmask);
  if (name == "__get_cpumask" || name == "__get_rel_cpumask") return fieldCall(Op::CpuMask);
  if (name == "__get_dynamic_array" || name == "__get_rel_dynamic_array") return fieldCall(Op::DynamicBytes);
  if (name == "__get_dynamic_array_len" || name == "__get_rel_dynamic_array_len") return fieldCall(Op::DynamicLength);
  if (name == "__get_sockaddr" || name == "__get_rel_sockaddr") return fieldCall(Op::DynamicBytes);
  if (name == "__get_stacktrace" || name == "__get_rel_stacktrace") return fieldCall(Op::Stack);
  if (name == "__print_flags" || name == "__print_flags_u64") {
    node.op = Op::Flags;
    node.args = {expression()};
    if (!good_ || !lexer_.take(",")) return fail();
    if (lexer_.now().kind == Token::String) node.text = lexer_.now().text;
    lexer_.next();
    return pairs(node) ? add(std::move(node)) : fail();
  }
  if (name == "__print_symbolic" || name == "__print_symbolic_u64") {
    node.op = Op::Symbolic;
    node.args = {expression()};
    return good_ && pairs(node) ? add(std::move(node)) : fail();
  }
  if (name == "__print_hex" || name == "__print_hex_str") {
    node.op = Op::Hex;
    node.text = name == "__print_hex" ? " " : "";
    return arguments(std::move(node), 2);
  }
  if (name == "__print_array") {
    node.op = Op::Array;
    return arguments(std::move(node), 3);
  }
  if (name == "__print_dynamic_array") return dynamicArray();
  if (name == "__print_ns_to_secs") return seconds(BinaryOp::Div);
  if (name == "__print_ns_without_secs") return seconds(BinaryOp::Mod);
  if (name == "__print_hex_dump") return hexDump();
  if (name == "mc_event_error_type") return errorType();
  if (name == "sizeof") return sizeOf();
  if (name == "jiffies_to_msecs") {
    node.op = Op::Jiffies;
    return arguments(std::move(node), 1);
  }
  if (name == "__builtin_expect" || name == "likely" || name == "unlikely") {
    node.op = Op::Cast;
    node.type = long_;
    return arguments(std::move(node), 1);
  }
  return fail();
}

// (field, size of an element)
uint32_t Compiler::dynamicArray() {
  const Field* field = fieldArgument();
  if (field == nullptr || !lexer_.take(",")) return fail();
  const uint32_t bytes = add(Op::DynamicBytes, field), length = add(Op::DynamicLength, field), size = expression();
  if (!good_ || !lexer_.take(")")) return fail();
  const uint32_t count = add(Op::Binary, nullptr, {length, size}, static_cast<int64_t>(BinaryOp::Div));
  return good_ ? add(Op::Array, nullptr, {bytes, count, size}) : fail();
}

// The whole seconds of a number of nanoseconds, or the rest.
uint32_t Compiler::seconds(BinaryOp op) {
  const uint32_t of = expression(), second = number(1000000000, {8, false});
  if (!good_ || !lexer_.take(")")) return fail();
  return add(Op::Binary, nullptr, {of, second}, static_cast<int64_t>(op));
}

// Source: include/linux/edac.h.
uint32_t Compiler::errorType() {
  Node node;
  node.op = Op::Symbolic;
  node.args = {expression()};
  node.pairs = {{0, "Corrected"}, {1, "Uncorrected"}, {2, "Deferred"}, {3, "Fatal"}, {4, "Info"}};
  return good_ && lexer_.take(")") ? add(std::move(node)) : fail();
}

// (prefix, type, row size, group size, bytes, length, ascii)
uint32_t Compiler::hexDump() {
  Node node;
  node.op = Op::HexDump;
  do node.args.push_back(expression());
  while (good_ && lexer_.take(","));
  return good_ && node.args.size() == 7 && lexer_.take(")") ? add(std::move(node)) : fail();
}

uint32_t Compiler::sizeOf() {
  int64_t size = 0;
  while (lexer_.now().kind != Token::End && !lexer_.is(")")) {
    if (lexer_.now().text == "REC") {
      lexer_.next();
      lexer_.next();
      if (const Field* field = format_.find(lexer_.now().text)) size = field->size;
    } else if (lexer_.is("*")) {
      size = long_.size;
    } else if (const CType own = typeNamed(lexer_.now().text, long_.size); own.size > 0) {
      size = own.size;
    }
    lexer_.next();
  }
  return size > 0 && lexer_.take(")") ? number(size, unsignedLong()) : fail();
}

}  // namespace tp::kernel
