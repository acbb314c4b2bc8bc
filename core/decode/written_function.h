// Where a function was written, as the debugging information beside a trace says.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/trace/names.h"

namespace tp {

struct WrittenFunction {
  NameId name = kNoName;
  std::string place;   // "src/shop.cpp:12", the text of the details' row `source`
  std::string folder;  // that a relative place begins in; empty: not known
  uint32_t trace = 0;  // TrackKey::trace of the tracks with its calls
};

struct SourcePlace {
  std::string path;
  uint32_t line = 0;  // from 1 on
};

// Takes the text of a place apart; nullopt if it names no line, as "not read: it is too large".
inline std::optional<SourcePlace> sourcePlaceOf(std::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  const std::string_view digits = text.substr(colon + 1);
  SourcePlace place{std::string(text.substr(0, colon)), 0};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), place.line);
  if (error != std::errc() || end != digits.data() + digits.size() || place.line == 0) return std::nullopt;
  return place;
}

}  // namespace tp
