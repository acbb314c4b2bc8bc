#include "core/formats/tracecmd/marker.h"

#include <charconv>

namespace tp::tracecmd {
namespace {

std::string_view nextPart(std::string_view& rest) {
  size_t bar = rest.find('|');
  std::string_view part = rest.substr(0, bar);
  rest = bar == std::string_view::npos ? std::string_view{} : rest.substr(bar + 1);
  return part;
}

bool number(std::string_view text, int64_t& out) {
  if (text.empty()) return false;
  return std::from_chars(text.data(), text.data() + text.size(), out).ec == std::errc();
}

bool atrace(std::string_view text, Marker& out) {
  std::string_view rest = text;
  std::string_view letter = nextPart(rest);
  if (letter.size() != 1) return false;
  bool hasPid = number(nextPart(rest), out.pid);
  if (letter == "E") {
    out.kind = Marker::Kind::End;
    return true;
  }
  if (!hasPid) return false;
  switch (letter[0]) {
    case 'B':
      out.kind = Marker::Kind::Begin;
      out.name = rest;
      return !rest.empty();
    case 'I':
      out.kind = Marker::Kind::Instant;
      out.name = rest;
      return !rest.empty();
    case 'C':
      out.kind = Marker::Kind::Counter;
      break;
    case 'S':
      out.kind = Marker::Kind::AsyncBegin;
      break;
    case 'F':
      out.kind = Marker::Kind::AsyncEnd;
      break;
    default:
      return false;
  }
  out.name = nextPart(rest);
  return !out.name.empty() && number(nextPart(rest), out.value);
}

bool strip(std::string_view text, std::string_view word, std::string_view& name) {
  if (text.size() <= word.size() + 1) return false;
  size_t rest = text.size() - word.size();
  if (text.substr(rest) == word && text[rest - 1] == ' ') {
    name = text.substr(0, rest - 1);
    return true;
  }
  if (text.substr(0, word.size()) == word && (text[word.size()] == ' ' || text[word.size()] == ':')) {
    name = text.substr(word.size() + 1);
    return true;
  }
  return false;
}

}  // namespace

Marker parseMarker(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  Marker marker;
  if (atrace(text, marker)) return marker;
  marker = Marker{};
  if (strip(text, "begin", marker.name)) {
    marker.kind = Marker::Kind::NamedBegin;
  } else if (strip(text, "end", marker.name)) {
    marker.kind = Marker::Kind::NamedEnd;
  } else {
    marker.name = text;
  }
  return marker;
}

}  // namespace tp::tracecmd
