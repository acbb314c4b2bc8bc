// %p and its variants. Source: Documentation/core-api/printk-formats.rst of the kernel.
#include <algorithm>
#include <cstdio>

#include "core/kernel/print_bytes.h"
#include "core/kernel/print_text.h"
#include "core/text/number_text.h"

namespace tp::kernel {
namespace {

template <class... Args>
void append(std::string& out, const char* format, Args... args) {
  char text[128];
  int length = std::snprintf(text, sizeof text, format, args...);
  if (length > 0) out.append(text, std::min<size_t>(static_cast<size_t>(length), sizeof text - 1));
}

unsigned at(Bytes bytes, size_t i) {
  return i < bytes.size() ? static_cast<unsigned>(bytes[i]) : 0;
}

void ip4(std::string& out, Bytes bytes, bool padded) {
  append(out, padded ? "%03u.%03u.%03u.%03u" : "%u.%u.%u.%u", at(bytes, 0), at(bytes, 1), at(bytes, 2), at(bytes, 3));
}

// With colons between groups; if `compressed`, the longest run of zeros is omitted.
void ip6(std::string& out, Bytes bytes, bool compressed, bool colons) {
  unsigned groups[8];
  for (size_t i = 0; i < 8; ++i) groups[i] = at(bytes, 2 * i) << 8 | at(bytes, 2 * i + 1);
  if (!compressed) {
    for (size_t i = 0; i < 8; ++i) append(out, i > 0 && colons ? ":%04x" : "%04x", groups[i]);
    return;
  }
  bool mapped = groups[5] == 0xffff && std::all_of(groups, groups + 5, [](unsigned g) { return g == 0; });
  size_t limit = mapped ? 6 : 8, bestAt = 8, best = 1;
  for (size_t i = 0; i < limit; ++i) {
    size_t end = i;
    while (end < limit && groups[end] == 0) ++end;
    if (end - i > best) {
      best = end - i;
      bestAt = i;
    }
  }
  bool colon = false;
  for (size_t i = 0; i < limit; ++i) {
    if (i == bestAt) {
      out += i == 0 || colon ? "::" : ":";
      if (i > 0 && colon) out.resize(out.size() - 1), out += ':';
      i += best - 1;
      colon = false;
      continue;
    }
    if (colon) out += ':';
    append(out, "%x", groups[i]);
    colon = true;
  }
  if (mapped) {
    if (colon) out += ':';
    ip4(out, bytes.size() >= 16 ? bytes.subspan(12) : Bytes{}, false);
  }
}

// The family is in the byte order of the machine, all else in that of the network.
void socketAddress(std::string& out, std::string_view options, Bytes bytes, Endian endian) {
  unsigned family = endian == Endian::Little ? at(bytes, 0) | at(bytes, 1) << 8 : at(bytes, 0) << 8 | at(bytes, 1);
  bool port = options.find('p') != std::string_view::npos, compressed = options.find('c') != std::string_view::npos;
  unsigned number = at(bytes, 2) << 8 | at(bytes, 3);
  if (family == 2 && bytes.size() >= 8) {
    ip4(out, bytes.subspan(4), false);
    if (port) append(out, ":%u", number);
  } else if (family == 10 && bytes.size() >= 24) {
    if (port) out += '[';
    ip6(out, bytes.subspan(8), compressed, true);
    if (port) append(out, "]:%u", number);
  } else {
    out += "(einval)";
  }
}

void uuid(std::string& out, char kind, Bytes bytes) {
  static constexpr int kBig[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  static constexpr int kLittle[] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
  bool little = kind == 'l' || kind == 'L', upper = kind == 'B' || kind == 'L';
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) out += '-';
    append(out, upper ? "%02X" : "%02x", at(bytes, static_cast<size_t>((little ? kLittle : kBig)[i])));
  }
}

}  // namespace

void appendPointer(std::string& out, const Conversion& conversion, uint64_t value, Bytes bytes, int width,
                   const PrintContext& context) {
  std::string_view kind = conversion.pointer;
  char first = kind.empty() ? '\0' : kind[0];
  // The bytes of a number that is printed instead of what it points to.
  std::byte own[8];
  if (bytes.empty()) {
    for (size_t i = 0; i < 8; ++i) own[i] = static_cast<std::byte>(value >> (8 * i));
  }
  Bytes data = bytes.empty() ? Bytes(own) : bytes;
  if (first == 's' || first == 'S' || first == 'f' || first == 'F' || first == 'B') {
    KernelSymbols::Found found = context.symbols != nullptr ? context.symbols->find(value) : KernelSymbols::Found{};
    if (found.name.empty()) return append(out, "0x%llx", static_cast<unsigned long long>(value));
    std::string text(found.name);
    if (first == 'S' || first == 'F' || first == 'B')
      append(text, "+0x%llx", static_cast<unsigned long long>(found.offset));
    return appendText(out, conversion, text, width, -1);
  }
  if (first == 'M' || first == 'm') {
    bool dash = kind.find('F') != std::string_view::npos;
    for (size_t i = 0; i < 6; ++i)
      append(out, i > 0 && first == 'M' ? (dash ? "-%02x" : ":%02x") : "%02x", at(data, i));
    return;
  }
  if ((first == 'I' || first == 'i') && kind.size() > 1) {
    if (kind[1] == '4') return ip4(out, data, first == 'i');
    if (kind[1] == '6') return ip6(out, data, kind.find('c') != std::string_view::npos, first == 'I');
    if (kind[1] == 'S') return socketAddress(out, kind.substr(2), data, context.endian);
  }
  if (first == 'U') return uuid(out, kind.size() > 1 ? kind[1] : 'b', data);
  if (first == 'h') {
    char between = kind.find('C') != std::string_view::npos   ? ':'
                   : kind.find('D') != std::string_view::npos ? '-'
                   : kind.find('N') != std::string_view::npos ? '\0'
                                                              : ' ';
    // Without a width, it is one byte.
    size_t count = std::min<size_t>(width >= 0 ? static_cast<size_t>(width) : 1, data.size());
    for (size_t i = 0; i < count; ++i) {
      if (i > 0 && between != '\0') out += between;
      appendHex(out, at(data, i), 2);
    }
    return;
  }
  if (first == 'b') {
    const size_t bits = std::min<size_t>(width > 0 ? static_cast<size_t>(width) : 0, 8 * data.size());
    const Bitmap bitmap{data, bits, context.endian, context.longSize};
    return kind.substr(0, 2) == "bl" ? appendBitList(out, bitmap) : appendMask(out, bitmap);
  }
  // As the C library prints a null pointer, which the reference tool uses.
  if (value == 0 && first != 'x') return appendText(out, conversion, "(nil)", width, -1);
  out += "0x";
  appendHex(out, value);
}

}  // namespace tp::kernel
