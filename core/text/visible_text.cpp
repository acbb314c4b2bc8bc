#include "core/text/visible_text.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace tp {
namespace {

constexpr char kHex[] = "0123456789abcdef";

bool isPlain(char c) {
  return c >= 0x20 && c < 0x7f && c != '\\';
}

// Whether all eight bytes of a word are printable ASCII, and none is a backslash.
bool allPlain(uint64_t word) {
  constexpr uint64_t kOnes = 0x0101010101010101, kHigh = kOnes * 0x80;
  const uint64_t slash = word ^ kOnes * '\\';
  const uint64_t odd = word | (word - kOnes * 0x20) | (word + kOnes) | ((slash - kOnes) & ~slash);
  return (odd & kHigh) == 0;
}

template <class T>
T load(const char* from) {
  T word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

// Whether the last bytes of a text, less than eight from `at` on, are plain. They are looked at in one step, together
// with bytes before them that are known to be plain. May say no where one by one would say yes.
bool lastPlain(std::string_view text, size_t at) {
  const char* const end = text.data() + text.size();
  if (at >= sizeof(uint64_t)) return allPlain(load<uint64_t>(end - sizeof(uint64_t)));
  if (text.size() - at < sizeof(uint32_t)) return false;
  return allPlain(load<uint32_t>(text.data() + at) | static_cast<uint64_t>(load<uint32_t>(end - 4)) << 32);
}

// Returns the place of the first byte that is not plain.
size_t plainEnd(std::string_view text, size_t at) {
  const size_t from = at;
  for (; at + sizeof(uint64_t) <= text.size(); at += sizeof(uint64_t))
    if (!allPlain(load<uint64_t>(text.data() + at))) break;
  // Bytes before `from` need not be plain.
  if (from == 0 && text.size() - at < sizeof(uint64_t) && lastPlain(text, at)) return text.size();
  while (at < text.size() && isPlain(text[at])) ++at;
  return at;
}

// Whether `behind` would make the backslash before it look like one of our escapes.
bool looksSpelledOut(std::string_view behind) {
  if (behind.empty() || (behind[0] != 'x' && behind[0] != 'u')) return false;
  size_t digits = behind[0] == 'x' ? 2 : 4;
  if (behind.size() <= digits) return false;
  return std::all_of(behind.begin() + 1, behind.begin() + 1 + static_cast<std::ptrdiff_t>(digits),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// Returns the length of the character at `at` if it can be shown unchanged, else 0; then `hidden` is the length of an
// invisible UTF-8 sequence, or 0 for one byte that is to be escaped by itself.
size_t visibleLength(std::string_view text, size_t at, Backslash backslash, size_t& hidden) {
  auto c = static_cast<unsigned char>(text[at]);
  hidden = 0;
  if (c == '\\') return backslash == Backslash::SpelledOut && looksSpelledOut(text.substr(at + 1)) ? 0 : 1;
  if (c < 0x80) return c >= 0x20 && c != 0x7f ? 1 : 0;
  size_t bad = 1, length = utf8Length(text, at, bad);
  if (length == 0 || !isHidden(text.substr(at, length))) return length;
  hidden = length;
  return 0;
}

}  // namespace

size_t utf8Length(std::string_view text, size_t at, size_t& bad) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = byte(at);
  size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  bad = 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  unsigned char low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  unsigned char high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  for (size_t i = 1; i < length; ++i) {
    if (at + i >= text.size() || byte(at + i) < low || byte(at + i) > high) {
      bad = i;
      return 0;
    }
    low = 0x80;
    high = 0xbf;
  }
  return length;
}

std::string validUtf8(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    size_t bad = 1;
    size_t length = static_cast<unsigned char>(text[i]) < 0x80 ? 1 : utf8Length(text, i, bad);
    out += length > 0 ? text.substr(i, length) : std::string_view("\xef\xbf\xbd");
    i += length > 0 ? length : bad;
  }
  return out;
}

bool isHidden(std::string_view sequence) {
  if (sequence == "\xd8\x9c") return true;  // ARABIC LETTER MARK
  if (sequence.size() == 2) return sequence[0] == '\xc2' && static_cast<unsigned char>(sequence[1]) < 0xa0;
  if (sequence.size() != 3 || sequence[0] != '\xe2') return false;
  auto last = static_cast<unsigned char>(sequence[2]);
  if (sequence[1] == '\x80') return (last >= 0xa8 && last <= 0xae) || last == 0x8e || last == 0x8f;
  return sequence[1] == '\x81' && last >= 0xa6 && last <= 0xa9;
}

void appendHidden(std::string& out, std::string_view sequence) {
  uint32_t code = static_cast<unsigned char>(sequence[0]) & (sequence.size() == 2 ? 0x1f : 0x0f);
  for (char c : sequence.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3f);
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kHex[code >> shift & 15];
}

bool isVisible(std::string_view text, Backslash backslash) {
  for (size_t at = plainEnd(text, 0); at < text.size(); at = plainEnd(text, at)) {
    size_t hidden = 0, length = visibleLength(text, at, backslash, hidden);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

void appendVisible(std::string& out, std::string_view text, Backslash backslash) {
  for (size_t at = 0; at < text.size();) {
    size_t end = plainEnd(text, at), hidden = 0;
    out += text.substr(at, end - at);
    at = end;
    if (at == text.size()) break;
    size_t length = visibleLength(text, at, backslash, hidden);
    if (length > 0) {
      out += text.substr(at, length);
      at += length;
    } else if (hidden > 0) {
      appendHidden(out, text.substr(at, hidden));
      at += hidden;
    } else {
      auto byte = static_cast<unsigned char>(text[at++]);
      out += "\\x";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
}

std::string visibleText(std::string_view text, Backslash backslash) {
  std::string out;
  appendVisible(out, text, backslash);
  return out;
}

std::string visibleLines(std::string_view text, Backslash backslash) {
  std::string out;
  for (size_t end; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1)) {
    appendVisible(out, text.substr(0, end), backslash);
    out += '\n';
  }
  appendVisible(out, text, backslash);
  return out;
}

}  // namespace tp
