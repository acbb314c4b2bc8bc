// Reads and shows numbers of all kinds, and names them by their labels.
#pragma once

#include "core/decode/row_value.h"
#include "core/formats/ctf/skip_program.h"

namespace tp::ctf {

struct Number {
  uint64_t value = 0;
  unsigned bits = 64;
};
// Reads an Integer or a VariableInteger, which tells what it is for.
Number readNumber(const Node& node, BitReader& in, Told& told);
// Reads a Real. Returns false if no number of this size can be shown.
bool readReal(const Node& node, BitReader& in, double& out);

// Its labels view `room`.
RowValue numberValue(const Node& node, const Number& number, std::string& room);
// Reads and appends an Integer or a VariableInteger, in the words of babeltrace2.
void printNumber(const Node& node, BitReader& in, Told& told, std::string& out);
// Reads and appends a Wide, in hexadecimal.
void printWide(const Node& node, BitReader& in, std::string& out);
// Appends a text with what cannot be shown behind a backslash.
void appendQuoted(std::string& out, std::string_view text);

}  // namespace tp::ctf
