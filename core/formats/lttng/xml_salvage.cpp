#include "core/formats/lttng/xml_salvage.h"

#include <algorithm>
#include <cstddef>

namespace tp::lttng {
namespace {

constexpr std::string_view kEvent = "<event", kEventEnd = "</event>", kType = "<type name", kFacility = "<facility";

// Replaces comments by spaces, so that nothing in them is found.
std::string withoutComments(std::string_view text) {
  constexpr std::string_view kBegin = "<!--", kEnd = "-->";
  std::string out(text);
  for (size_t at = out.find(kBegin); at != std::string::npos; at = out.find(kBegin, at + 1)) {
    size_t end = out.find(kEnd, at);
    if (end == std::string::npos) break;
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(at),
              out.begin() + static_cast<std::ptrdiff_t>(end + kEnd.size()), ' ');
  }
  return out;
}

size_t count(std::string_view text, std::string_view what) {
  size_t out = 0;
  for (size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) ++out;
  return out;
}

// Parses the tag alone, without the element's content.
bool parseTag(std::string_view text, XmlElement& out) {
  std::string ignored;
  size_t end = text.find('>');
  return end != std::string_view::npos && parseXml(std::string(text.substr(0, end)) + "/>", out, ignored);
}

void addDamaged(std::string_view text, XmlElement& out) {
  if (out.children.size() >= kMaxXmlElements) return;
  XmlElement event, field;
  if (!parseTag(text, event)) event = XmlElement();
  event.name = "event";
  field.name = "field";
  event.children = {field};
  out.children.push_back(std::move(event));
}

}  // namespace

void salvageFacility(std::string_view text, std::string_view name, XmlElement& out) {
  const std::string plain = withoutComments(text);
  const std::string_view all = plain;
  const size_t tag = all.find(kFacility);
  if (tag == std::string_view::npos || !parseTag(all.substr(tag), out)) out = XmlElement();
  out.name = "facility";
  if (out.attribute("name").empty()) out.attributes.emplace_back("name", name);
  // Each search goes on from the last find, so that a long text without a match is not searched again and again.
  size_t event = 0, type = 0;
  auto nextStart = [&](size_t from) {
    if (from == 0 || event < from) event = std::min(all.find(kEvent, from), all.size());
    if (from == 0 || type < from) type = std::min(all.find(kType, from), all.size());
    return std::min(event, type);
  };
  size_t at = nextStart(0);
  // An end tag without its start tag also stands for an event.
  for (size_t lone = count(all.substr(0, at), kEventEnd); lone > 0; --lone) addDamaged({}, out);
  while (at < all.size() && out.children.size() < kMaxXmlElements) {
    const size_t next = nextStart(at + 1);
    const std::string_view part = all.substr(at, next - at);
    const bool isEvent = part.starts_with(kEvent);
    XmlElement element;
    std::string ignored;
    if (parseXml(part, element, ignored)) {
      out.children.push_back(std::move(element));
    } else if (isEvent) {
      addDamaged(part, out);
    }
    for (size_t ends = count(part, kEventEnd); ends > (isEvent ? 1 : 0); --ends) addDamaged({}, out);
    at = next;
  }
}

}  // namespace tp::lttng
