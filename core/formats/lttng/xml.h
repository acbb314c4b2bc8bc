// The little of XML that descriptions of facilities are written in: elements, attributes, and text that is of no use.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tp::lttng {

// Of one description; more are no tracer's.
inline constexpr size_t kMaxXmlElements = 100000;

struct XmlElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlElement> children;

  // Empty where there is none.
  std::string_view attribute(std::string_view wanted) const;
  // The first child of this name, or null.
  const XmlElement* child(std::string_view wanted) const;
};

// The outermost element. Values of attributes may lack their quotes, as those of the oldest descriptions do. False, and
// what is wrong, where the text is not well-formed, is nested or long beyond reason, or has no element.
bool parseXml(std::string_view text, XmlElement& out, std::string& problem);

}  // namespace tp::lttng
