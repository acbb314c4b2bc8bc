// Text of a trace as it may be shown: what would drive a terminal, or turn the order of letters, is spelled out.
#pragma once

#include <string>
#include <string_view>

namespace tp {

// Length in bytes of the valid UTF-8 sequence at `at`, whose first byte is 0x80 or more; or 0, and `bad` is then how
// many bytes one replacement stands for.
size_t utf8Length(std::string_view text, size_t at, size_t& bad);

// Whether the valid UTF-8 sequence is none that can be seen: a control character (U+0080 to U+009F), or one that breaks
// a line or says in which direction it is read (U+2028 to U+202E, U+2066 to U+2069).
bool isHidden(std::string_view sequence);

// Appends what isHidden() as \uHHHH.
void appendHidden(std::string& out, std::string_view sequence);

// A backslash that would be read as the beginning of something spelled out is so itself, and the text can be told from
// what is shown; or it is left alone, and what has been spelled out once stays as it is.
enum class Backslash : bool { SpelledOut, Kept };

// Whether all of it can be shown as it is.
bool isVisible(std::string_view text, Backslash backslash = Backslash::SpelledOut);

// Appends `text` with \xHH for control characters of ASCII (line breaks and tabs among them) and bytes that are not
// UTF-8, and \uHHHH for what isHidden(). What is appended is UTF-8 on one line.
void appendVisible(std::string& out, std::string_view text, Backslash backslash = Backslash::SpelledOut);
std::string visibleText(std::string_view text, Backslash backslash = Backslash::SpelledOut);
// The same of a text of several lines, whose line breaks are kept.
std::string visibleLines(std::string_view text, Backslash backslash = Backslash::SpelledOut);

}  // namespace tp
