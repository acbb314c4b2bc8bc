#include "native/cli/compare_names.h"

#include <string_view>
#include <unordered_set>

#include "native/cli/open.h"

namespace tp::cli {
namespace {

using Names = std::unordered_set<std::string_view>;

Names namesOf(const SideFunctions& side) {
  Names names;
  for (const SideFunction& one : side.functions) names.insert(one.name);
  return names;
}

}  // namespace

std::optional<NameCorrections> correctionsOf(const GivenNames& given, const SideFunctions& a, const SideFunctions& b) {
  NameCorrections out;
  const Names inA = namesOf(a), inB = namesOf(b);
  for (const std::string& text : given.same) {
    const std::string_view whole = text;
    size_t at = whole.find('=');
    while (at != std::string_view::npos && !(inA.contains(whole.substr(0, at)) && inB.contains(whole.substr(at + 1))))
      at = whole.find('=', at + 1);
    if (at == std::string_view::npos)
      return complain("--same " + text + ": this is no A=B of a function of A and one of B"), std::nullopt;
    out.same.emplace_back(whole.substr(0, at), whole.substr(at + 1));
  }
  for (const std::string& name : given.apart) {
    if (!inA.contains(name) && !inB.contains(name))
      return complain("--apart " + name + ": neither A nor B has this function"), std::nullopt;
    out.apart.push_back(name);
  }
  return out;
}

}  // namespace tp::cli
