#include "core/formats/uftrace/text_lines.h"

#include <charconv>

namespace tp::uftrace {
namespace {

// Returns whether there are control characters, or bytes that UTF-8 does not use.
bool hasNoise(std::string_view line) {
  bool noise = false;
  for (char c : line) {
    auto byte = static_cast<unsigned char>(c);
    noise = noise | ((byte < 0x20) & (byte != '\t')) | (byte == 0x7f) | (byte >= 0xf8);
  }
  return noise;
}

}  // namespace

bool TextLines::next(std::string_view& line) {
  if (!lines_.next(line)) return false;
  told_ = false;
  if (cut_ && lines_.offset() + line.size() >= size_) {
    warn("the end of a line", "the end of the file");
  } else if (hasNoise(line)) {
    warn("a line of text", "bytes that are none");
  }
  return true;
}

void TextLines::warn(std::string expected, std::string found) {
  if (log_.warnings == nullptr || told_) return;
  told_ = true;
  log_.warnings->add(log_.file, begin_ + lines_.offset(), std::move(expected), std::move(found));
}

void TextLines::warnFile(std::string expected, std::string found) {
  if (log_.warnings != nullptr) log_.warnings->add(log_.file, kNoOffset, std::move(expected), std::move(found));
}

bool wholeNumber(std::string_view text, int base, uint64_t& value) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace tp::uftrace
