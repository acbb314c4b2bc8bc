// Formats an event's record by its print format.
#pragma once

#include "core/kernel/print_program.h"
#include "core/kernel/symbols.h"

namespace tp::kernel {

// What the text depends on besides the record. Null pointers if the trace has no symbols or printk formats.
struct PrintContext {
  Endian endian = Endian::Little;
  uint32_t longSize = 8;
  KernelSymbols* symbols = nullptr;
  const std::unordered_map<uint64_t, std::string>* printk = nullptr;
};

void appendPrint(std::string& out, const PrintProgram& program, Bytes record, const PrintContext& context);

// Sets `out` to the value of a node that is only a number. Returns false if it is something else, or more.
bool plainNumber(const PrintProgram& program, uint32_t node, Bytes record, const PrintContext& context, int64_t& out);

// Formats a number by one conversion, as printf does.
void appendNumber(std::string& out, const Conversion& conversion, int64_t value, int width, int precision);
// Appends text with width and precision.
void appendText(std::string& out, const Conversion& conversion, std::string_view text, int width, int precision);
// Formats %p and its variants, for a value or for the bytes that it points to.
void appendPointer(std::string& out, const Conversion& conversion, uint64_t value, Bytes bytes, int width,
                   const PrintContext& context);

}  // namespace tp::kernel
