// Writes JSON objects key by key.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/export/event_text.h"
#include "core/text/number_text.h"

namespace tp {

inline void jsonKey(std::string& out, std::string_view name) {
  bool first = out.empty() || out.back() == '{' || out.back() == '[';
  if (!first) out += ", ";
  appendJsonString(out, name);
  out += ": ";
}

inline void jsonNumber(std::string& out, std::string_view name, int64_t value) {
  jsonKey(out, name);
  appendDecimal(out, value);
}

inline void jsonText(std::string& out, std::string_view name, std::string_view value) {
  jsonKey(out, name);
  appendJsonString(out, value);
}

inline void jsonBool(std::string& out, std::string_view name, bool value) {
  jsonKey(out, name);
  out += value ? "true" : "false";
}

// `one(element)` writes the keys of each object.
template <class List, class One>
void jsonObjects(std::string& out, std::string_view name, const List& list, One&& one) {
  jsonKey(out, name);
  out += '[';
  for (const auto& element : list) {
    out += out.back() == '[' ? "\n  {" : ",\n  {";
    one(element);
    out += '}';
  }
  out += ']';
}

}  // namespace tp
