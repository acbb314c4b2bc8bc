#include "core/formats/xray/function_names.h"

#include <algorithm>
#include <string>

namespace tp::xray {
namespace {

// Beyond a number of functions that no program has, ids are damage; and a damaged log can have as many as records. The
// table by id takes no more than those that there are warrant: a single id costs no megabytes.
constexpr uint32_t kMostFunctions = uint32_t{1} << 22;
constexpr size_t kFewIds = size_t{1} << 12;
constexpr size_t kSpread = 64;  // ids for each that has been met
constexpr size_t kMostOthers = size_t{1} << 16;

}  // namespace

// In the same words whoever finds it first, so that it is told once.
void FunctionNames::misfit() {
  if (misfitTold_) return;
  misfitTold_ = true;
  warnings_.add(map_.file, kNoOffset, "the program of this log, with all its functions",
                std::to_string(map_.names.size()) + " functions, and higher ids in the log: another program or build");
}

NameId FunctionNames::make(uint32_t id) {
  bool named = inMap(id);
  if (known() && !named) misfit();
  const size_t spread = std::max(kFewIds + kSpread * (met_ + others_.size()), map_.names.size() + 1);
  const size_t most = std::min<size_t>(kMostFunctions, spread);
  if (id >= most) {
    if (others_.size() >= kMostOthers && others_.count(id) == 0) id = ~uint32_t{0};
    auto [at, fresh] = others_.try_emplace(id, kNoName);
    if (fresh) at->second = names_.intern(std::to_string(id));
    return at->second;
  }
  if (id >= ids_.size()) ids_.resize(std::min(most, std::max<size_t>(id + size_t{1}, ids_.size() * 2)));
  ++met_;
  ids_[id] = names_.intern(named ? map_.names[id - 1] : std::to_string(id));
  return ids_[id];
}

void FunctionNames::adopt(FunctionMap map, std::vector<NameId>& renamed) {
  map_ = std::move(map);
  lines_.reset();
  auto rename = [&](uint32_t id, NameId name) {
    if (!inMap(id)) return misfit();
    names_.rename(name, map_.names[id - 1]);
    renamed.push_back(name);
  };
  for (uint32_t id = 0; id < ids_.size(); ++id)
    if (ids_[id] != kNoName) rename(id, ids_[id]);
  for (const auto& [id, name] : others_)
    if (id >= ids_.size() || ids_[id] == kNoName) rename(id, name);
}

std::string FunctionNames::sourceOf(uint32_t id) {
  if (id == 0 || id > map_.addresses.size()) return {};
  if (!lines_) lines_ = std::make_unique<SourceLines>(map_.program, map_.addresses);
  return lines_->of(map_.addresses[id - 1]);
}

}  // namespace tp::xray
