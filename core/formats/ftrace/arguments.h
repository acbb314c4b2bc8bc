// What the text of an event says, as names and values: by "name=value" and "name: value", and by the forms that the
// kernel and trace-cmd's plugins print in place of these.
#pragma once

#include <string_view>
#include <vector>

namespace tp::ftrace {

struct Argument {
  std::string_view name;
  std::string_view value;
};

// `text` is what stands behind the name of the event. The results view `text` and constants. At most kMaxArguments.
inline constexpr size_t kMaxArguments = 64;
void argumentsOf(std::string_view event, std::string_view text, std::vector<Argument>& out);

// Whether the text of such an event may have several lines: what programs write, and what is not known.
bool mayGoOn(std::string_view event);

// Returns the value of this name; empty if there is none.
std::string_view valueOf(const std::vector<Argument>& arguments, std::string_view name);

// A call in the text of the function_graph tracer.
struct GraphCall {
  std::string_view function;  // empty for the end of a call that does not name it
  int64_t depth = 0;
  int64_t ns = -1;    // how long it took; negative: not told
  bool leaf = false;  // the call and its end in one line
};
// Reads "! 150.000 us |      schedule() {". Returns false if the text has no such form.
bool readGraphCall(std::string_view text, GraphCall& out);

// Reads one function of a stack: "=> schedule (ffffffff814b0eb5)" or " => schedule+0x12/0x30". Returns its name or, if
// it has none, the number in its place.
std::string_view frameOf(std::string_view line);
// Returns "schedule" of "schedule+0x12/0x30".
std::string_view functionIn(std::string_view text);

// What a value says as a number.
struct Number {
  enum class Kind : unsigned char { None, Signed, Unsigned, Hex, Real } kind = Kind::None;
  int64_t whole = 0;
  double real = 0;
};
// Reads "-12", "0x1f", "1.5", also if a unit in brackets follows: "1234 [ns]".
Number numberIn(std::string_view text);
// Reads hexadecimal digits, with 0x in front or without.
bool hexIn(std::string_view text, uint64_t& out);

}  // namespace tp::ftrace
