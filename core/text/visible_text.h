// Makes text of a trace safe to show: bytes that would control a terminal or change the direction of text are escaped.
#pragma once

#include <string>
#include <string_view>

namespace tp {

// Returns the length in bytes of the valid UTF-8 sequence at `at`, whose first byte is 0x80 or more. If it is invalid,
// returns 0, and `bad` is the number of bytes that one replacement character stands for.
size_t utf8Length(std::string_view text, size_t at, size_t& bad);

// Returns `text` with U+FFFD for what is not UTF-8.
std::string validUtf8(std::string_view text);

// Whether the valid UTF-8 sequence is invisible: a control character (U+0080 to U+009F), or one that breaks a line or
// sets the direction of text (U+061C, U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069).
bool isHidden(std::string_view sequence);

// Appends a sequence for which isHidden() holds as \uHHHH.
void appendHidden(std::string& out, std::string_view sequence);

// SpelledOut: a backslash that looks like the start of an escape is escaped itself, so that the original text can be
// recovered. Kept: it is left alone, so that text that has been escaped once stays as it is.
enum class Backslash : bool { SpelledOut, Kept };

// Whether all of the text can be shown unchanged.
bool isVisible(std::string_view text, Backslash backslash = Backslash::SpelledOut);

// Appends `text`, with \xHH for ASCII control characters (line breaks and tabs among them) and for bytes that are not
// UTF-8, and \uHHHH where isHidden() holds. What is appended is UTF-8 on one line.
void appendVisible(std::string& out, std::string_view text, Backslash backslash = Backslash::SpelledOut);
std::string visibleText(std::string_view text, Backslash backslash = Backslash::SpelledOut);
// Same for a text of several lines, whose line breaks are kept.
std::string visibleLines(std::string_view text, Backslash backslash = Backslash::SpelledOut);

}  // namespace tp
