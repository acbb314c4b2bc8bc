#include "core/formats/uftrace/enums.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace tp::uftrace {
namespace {

std::string_view trim(std::string_view text) {
  size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

void Enums::add(std::string_view text) {
  for (size_t open; (open = text.find('{')) != std::string_view::npos;) {
    std::string_view head = trim(text.substr(0, open));
    size_t keyword = head.rfind("enum ");
    size_t close = text.find('}', open);
    if (close == std::string_view::npos) return;
    std::string_view body = text.substr(open + 1, close - open - 1);
    text.remove_prefix(close + 1);
    if (keyword == std::string_view::npos) continue;

    std::vector<Value>& values = enums_[std::string(trim(head.substr(keyword + 5)))];
    values.clear();
    int64_t next = 0;
    while (!body.empty()) {
      size_t comma = body.find(',');
      std::string_view item = trim(body.substr(0, comma));
      body.remove_prefix(comma == std::string_view::npos ? body.size() : comma + 1);
      if (item.empty()) continue;
      size_t equals = item.find('=');
      if (equals != std::string_view::npos)
        next = static_cast<int64_t>(std::strtoll(std::string(item.substr(equals + 1)).c_str(), nullptr, 0));
      values.push_back({std::string(trim(item.substr(0, equals))), next});
      next = static_cast<int64_t>(static_cast<uint64_t>(next) + 1);
    }
    std::stable_sort(values.begin(), values.end(), [](const Value& a, const Value& b) { return a.value > b.value; });
  }
}

std::string Enums::text(const std::string& name, int64_t value) const {
  auto found = enums_.find(name);
  if (found == enums_.end()) return {};
  for (const Value& one : found->second)
    if (one.value == value) return one.name;
  // Like the reference tool: subtracts the largest enumerator that fits until nothing is left, whether they are flags
  // or not.
  std::string out;
  int64_t left = value;
  for (const Value& one : found->second) {
    if (left == 0 || one.value > left || one.value < 0) continue;
    out += (out.empty() ? "" : "|") + one.name;
    left -= one.value;
  }
  if (left != 0 || out.empty()) {
    char rest[32];
    std::snprintf(rest, sizeof rest, "%s%#llx", out.empty() ? "" : "+", static_cast<unsigned long long>(left));
    out += rest;
  }
  return out;
}

}  // namespace tp::uftrace
