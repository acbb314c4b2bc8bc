#include "core/analysis/number.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace tp {
namespace {

int digitOf(char c, bool hex) {
  if (c >= '0' && c <= '9') return c - '0';
  if (!hex) return -1;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

Number Number::of(int64_t value) {
  Number number = ofUnsigned(value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value));
  number.negative = value < 0;
  if (number.negative) number.value = -number.value;
  return number;
}

Number Number::ofUnsigned(uint64_t value) {
  return {false, true, value, static_cast<double>(value)};
}

int compare(const Number& a, const Number& b) {
  if (!a.whole || !b.whole) return a.value < b.value ? -1 : a.value > b.value;
  // Zero has no sign: -0 equals 0.
  bool aNegative = a.negative && a.magnitude != 0, bNegative = b.negative && b.magnitude != 0;
  if (aNegative != bNegative) return aNegative ? -1 : 1;
  int order = a.magnitude < b.magnitude ? -1 : a.magnitude > b.magnitude;
  return aNegative ? -order : order;
}

bool parseNumber(std::string_view text, Number& out, size_t& length, bool hex) {
  out = Number{};
  size_t at = 0;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) out.negative = text[at++] == '-';
  bool prefixed =
      at + 2 < text.size() && text[at] == '0' && (text[at + 1] | 0x20) == 'x' && digitOf(text[at + 2], true) >= 0;
  if (prefixed) at += 2;
  hex = hex || prefixed;
  uint64_t base = hex ? 16 : 10;
  size_t first = at;
  for (int digit; at < text.size() && (digit = digitOf(text[at], hex)) >= 0; ++at) {
    auto value = static_cast<uint64_t>(digit);
    if (out.magnitude > (std::numeric_limits<uint64_t>::max() - value) / base) out.whole = false;
    out.magnitude = out.magnitude * base + value;
    out.value = out.value * static_cast<double>(base) + digit;
  }
  if (at == first) return false;
  auto isDigit = [text](size_t i) { return i < text.size() && digitOf(text[i], false) >= 0; };
  if (!hex && at < text.size() && text[at] == '.' && isDigit(at + 1))
    for (++at; isDigit(at); ++at)
      if (text[at] != '0') out.whole = false;
  // Without a sign, an `e` behind digits may be one of a hexadecimal number, or a unit.
  if (!hex && at + 2 < text.size() && text[at] == 'e' && (text[at + 1] == '-' || text[at + 1] == '+') &&
      isDigit(at + 2)) {
    out.whole = false;
    for (at += 2; isDigit(at);) ++at;
  }
  // The nearest double, as the compilers of C have it.
  if (!hex && !out.whole) {
    out.value = std::strtod(std::string(text.substr(0, at)).c_str(), nullptr);
  } else if (out.negative) {
    out.value = -out.value;
  }
  length = at;
  return true;
}

Number scaled(const Number& number, double factor) {
  if (number.whole && factor >= 1 && factor == std::floor(factor) && factor < 1e15) {
    auto times = static_cast<uint64_t>(factor);
    if (number.magnitude <= std::numeric_limits<uint64_t>::max() / times) {
      Number result = Number::ofUnsigned(number.magnitude * times);
      result.negative = number.negative;
      if (result.negative) result.value = -result.value;
      return result;
    }
  }
  double value = number.value * factor;
  double nearest = std::round(value);
  // 1.1 ms are an integer number of ns, although the product is rounded.
  if (std::abs(nearest) < 9e15 && std::abs(value - nearest) < 1e-6 * std::fmax(1, 1e-9 * std::abs(value)))
    return Number::of(static_cast<int64_t>(nearest));
  return {value < 0, false, 0, value};
}

}  // namespace tp
