#include "core/io/tar_number.h"

#include <charconv>

namespace tp {
namespace {

bool octal(std::string_view text, uint64_t& value) {
  size_t first = text.find_first_not_of(' ');
  value = 0;
  if (first == std::string_view::npos) return true;
  text = text.substr(first);
  text = text.substr(0, text.find(' '));
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 8);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string_view tarField(Bytes header, size_t at, size_t size) {
  std::string_view text = asText(header.subspan(at, size));
  return text.substr(0, text.find('\0'));
}

bool tarNumber(Bytes header, size_t at, size_t size, uint64_t& value) {
  if ((static_cast<uint8_t>(header[at]) & 0x80) == 0) return octal(tarField(header, at, size), value);
  value = static_cast<uint8_t>(header[at]) & 0x7f;
  for (size_t i = 1; i < size; ++i) {
    if (value >> 55 != 0) return false;
    value = value << 8 | static_cast<uint8_t>(header[at + i]);
  }
  return true;
}

}  // namespace tp
