// A track of the timeline that a query makes, as links and kept views hold it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tp {

enum class QueryTrackKind : uint8_t { Slices, Counter };

// "slices", "counter".
std::string_view kindName(QueryTrackKind kind);

struct QueryTrackWish {
  // Longer names are cut, and longer queries are not kept in links. In bytes.
  static constexpr size_t kMaxName = 120, kMaxText = 4096;

  QueryTrackKind kind = QueryTrackKind::Slices;
  std::string name;
  std::string text;  // in SQL

  // Returns whether a link can hold it, as anybody may have written it.
  bool keepable() const;
  bool operator==(const QueryTrackWish&) const = default;
};

// Returns whether it separates the words of a query.
constexpr bool isQueryBlank(char one) {
  return one == ' ' || one == '\n' || one == '\t' || one == '\r';
}

}  // namespace tp
