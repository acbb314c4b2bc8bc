#include "core/analysis/compare/stack_names.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <unordered_map>

namespace tp {
namespace {

constexpr uint32_t kNone = StackNames::kNone;

// As matchNames(), with the pairs that are known; of the others, equal names are paired.
std::vector<MatchedNames> matchKnown(const std::vector<std::string>& a, const std::vector<std::string>& b,
                                     const PairedNames& paired) {
  std::vector<MatchedNames> out;
  std::unordered_map<std::string_view, size_t> inA, inB;
  for (size_t i = 0; i < a.size(); ++i) inA.emplace(a[i], i);
  for (size_t i = 0; i < b.size(); ++i) inB.emplace(b[i], i);
  std::vector<bool> doneA(a.size()), doneB(b.size());
  auto pair = [&](std::string_view nameA, std::string_view nameB, MatchedBy by) {
    const auto atA = inA.find(nameA), atB = inB.find(nameB);
    const bool tellA = atA != inA.end() && !doneA[atA->second], tellB = atB != inB.end() && !doneB[atB->second];
    if (tellA && tellB) out.push_back({atA->second, atB->second, by});
    // What a tree does not tell may have a partner all the same, which is no other one's.
    if (tellA) doneA[atA->second] = true;
    if (tellB) doneB[atB->second] = true;
  };
  for (const PairedNames::Pair& one : paired.pairs) pair(one.a, one.b, one.by);
  for (const std::string& name : a)
    if (inB.contains(name)) pair(name, name, MatchedBy::Name);
  return out;
}

// Returns StackNames::nothing.
std::vector<bool> emptyNodes(const SideStacks& side) {
  const std::span<const CallNode> nodes = side.tree->nodes();
  std::vector<bool> out(nodes.size(), true);
  for (size_t i = nodes.size(); i-- > 1;) {  // callees come behind their callers
    const auto node = static_cast<uint32_t>(i);
    const bool logged = side.logged != nullptr && side.logged->follows(node);
    if (nodes[i].count > 0 || nodes[i].total != 0 || side.tree->untold(node) != 0 || logged) out[i] = false;
    if (!out[i]) out[nodes[i].parent] = false;
  }
  return out;
}

}  // namespace

StackNames stackNames(const SideStacks& side) {
  StackNames out;
  out.of.assign(std::max<size_t>(1, side.names->size()), kNone);
  std::unordered_map<std::string_view, uint32_t> places;
  auto add = [&](NameId name) {
    uint32_t& place = out.at(name);
    if (place != kNone) return;
    const std::string_view text = side.names->view(name);
    const auto [at, fresh] = places.try_emplace(text, static_cast<uint32_t>(out.texts.size()));
    if (fresh) out.texts.emplace_back(text);
    place = at->second;
  };
  out.nothing = emptyNodes(side);
  for (size_t i = 1; i < out.nothing.size(); ++i)
    if (!out.nothing[i]) add(side.tree->nodes()[i].name);
  if (side.logged == nullptr) return out;
  const std::vector<bool>& logged = side.logged->names();
  for (size_t i = 0; i < logged.size(); ++i)
    if (logged[i]) add(static_cast<NameId>(i - 1));
  return out;
}

std::vector<ComparedName> matchStackNames(StackNames& a, StackNames& b, const PairedNames* paired) {
  struct Found {
    ComparedName name;
    std::array<uint32_t, 2> at;  // in the texts of each side
  };
  std::array<std::unordered_map<std::string_view, std::string_view>, 2> into;
  for (size_t side = 0; side < 2 && paired != nullptr; ++side)
    for (const PairedNames::Inlined& one : paired->inlined[side]) into[side].emplace(one.name, one.into);
  std::vector<Found> all;
  std::vector<bool> doneA(a.texts.size()), doneB(b.texts.size());
  for (const MatchedNames& one : paired ? matchKnown(a.texts, b.texts, *paired) : matchNames(a.texts, b.texts)) {
    doneA[one.a] = doneB[one.b] = true;
    all.push_back({{b.texts[one.b], one.by != MatchedBy::Name ? a.texts[one.a] : std::string(), one.by},
                   {static_cast<uint32_t>(one.a), static_cast<uint32_t>(one.b)}});
  }
  auto addAlone = [&](size_t side, const std::string& text, uint32_t at) {
    const auto known = into[side].find(text);
    const std::string callers(known != into[side].end() ? known->second : std::string_view());
    all.push_back({{text, {}, MatchedBy::Name, callers}, side == 0 ? std::array{at, kNone} : std::array{kNone, at}});
  };
  for (uint32_t i = 0; i < a.texts.size(); ++i)
    if (!doneA[i]) addAlone(0, a.texts[i], i);
  for (uint32_t i = 0; i < b.texts.size(); ++i)
    if (!doneB[i]) addAlone(1, b.texts[i], i);
  std::sort(all.begin(), all.end(), [](const Found& x, const Found& y) {
    return x.name.name != y.name.name ? x.name.name < y.name.name : x.name.before < y.name.before;
  });
  std::array<std::vector<uint32_t>, 2> to{std::vector<uint32_t>(a.texts.size()), std::vector<uint32_t>(b.texts.size())};
  std::vector<ComparedName> out;
  for (StackNames* side : {&a, &b}) side->inlined.assign(all.size(), false);
  for (Found& one : all) {
    for (size_t side = 0; side < 2; ++side) {
      if (one.at[side] == kNone) continue;
      to[side][one.at[side]] = static_cast<uint32_t>(out.size());
      (side == 0 ? a : b).inlined[out.size()] = !one.name.inlinedInto.empty();
    }
    out.push_back(std::move(one.name));
  }
  for (size_t side = 0; side < 2; ++side)
    for (uint32_t& at : (side == 0 ? a : b).of)
      if (at != kNone) at = to[side][at];
  return out;
}

}  // namespace tp
