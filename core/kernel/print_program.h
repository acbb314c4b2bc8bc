// The language of "print fmt:": a C format string and C expressions over the record, compiled once for each event.
// Source: the format files that the kernel makes of TP_printk() (include/trace/stages/stage3_trace_output.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/kernel/event_format.h"
#include "core/kernel/print_types.h"

namespace tp::kernel {

enum class Op : uint8_t {
  Number,         // number
  Text,           // text
  FieldValue,     // field
  Unary,          // op character in number: - ~ ! +
  Binary,         // operator in number (BinaryOp); args[0], args[1]
  Ternary,        // args[0] ? args[1] : args[2]
  Cast,           // to `type`
  Index,          // args[0][args[1]]
  Flags,          // args[0], delimiter in text, pairs
  Symbolic,       // args[0], pairs
  Hex,            // bytes of args[0], args[1] long; text: what is between
  Array,          // args[0], args[1] elements of args[2] bytes
  HexDump,        // the same as Hex, but in lines
  Bitmask,        // of field
  CpuList,        // of field
  DynamicBytes,   // of field
  DynamicLength,  // of field
  Sockaddr,       // of field
};

enum class BinaryOp : uint8_t {
  Mul,
  Div,
  Mod,
  Add,
  Sub,
  Shl,
  Shr,
  Lt,
  Gt,
  Le,
  Ge,
  Eq,
  Ne,
  And,
  Xor,
  Or,
  LogicAnd,
  LogicOr
};

struct Node {
  Op op = Op::Number;
  int64_t number = 0;
  CType type;      // of what it comes to
  CType operands;  // of Binary: to which both sides are converted
  const Field* field = nullptr;
  std::string text;
  std::vector<uint32_t> args;  // positions in PrintProgram::nodes
  std::vector<std::pair<int64_t, std::string>> pairs;
};

// A piece of the format string: text, then perhaps a conversion.
struct Conversion {
  std::string before;
  std::string flags;  // "-0# +"
  int width = -1;     // -2: taken from the arguments
  int precision = -1;
  int length = 0;       // -2 hh, -1 h, 0, 1 l, 2 ll
  char kind = 0;        // d i u x X o c s p; 0: none, only `before`
  std::string pointer;  // what follows %p: "S", "I4", "M"
};

struct PrintProgram {
  bool ok = false;
  std::vector<Node> nodes;
  std::vector<Conversion> format;
  std::vector<uint32_t> args;  // nodes
};

// `ok` is false for what is not understood; the fields are printed then. `format` outlives the program. `longSize`:
// bytes of the kernel's long and of its pointers, 4 or 8.
PrintProgram compilePrint(const EventFormat& format, uint32_t longSize = 8);

// The pieces of a C format string.
std::vector<Conversion> parseFormatString(std::string_view text);

}  // namespace tp::kernel
