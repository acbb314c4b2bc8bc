// An event's record in the words of its print format.
#pragma once

#include "core/kernel/print_program.h"
#include "core/kernel/symbols.h"

namespace tp::kernel {

// What the words need beside the record.
struct PrintContext {
  Endian endian = Endian::Little;
  uint32_t longSize = 8;
  KernelSymbols* symbols = nullptr;
  const std::unordered_map<uint64_t, std::string>* printk = nullptr;
};

void appendPrint(std::string& out, const PrintProgram& program, Bytes record, const PrintContext& context);

// What a node comes to, where it is nothing but a number. False where it is more, or something else.
bool plainNumber(const PrintProgram& program, uint32_t node, Bytes record, const PrintContext& context, int64_t& out);

// One conversion of a number, as printf does it.
void appendNumber(std::string& out, const Conversion& conversion, int64_t value, int width, int precision);
// Text within width and precision.
void appendText(std::string& out, const Conversion& conversion, std::string_view text, int width, int precision);
// %p and its kinds, of a value or of the bytes that it points to.
void appendPointer(std::string& out, const Conversion& conversion, uint64_t value, Bytes bytes, int width,
                   const PrintContext& context);

}  // namespace tp::kernel
