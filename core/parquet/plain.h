// Values as they are (Encodings.md, PLAIN), and texts that are valid UTF-8 whatever the trace has.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tp::parquet {

// Appends the text with U+FFFD for what is not UTF-8. What a page can't hold of a text, beyond 512 MB, is cut off.
void appendUtf8(std::string& out, std::string_view text);

// The bytes in front of a text that are its length.
inline constexpr size_t kPlainLength = sizeof(uint32_t);
// Appends the text as appendUtf8() does, behind its length.
void appendPlain(std::string& out, std::string_view text);

// Appends 8 bytes for each value: the bits of doubles.
void appendPlain(std::string& out, std::span<const int64_t> values);

}  // namespace tp::parquet
