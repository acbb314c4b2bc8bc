#include "core/export/csv_text.h"

#include "core/trace/visible_text.h"

namespace tp {
namespace {

// A sign, digits, and a point among them.
bool isNumber(std::string_view text) {
  size_t sign = text[0] == '-' || text[0] == '+' ? 1 : 0;
  std::string_view digits = text.substr(sign);
  return !digits.empty() && digits.front() != '.' &&
         digits.find_first_not_of("0123456789.") == std::string_view::npos && digits.find('.') == digits.rfind('.');
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

}  // namespace tp
