#include "core/export/csv_text.h"

#include "core/text/visible_text.h"

namespace tp {
namespace {

constexpr std::string_view kDigits = "0123456789";

// Returns whether the text is a number, with an optional sign, point and exponent, or `inf` or `nan`.
bool isNumber(std::string_view text) {
  auto withoutSign = [](std::string_view part) {
    return part.substr(!part.empty() && (part[0] == '-' || part[0] == '+') ? 1 : 0);
  };
  text = withoutSign(text);
  if (text == "inf" || text == "nan") return true;
  const size_t e = text.find_first_of("eE");
  const std::string_view digits = text.substr(0, e);
  if (digits.empty() || digits.front() == '.' || digits.find('.') != digits.rfind('.')) return false;
  for (char c : digits)
    if (c != '.' && kDigits.find(c) == std::string_view::npos) return false;
  if (e == std::string_view::npos) return true;
  const std::string_view exponent = withoutSign(text.substr(e + 1));
  return !exponent.empty() && exponent.find_first_not_of(kDigits) == std::string_view::npos;
}

bool isFormula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@").find(text[0]) != std::string_view::npos && !isNumber(text);
}

}  // namespace

void appendCsvText(std::string& out, std::string_view text) {
  bool formula = isFormula(text), quoted = text.find_first_of(",\"") != std::string_view::npos;
  if (!formula && !quoted) return appendVisible(out, text);
  if (quoted) out += '"';
  if (formula) out += '\'';
  for (size_t at = 0; at < text.size();) {
    size_t quote = text.find('"', at);
    appendVisible(out, text.substr(at, quote - at));
    if (quote == std::string_view::npos) break;
    out += "\"\"";
    at = quote + 1;
  }
  if (quoted) out += '"';
}

void appendTsvText(std::string& out, std::string_view text) {
  if (isFormula(text)) out += '\'';
  appendVisible(out, text);
}

}  // namespace tp
