#include "core/formats/xray/function_names.h"

#include <algorithm>
#include <string>

#include "core/text/demangle.h"

namespace tp::xray {
namespace {

// Limits: ids above kMaxFunctions are damage, as no program has as many functions, and a damaged log can have as many
// ids as records. ids_ grows with the number of ids that were met, so that a single large id does not cost megabytes.
constexpr uint32_t kMaxFunctions = uint32_t{1} << 22;
constexpr size_t kFewIds = size_t{1} << 12;
constexpr size_t kSpread = 64;  // Ids for each one that has been met.
constexpr size_t kMaxOthers = size_t{1} << 16;

}  // namespace

// The text is the same whichever worker finds it first, so that it is warned of once.
void FunctionNames::misfit() {
  if (misfitTold_) return;
  misfitTold_ = true;
  warnings_.add(map_.file, kNoOffset, "the program of this log, with all its functions",
                std::to_string(map_.names.size()) + " functions, and higher ids in the log: another program or build");
}

void FunctionNames::findRepeated() {
  repeated_.clear();
  std::unordered_set<std::string_view> met;
  for (const std::string& name : map_.names)
    if (!met.insert(name).second) repeated_.insert(name);
}

// llvm-xray prints full declarations. Functions with the same declaration are told apart by their ids.
template <class Take>
void FunctionNames::named(uint32_t id, const Take& take) const {
  const std::string& full = map_.names[id - 1];
  if (names_.functions() == FunctionIdentity::Merged) return take(FunctionName{full, full, full, full});
  std::string brief = simpleName(full), exact = full;
  if (brief.empty()) brief = full;
  if (repeated_.count(full) > 0) exact += " [id " + std::to_string(id) + "]";
  take(FunctionName{full, brief, full, exact});
}

// llvm-xray prints the bare id, which does not say that it is one.
NameId FunctionNames::unnamed(uint32_t id) const {
  const std::string number = std::to_string(id), said = "function " + number;
  if (names_.functions() == FunctionIdentity::Merged) return names_.intern(said);
  return names_.intern(FunctionName{number, said, said, said});
}

NameId FunctionNames::make(uint32_t id) {
  const bool isNamed = inMap(id);
  if (known() && !isNamed) misfit();
  const size_t spread = std::max(kFewIds + kSpread * (met_ + others_.size()), map_.names.size() + 1);
  const size_t most = std::min<size_t>(kMaxFunctions, spread);
  if (id >= most) {
    if (others_.size() >= kMaxOthers && others_.count(id) == 0) id = ~uint32_t{0};
    auto [at, fresh] = others_.try_emplace(id, kNoName);
    if (fresh) at->second = unnamed(id);
    return at->second;
  }
  if (id >= ids_.size()) ids_.resize(std::min(most, std::max<size_t>(id + size_t{1}, ids_.size() * 2)));
  ++met_;
  if (isNamed) {
    named(id, [&](const FunctionName& name) { ids_[id] = names_.intern(name); });
  } else {
    ids_[id] = unnamed(id);
  }
  return ids_[id];
}

void FunctionNames::adopt(FunctionMap map, std::vector<NameId>& renamed) {
  map_ = std::move(map);
  findRepeated();
  lines_.reset();
  auto rename = [&](uint32_t id, NameId name) {
    if (!inMap(id)) return misfit();
    named(id, [&](const FunctionName& function) { names_.rename(name, function); });
    renamed.push_back(name);
  };
  for (uint32_t id = 0; id < ids_.size(); ++id)
    if (ids_[id] != kNoName) rename(id, ids_[id]);
  for (const auto& [id, name] : others_)
    if (id >= ids_.size() || ids_[id] == kNoName) rename(id, name);
}

const SourceLines::Place* FunctionNames::placeOf(uint32_t id) {
  if (id == 0 || id > map_.addresses.size()) return nullptr;
  if (!lines_) lines_ = std::make_unique<SourceLines>(map_.program, map_.addresses);
  return &lines_->of(map_.addresses[id - 1]);
}

std::string FunctionNames::sourceOf(uint32_t id) {
  const SourceLines::Place* place = placeOf(id);
  return place != nullptr ? place->text : std::string();
}

// Ids that are not in ids_ are not in the map either.
size_t FunctionNames::written(size_t from, std::vector<WrittenFunction>& out) {
  constexpr size_t kAtOnce = 64;
  const size_t end = std::min(ids_.size(), from + kAtOnce);
  for (size_t id = from; id < end; ++id) {
    if (ids_[id] == kNoName) continue;
    const SourceLines::Place* place = placeOf(static_cast<uint32_t>(id));
    if (place == nullptr || place->text.empty()) continue;
    out.push_back({ids_[id], place->text, place->folder ? *place->folder : std::string(), 0});
  }
  return end < ids_.size() ? end : 0;
}

}  // namespace tp::xray
