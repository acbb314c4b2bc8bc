#include "core/report/page_text.h"

namespace tp {
namespace {

constexpr std::string_view kPlace = "<div id=\"inner-trace\" hidden></div>";
// Stands for the parts in one-file.html of a served page, which brings them itself, with the names of all; a script of
// each page has the same words without names.
constexpr std::string_view kNoParts = "<div id=\"parts\" data-parts=\"app.wasm ";

}  // namespace

Result<PageText> PageText::of(std::string text, const std::string& path) {
  const size_t at = text.find(kPlace);
  if (at == std::string::npos || text.find(kPlace, at + 1) != std::string::npos)
    return Error{path, kNoOffset, "this is no page of Tracepane without a trace"};
  if (text.find(kNoParts) != std::string::npos)
    return Error{path, kNoOffset, "this is the frame of a page, which lacks its parts: take tracepane-VERSION.html"};
  return PageText(std::move(text), at);
}

std::string PageText::head(std::string_view view) const {
  return text_.substr(0, at_) + "<div id=\"inner-trace\" hidden data-view=\"" + attributeText(view) + "\">\n";
}

std::string PageText::tail() const {
  return "</div>" + text_.substr(at_ + kPlace.size());
}

std::string attributeText(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace tp
