#include "core/link/query_wish.h"

#include <algorithm>

#include "core/link/link_text.h"

namespace tp {

std::string_view kindName(QueryTrackKind kind) {
  return kind == QueryTrackKind::Slices ? "slices" : "counter";
}

bool QueryTrackWish::keepable() const {
  if (name.empty() || name.size() > kMaxName || !isText(name)) return false;
  if (text.size() > kMaxText || std::all_of(text.begin(), text.end(), isQueryBlank)) return false;
  std::string plain = text;
  std::replace_if(plain.begin(), plain.end(), isQueryBlank, ' ');
  return isText(plain);
}

}  // namespace tp
