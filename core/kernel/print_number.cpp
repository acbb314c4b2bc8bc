// Conversions such as %d and %s. Widths and precisions, which the trace chooses, are bounded here.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "core/kernel/print_text.h"
#include "core/text/number_text.h"

namespace tp::kernel {
namespace {

constexpr int kWidest = 1000;

int64_t narrowed(int64_t value, int64_t bytes, bool isSigned) {
  if (bytes < 1 || bytes > 4) return value;
  unsigned shift = static_cast<unsigned>(64 - 8 * bytes);
  uint64_t high = static_cast<uint64_t>(value) << shift;
  return isSigned ? static_cast<int64_t>(high) >> shift : static_cast<int64_t>(high >> shift);
}

int bytesOf(const Conversion& conversion) {
  return conversion.length <= -2 ? 1 : conversion.length == -1 ? 2 : conversion.length == 0 ? 4 : 8;
}

// Handles nearly all conversions: decimal or hexadecimal, perhaps padded from the left. Returns false for all others.
bool appendPlainNumber(std::string& out, const Conversion& conversion, char kind, int64_t value, int width,
                       int precision) {
  bool zeros = conversion.flags == "0";
  if (precision >= 0 || width > 100 || (!zeros && !conversion.flags.empty())) return false;
  size_t wide = width > 0 ? static_cast<size_t>(width) : 0;
  char filler = zeros ? '0' : ' ';
  bool isSigned = kind == 'd' || kind == 'i';
  value = narrowed(value, bytesOf(conversion), isSigned);
  if (isSigned) {
    appendDecimal(out, value, wide, filler);
  } else if (kind == 'u') {
    appendDecimal(out, static_cast<uint64_t>(value), wide, filler);
  } else if (kind == 'x' && (zeros || wide == 0)) {
    appendHex(out, static_cast<uint64_t>(value), wide);
  } else {
    return false;
  }
  return true;
}

}  // namespace

void appendNumber(std::string& out, const Conversion& conversion, int64_t value, int width, int precision) {
  // The conversion comes from the trace: pass only valid letters for numbers, and bounded widths, to printf.
  char kind = conversion.kind;
  if (std::strchr("diouxXc", kind) == nullptr) kind = 'd';
  if (appendPlainNumber(out, conversion, kind, value, width, precision)) return;
  std::string format = "%";
  for (char flag : conversion.flags)
    if (std::strchr("-+ #0", flag) != nullptr) format += flag;
  if (width >= 0) format += std::to_string(std::min(width, kWidest));
  if (precision >= 0) format += '.' + std::to_string(std::min(precision, kWidest));
  bool isSigned = kind == 'd' || kind == 'i';
  value = narrowed(value, bytesOf(conversion), isSigned);
  char text[1100];
  int length;
  if (kind == 'c') {
    format += 'c';
    length = std::snprintf(text, sizeof text, format.c_str(), static_cast<int>(static_cast<char>(value)));
  } else {
    format += "ll";
    format += kind;
    length = std::snprintf(text, sizeof text, format.c_str(), static_cast<long long>(value));
  }
  if (length > 0) out.append(text, std::min<size_t>(static_cast<size_t>(length), sizeof text - 1));
}

void appendText(std::string& out, const Conversion& conversion, std::string_view text, int width, int precision) {
  if (precision >= 0) text = text.substr(0, static_cast<size_t>(precision));
  size_t wide = static_cast<size_t>(std::clamp(width, 0, kWidest));
  size_t fill = wide > text.size() ? wide - text.size() : 0;
  bool left = conversion.flags.find('-') != std::string::npos;
  if (!left) out.append(fill, ' ');
  out += text;
  if (left) out.append(fill, ' ');
}

}  // namespace tp::kernel
