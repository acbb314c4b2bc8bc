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
  Number,      // value: number
  Text,        // value: text
  FieldValue,  // value of `field`
  Unary,       // operator character in number: - ~ ! +
  Binary,      // operator in number (BinaryOp); args[0], args[1]
  Ternary,     // args[0] ? args[1] : args[2]
  Cast,        // to `type`
  Index,       // args[0][args[1]]
  Flags,       // args[0], delimiter in text, pairs
  Symbolic,    // args[0], pairs
  // args[1] bytes of args[0], separated by `text`.
  Hex,
  Array,          // args[1] elements of args[2] bytes, in args[0]
  HexDump,        // args: prefix, type of addresses, row size, group size, bytes, length, whether characters follow
  Bitmask,        // `field`
  CpuMask,        // `field`
  DynamicBytes,   // `field`
  DynamicLength,  // `field`
  Stack,          // `field`: addresses
  Jiffies,        // args[0]: ticks of a clock whose rate only the kernel knows
  Unknown,        // an argument that is not understood: `fields` that it names
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
  CType type;      // of the result
  CType operands;  // of Binary: the type to which both sides are converted
  const Field* field = nullptr;
  std::string text;
  std::vector<uint32_t> args;  // positions in PrintProgram::nodes
  std::vector<std::pair<int64_t, std::string>> pairs;
  std::vector<const Field*> fields;
};

// A piece of the format string: text, then a conversion, if any.
struct Conversion {
  std::string before;
  std::string flags;  // "-0# +"
  int width = -1;     // -2: an argument
  int precision = -1;
  int length = 0;       // -2 hh, -1 h, 0, 1 l, 2 ll
  char kind = 0;        // d i u x X o c s p; 0: none, only `before`
  std::string pointer;  // what follows %p: "S", "I4", "M"
};

struct PrintProgram {
  bool ok = false;
  std::vector<Node> nodes;
  std::vector<Conversion> format;
  std::vector<uint32_t> args;  // positions in `nodes`
  // The text of the arguments that are not understood. In the place of each, the fields are printed that it names.
  std::vector<std::string> unknown;
};

// Compiles the print format. If not even its format string is understood, `ok` is false, and the fields should be
// printed instead. `format` must outlive the program. `longSize` is the size in bytes of the kernel's long and
// pointers, 4 or 8.
PrintProgram compilePrint(const EventFormat& format, uint32_t longSize = 8);

// Splits a C format string.
std::vector<Conversion> parseFormatString(std::string_view text);

}  // namespace tp::kernel
