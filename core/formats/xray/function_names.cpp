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

const FunctionMap* FunctionNames::mapOf(uint32_t object) const {
  if (object == 0) return program_.map.empty() ? nullptr : &program_.map;
  const auto found = libraries_.find(object);
  return found == libraries_.end() || found->second.map.empty() ? nullptr : &found->second.map;
}

std::vector<const FunctionMap*> FunctionNames::maps() const {
  std::vector<const FunctionMap*> out;
  for (uint32_t object = 0; object <= kMaxObject; ++object)
    if (const FunctionMap* map = mapOf(object)) out.push_back(map);
  return out;
}

// The text is the same whichever worker finds it first, so that it is warned of once.
void FunctionNames::misfit(Object& object) {
  if (object.misfitTold) return;
  object.misfitTold = true;
  const uint32_t number = object.map.object;
  warnings_.add(object.map.file, kNoOffset,
                (number == 0 ? "the program of this log"
                             : "the library that is object " + std::to_string(number) + " of this log") +
                    ", with all its functions",
                std::to_string(object.map.names.size()) + " functions, and higher ids in the log: another " +
                    (number == 0 ? "program" : "library") + " or build");
}

void FunctionNames::Object::findRepeated() {
  repeated.clear();
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : map.names)
    if (!seen.insert(name).second) repeated.insert(name);
}

// llvm-xray prints full declarations. Functions with the same declaration are told apart by their ids.
template <class Take>
void FunctionNames::named(const Object& object, uint32_t id, const Take& take) const {
  const std::string& full = object.map.names[numberOf(id) - 1];
  if (names_.functions() == FunctionIdentity::Merged) return take(FunctionName{full, full, full, full});
  std::string brief = simpleName(full), exact = full;
  if (brief.empty()) brief = full;
  // The program and each library may have a function of one name.
  if (object.map.object != 0) exact += " [" + std::string(FileEntry{object.map.file, nullptr, 0}.baseName()) + "]";
  if (object.repeated.count(full) > 0) exact += " [id " + std::to_string(id) + "]";
  take(FunctionName{full, brief, full, exact});
}

// For a function of the program, llvm-xray prints the bare id, which does not say that it is one.
NameId FunctionNames::unnamed(uint32_t id) const {
  const std::string number = std::to_string(numberOf(id));
  if (objectOf(id) != 0) {
    const std::string said = "object " + std::to_string(objectOf(id)) + ", function " + number;
    if (names_.functions() == FunctionIdentity::Merged) return names_.intern(said);
    return names_.intern(FunctionName{said, said, said, said});
  }
  const std::string said = "function " + number;
  if (names_.functions() == FunctionIdentity::Merged) return names_.intern(said);
  return names_.intern(FunctionName{number, said, said, said});
}

NameId FunctionNames::make(uint32_t id) {
  Object& of = object(objectOf(id));
  const uint32_t number = numberOf(id);
  if (number < of.ids.size() && of.ids[number] != kNoName) return of.ids[number];
  const bool isNamed = of.inMap(number);
  if (!of.map.empty() && !isNamed) misfit(of);
  const size_t spread = std::max(kFewIds + kSpread * (of.met + others_.size()), of.map.names.size() + 1);
  const size_t most = std::min<size_t>(kMaxFunctions, spread);
  if (number >= most) {
    if (others_.size() >= kMaxOthers && others_.count(id) == 0) id = ~uint32_t{0};
    auto [at, fresh] = others_.try_emplace(id, kNoName);
    if (fresh) at->second = unnamed(id);
    return at->second;
  }
  if (number >= of.ids.size()) of.ids.resize(std::min(most, std::max<size_t>(number + size_t{1}, of.ids.size() * 2)));
  ++of.met;
  if (isNamed) {
    named(of, id, [&](const FunctionName& name) { of.ids[number] = names_.intern(name); });
  } else {
    of.ids[number] = unnamed(id);
  }
  return of.ids[number];
}

void FunctionNames::adopt(FunctionMap map, std::vector<NameId>& renamed) {
  const uint32_t place = map.object;
  Object& of = object(place);
  of.map = std::move(map);
  of.findRepeated();
  of.lines.reset();
  auto rename = [&](uint32_t id, NameId name) {
    if (!of.inMap(numberOf(id))) return misfit(of);
    named(of, id, [&](const FunctionName& function) { names_.rename(name, function); });
    renamed.push_back(name);
  };
  for (uint32_t number = 0; number < of.ids.size(); ++number)
    if (of.ids[number] != kNoName) rename(place << kNumberBits | number, of.ids[number]);
  for (const auto& [id, name] : others_) {
    const uint32_t number = numberOf(id);
    if (objectOf(id) == place && (number >= of.ids.size() || of.ids[number] == kNoName)) rename(id, name);
  }
}

const SourceLines::Place* FunctionNames::Object::placeOf(uint32_t number) {
  if (number == 0 || number > map.addresses.size()) return nullptr;
  if (!lines) lines = std::make_unique<SourceLines>(map.program, map.addresses);
  return &lines->of(map.addresses[number - 1]);
}

std::string FunctionNames::sourceOf(uint32_t id) {
  const SourceLines::Place* place = object(objectOf(id)).placeOf(numberOf(id));
  return place != nullptr ? place->text : std::string();
}

// Functions that are not in Object::ids are not in the map either. `from` is an id.
size_t FunctionNames::written(size_t from, std::vector<WrittenFunction>& out) {
  constexpr size_t kAtOnce = 64;
  const uint32_t place = objectOf(static_cast<uint32_t>(from));
  Object& of = object(place);
  const size_t end = std::min(of.ids.size(), numberOf(static_cast<uint32_t>(from)) + kAtOnce);
  for (size_t number = numberOf(static_cast<uint32_t>(from)); number < end; ++number) {
    if (of.ids[number] == kNoName) continue;
    const SourceLines::Place* written = of.placeOf(static_cast<uint32_t>(number));
    if (written == nullptr || written->text.empty()) continue;
    out.push_back({of.ids[number], written->text, written->folder ? *written->folder : std::string(), 0});
  }
  if (end < of.ids.size()) return size_t{place} << kNumberBits | end;
  const auto next = libraries_.upper_bound(place);
  return next == libraries_.end() ? 0 : size_t{next->first} << kNumberBits;
}

}  // namespace tp::xray
