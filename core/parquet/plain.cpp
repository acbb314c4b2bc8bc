#include "core/parquet/plain.h"

#include <algorithm>
#include <cstring>

#include "core/text/visible_text.h"

namespace tp::parquet {

void appendUtf8(std::string& out, std::string_view text) {
  // Sizes of pages are numbers of 31 bits, and a byte may become three.
  constexpr size_t kLongest = size_t{512} << 20;
  text = text.substr(0, kLongest);
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
  if (plain) {
    out += text;
  } else {
    out += validUtf8(text);
  }
}

void appendPlain(std::string& out, std::string_view text) {
  const size_t begin = out.size();
  out.append(kPlainLength, '\0');
  appendUtf8(out, text);
  const auto length = static_cast<uint32_t>(out.size() - begin - kPlainLength);
  std::memcpy(out.data() + begin, &length, sizeof length);
}

void appendPlain(std::string& out, std::span<const int64_t> values) {
  out.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

}  // namespace tp::parquet
