// A parser for the part of XML in which facilities are described: elements and attributes. Text in elements is ignored.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tp::lttng {

// Limit on one description; no tracer has as many.
inline constexpr size_t kMaxXmlElements = 100000;

struct XmlElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlElement> children;

  // Returns an empty view if there is no such attribute.
  std::string_view attribute(std::string_view wanted) const;
  // Returns the first child of this name, or null.
  const XmlElement* child(std::string_view wanted) const;
};

// Parses the outermost element. Values of attributes may lack their quotes, as in the oldest descriptions. Returns
// false, and sets `problem`, if the text is not well-formed, is nested too deeply, has too many elements or none.
bool parseXml(std::string_view text, XmlElement& out, std::string& problem);

}  // namespace tp::lttng
