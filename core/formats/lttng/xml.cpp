#include "core/formats/lttng/xml.h"

namespace tp::lttng {
namespace {

constexpr size_t kMaxDepth = 32;
constexpr std::string_view kSpaces = " \t\r\n";

class XmlParser {
 public:
  explicit XmlParser(std::string_view text) : text_(text) {}

  bool run(XmlElement& out);
  std::string problem() const { return problem_ + " at byte " + std::to_string(at_); }

 private:
  bool bad(const char* what) {
    if (problem_.empty()) problem_ = what;
    return false;
  }
  bool starts(std::string_view with) const { return text_.substr(at_, with.size()) == with; }
  void skipSpaces();
  bool skipPast(std::string_view mark);
  bool toTag();
  std::string_view word();
  bool attributes(XmlElement& out);
  bool element(XmlElement& out, size_t depth);

  std::string_view text_;
  size_t at_ = 0;
  size_t elements_ = 0;
  std::string problem_;
};

void XmlParser::skipSpaces() {
  size_t next = text_.find_first_not_of(kSpaces, at_);
  at_ = next == std::string_view::npos ? text_.size() : next;
}

bool XmlParser::skipPast(std::string_view mark) {
  size_t found = text_.find(mark, at_);
  if (found == std::string_view::npos) return bad("something that does not end");
  at_ = found + mark.size();
  return true;
}

// Moves to the next tag of an element, past text, comments, processing instructions and declarations.
bool XmlParser::toTag() {
  for (;;) {
    size_t next = text_.find('<', at_);
    if (next == std::string_view::npos) return bad("the end of the text");
    at_ = next;
    if (starts("<!--")) {
      if (!skipPast("-->")) return false;
    } else if (starts("<?")) {
      if (!skipPast("?>")) return false;
    } else if (starts("<!")) {
      if (!skipPast(">")) return false;
    } else {
      ++at_;
      return true;
    }
  }
}

std::string_view XmlParser::word() {
  size_t end = text_.find_first_of(" \t\r\n=/><\"'", at_);
  if (end == std::string_view::npos) end = text_.size();
  std::string_view out = text_.substr(at_, end - at_);
  at_ = end;
  return out;
}

bool XmlParser::attributes(XmlElement& out) {
  for (;;) {
    skipSpaces();
    if (at_ >= text_.size()) return bad("the end of the text in a tag");
    if (text_[at_] == '>' || starts("/>")) return true;
    std::string_view name = word();
    skipSpaces();
    if (name.empty() || !starts("=")) return bad("an attribute without a value");
    ++at_;
    skipSpaces();
    std::string_view value;
    if (char quote = at_ < text_.size() ? text_[at_] : '\0'; quote == '"' || quote == '\'') {
      size_t begin = ++at_;
      if (!skipPast(quote == '"' ? "\"" : "'")) return false;
      value = text_.substr(begin, at_ - 1 - begin);
    } else {
      value = word();
      if (value.empty()) return bad("an attribute without a value");
    }
    out.attributes.emplace_back(name, value);
  }
}

// Parses an element; the position is after its '<'.
bool XmlParser::element(XmlElement& out, size_t depth) {
  if (depth > kMaxDepth) return bad("elements nested too deep");
  if (++elements_ > kMaxXmlElements) return bad("too many elements");
  out.name = word();
  if (out.name.empty()) return bad("a tag without a name");
  if (!attributes(out)) return false;
  if (starts("/>")) {
    at_ += 2;
    return true;
  }
  ++at_;
  for (;;) {
    if (!toTag()) return false;
    if (starts("/")) {
      ++at_;
      if (word() != out.name) return bad("the end of another element");
      skipSpaces();
      if (!starts(">")) return bad("more in the end of an element");
      ++at_;
      return true;
    }
    if (!element(out.children.emplace_back(), depth + 1)) return false;
  }
}

bool XmlParser::run(XmlElement& out) {
  return toTag() && element(out, 0);
}

}  // namespace

std::string_view XmlElement::attribute(std::string_view wanted) const {
  for (const auto& [name, value] : attributes)
    if (name == wanted) return value;
  return {};
}

const XmlElement* XmlElement::child(std::string_view wanted) const {
  for (const XmlElement& element : children)
    if (element.name == wanted) return &element;
  return nullptr;
}

bool parseXml(std::string_view text, XmlElement& out, std::string& problem) {
  out = XmlElement{};
  XmlParser parser(text);
  if (parser.run(out)) return true;
  problem = parser.problem();
  return false;
}

}  // namespace tp::lttng
