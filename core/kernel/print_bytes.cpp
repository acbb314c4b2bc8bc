#include "core/kernel/print_bytes.h"

#include <algorithm>

#include "core/text/number_text.h"

namespace tp::kernel {

uint32_t Bitmap::group(size_t group) const {
  // With longs of 64 bits in big endian, the upper half of each comes first.
  const size_t at = 4 * (endian == Endian::Big && longSize == 8 ? group ^ 1 : group);
  std::byte four[4] = {};
  if (at < bytes.size()) std::copy_n(bytes.data() + at, std::min<size_t>(4, bytes.size() - at), four);
  auto value = loadUnchecked<uint32_t>(four, endian);
  const size_t left = bits > 32 * group ? bits - 32 * group : 0;
  return left >= 32 ? value : value & ((1u << left) - 1);
}

void appendMask(std::string& out, const Bitmap& bitmap) {
  const size_t groups = (bitmap.bits + 31) / 32;
  for (size_t group = groups; group-- > 0;) {
    const bool first = group + 1 == groups;
    const size_t bits = first ? bitmap.bits - 32 * group : 32;
    if (!first) out += ',';
    appendHex(out, bitmap.group(group), (bits + 3) / 4);
  }
}

void appendBitList(std::string& out, const Bitmap& bitmap) {
  auto set = [&](size_t bit) { return bit < bitmap.bits && (bitmap.group(bit / 32) >> (bit % 32) & 1) != 0; };
  bool first = true;
  for (size_t bit = 0; bit < bitmap.bits; ++bit) {
    if (!set(bit)) continue;
    size_t last = bit;
    while (set(last + 1)) ++last;
    if (!first) out += ',';
    first = false;
    appendDecimal(out, bit);
    if (last > bit) {
      out += '-';
      appendDecimal(out, last);
    }
    bit = last;
  }
}

void appendHexDump(std::string& out, const HexDump& dump, Bytes bytes, Endian endian) {
  const size_t row = dump.rowSize == 32 ? 32 : 16;
  out += '\n';
  for (size_t begin = 0; begin < bytes.size(); begin += row) {
    const Bytes line = bytes.subspan(begin, std::min(row, bytes.size() - begin));
    const bool grouped = (dump.groupSize == 2 || dump.groupSize == 4 || dump.groupSize == 8) &&
                         line.size() % static_cast<size_t>(dump.groupSize) == 0;
    const size_t group = grouped ? static_cast<size_t>(dump.groupSize) : 1;
    out += dump.prefix;
    if (dump.addresses == 1 || dump.addresses == 2) {
      appendHex(out, begin, 8);
      out += ": ";
    }
    const size_t start = out.size();
    Cursor cursor(line, endian);
    while (!cursor.atEnd()) {
      if (out.size() > start) out += ' ';
      appendHex(out, cursor.unsignedOf(static_cast<uint32_t>(group)), 2 * group);
      if (cursor.failed()) break;
    }
    if (dump.characters) {
      const size_t column = start + 2 * row + row / group + 1;
      if (out.size() < column) out.append(column - out.size(), ' ');
      for (char c : asText(line)) out += c >= ' ' && c <= '~' ? c : '.';
    }
    out += '\n';
  }
}

}  // namespace tp::kernel
