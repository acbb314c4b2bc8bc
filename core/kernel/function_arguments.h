// The arguments of a function as a record holds them, in words of the kernel's, read by the function's parameters.
#pragma once

#include <string>

#include "core/decode/row_value.h"
#include "core/kernel/btf.h"

namespace tp::kernel {

// The words of a record that hold arguments.
struct ArgumentWords {
  Bytes bytes;
  Endian endian = Endian::Little;
  uint32_t wordSize = 8;

  // What is left over at the end of the record is padding.
  size_t count() const { return bytes.size() / wordSize; }
  uint64_t at(size_t word) const {
    return wordSize == 8 ? loadUnchecked<uint64_t>(bytes.data() + word * 8, endian)
                         : loadUnchecked<uint32_t>(bytes.data() + word * 4, endian);
  }
};

// Returns how many words an argument takes.
size_t wordsOf(const Parameter& parameter, uint32_t wordSize);

// Returns the argument that begins at `word`; kind None if the record does not have it. `room` keeps its text.
RowValue readArgument(const Parameter& parameter, size_t word, const ArgumentWords& words, std::string& room);

// Appends the arguments as `trace-cmd report` does: "fd=3, count=0x10", and "..." for those that the record lacks.
void appendArguments(std::string& out, const std::vector<Parameter>& parameters, const ArgumentWords& words);
// The same for a function whose parameters are not known: the words in hexadecimal.
void appendWords(std::string& out, const ArgumentWords& words);

}  // namespace tp::kernel
