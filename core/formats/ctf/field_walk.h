// Reads single fields of a scope, and puts all of them into words as babeltrace2 does.
#pragma once

#include <functional>

#include "core/decode/row_value.h"
#include "core/formats/ctf/skip_program.h"

namespace tp::ctf {

// Called with each text and blob that is passed over, and its bytes.
using EachText = std::function<void(const Node& node, const Bytes& bytes)>;
// Passes over the field at `at` of the program, up to `target` if that is within it: then the reader stands at its
// beginning, and the result is true. `each` may be null.
bool seekTo(const Program& program, uint32_t at, uint32_t target, BitReader& in, Told& told,
            const EachText* each = nullptr);

// Reads the field that begins where the reader stands, as seekTo() leaves it. Structures, variants and lists of
// anything but numbers become words. `room` stores texts that the packet does not have as they are; what is returned
// may view it.
RowValue readField(const Program& program, uint32_t at, BitReader& in, Told& told, std::string& room);
// Reads an element of a list of numbers; of kind None if the field is none, or is shorter.
RowValue readElement(const Program& program, uint32_t at, uint64_t number, BitReader& in, Told& told);

// Appends the words of the field at `at`; lists are cut after kMaxListed elements.
void printField(const Program& program, uint32_t at, BitReader& in, Told& told, std::string& out);
// Appends "a = 1, b = "x"" for the members of the program's structure. Returns false if it has none.
bool printMembers(const Program& program, BitReader& in, Told& told, std::string& out);

// The bytes of a text in UTF-8, up to a NUL. Views `room` if they had to be converted.
std::string_view utf8Of(Encoding encoding, const Bytes& bytes, std::string& room);

}  // namespace tp::ctf
