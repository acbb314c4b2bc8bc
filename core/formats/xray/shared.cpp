#include "core/formats/xray/shared.h"

#include <algorithm>

#include "core/trace/demangle.h"

namespace tp::xray {

FunctionNames::FunctionNames(NameTable& names, const std::vector<std::string>& instrumented)
    : names_(names), known_(!instrumented.empty()) {
  ids_.push_back(kNoName);  // ids begin at 1
  for (size_t i = 0; i < instrumented.size(); ++i)
    ids_.push_back(names.intern(instrumented[i].empty() ? std::to_string(i + 1) : demangle(instrumented[i])));
}

NameId FunctionNames::of(uint32_t id) {
  if (id > 0 && id < ids_.size()) return ids_[id];
  // A damaged log can have as many ids as records: beyond a number that no program has, they share one name.
  constexpr size_t kMost = size_t{1} << 20;
  if (others_.size() >= kMost && others_.count(id) == 0) id = 0;
  auto [at, fresh] = others_.try_emplace(id, kNoName);
  if (fresh) at->second = names_.intern(std::to_string(id));
  return at->second;
}

uint16_t CallDepths::enter(uint32_t id) {
  constexpr size_t kDeepest = 65535;
  if (open_.size() < kDeepest) open_.push_back(id);
  return static_cast<uint16_t>(open_.size() - 1);
}

uint16_t CallDepths::leave(uint32_t id) {
  auto found = std::find(open_.rbegin(), open_.rend(), id);
  if (found == open_.rend()) {
    open_.clear();
    return 0;
  }
  open_.resize(static_cast<size_t>(open_.rend() - found) - 1);
  return static_cast<uint16_t>(open_.size());
}

}  // namespace tp::xray
