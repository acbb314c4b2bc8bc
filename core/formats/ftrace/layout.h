// The records that stand for lines of text: as the kernel's ring buffer would have them, with those fields that the
// tracks are made from. The formats that describe them are texts as in a trace.dat, so that the tracks of both come
// from the same code (core/formats/tracecmd).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/ftrace/arguments.h"
#include "core/formats/ftrace/line.h"

namespace tp::ftrace {

// Where the parts lie that every record has, in bytes.
inline constexpr size_t kTypeAt = 0, kFlagsAt = 2, kPreemptCountAt = 3, kPidAt = 4;
// The text, as offset and length of 16 bits each; the offset and the length of the line in the unit that was read
// together; the process, -1 if it is not told; and the command, with zeros behind it.
inline constexpr size_t kTextAt = 8, kLineAt = 12, kLineSizeAt = 16, kTgidAt = 20, kCommAt = 24, kFieldsAt = 40;
inline constexpr size_t kCommSize = 16;
// A text that is longer is cut: its length has 16 bits, and so has its place.
inline constexpr size_t kMaxText = 48 << 10;
// The most frames of a stack.
inline constexpr size_t kMaxFrames = 256;

// How the value of a field is told.
enum class FieldForm : uint8_t {
  Number,
  Hex,  // hexadecimal, perhaps without 0x
  Text,
  State,   // letters of thread states
  Symbol,  // a function: its address, or its number in Symbols
  Device,  // "8,0"
};

struct LayoutField {
  std::string_view name;
  FieldForm form = FieldForm::Number;
};

// What records of an event have beyond the parts above.
struct Layout {
  std::string_view system;
  std::vector<LayoutField> fields;
  enum class Special : uint8_t { None, Stack, UserStack, GraphEntry, GraphExit } special = Special::None;
};

// Returns the layout for an event of this name. `arguments` are those of one of its records, which tell probes.
Layout layoutFor(std::string_view event, const std::vector<Argument>& arguments);

// Returns the format file of an event, as the kernel would describe such records.
std::string formatText(std::string_view event, uint32_t id, const Layout& layout, bool hasFlags);

// Functions have names in texts, and addresses in records: each name gets an address of its own.
class Symbols {
 public:
  // Returns the address, which is added if there is room; 0 if there is none.
  uint64_t add(std::string_view name);
  // Returns 0 for a name that was not added.
  uint64_t find(std::string_view name) const;
  // Returns the lines of a kallsyms.
  std::string text() const;

 private:
  std::unordered_map<std::string, uint64_t> addresses_;
};

// Calls `visit` with each function that a line names.
template <class Visit>
void visitSymbols(const Layout& layout, const std::vector<Argument>& arguments, std::string_view text, Visit&& visit) {
  for (const LayoutField& field : layout.fields)
    if (field.form == FieldForm::Symbol) visit(valueOf(arguments, field.name));
  GraphCall call;
  if (layout.special == Layout::Special::GraphEntry || layout.special == Layout::Special::GraphExit)
    if (readGraphCall(text, call)) visit(call.function);
}

// What a record is made from.
struct RecordParts {
  const Line* line = nullptr;
  const std::vector<Argument>* arguments = nullptr;
  std::string_view text;                 // with the lines that belong to it
  std::vector<std::string_view> frames;  // of a stack
  uint16_t type = 0;
  uint32_t lineAt = 0, lineSize = 0;
};

// Makes the bytes of a record. Returns the time of the end of a call that the line has as well, or -1.
Time encode(const RecordParts& parts, const Layout& layout, const Symbols& symbols, std::vector<std::byte>& out);

}  // namespace tp::ftrace
