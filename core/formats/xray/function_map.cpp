#include "core/formats/xray/function_map.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "core/formats/xray/elf_image.h"
#include "core/formats/xray/fdr_records.h"
#include "core/formats/xray/yaml_map.h"
#include "core/symbols/elf_file.h"
#include "core/text/demangle.h"

namespace tp::xray {
namespace {

constexpr uint64_t kMaxText = uint64_t{256} << 20;

bool isYaml(const ByteSource& source) {
  std::vector<std::byte> head = readAll(source, 0, 4096);
  return looksLikeYamlMap(asText(head));
}

bool isMachO(const ByteSource& source) {
  std::vector<std::byte> head = readAll(source, 0, 4);
  std::string_view text = asText(head);
  return text == "\xcf\xfa\xed\xfe" || text == "\xca\xfe\xba\xbe";
}

std::string nameOr(std::string name, uint64_t address) {
  if (!name.empty()) return demangle(name);
  char text[24];
  std::snprintf(text, sizeof text, "@(%llx)", static_cast<unsigned long long>(address));
  return text;
}

FunctionMap fromElf(const FileEntry& file, std::vector<Warning>& wrong) {
  FunctionMap map;
  map.file = file.path;
  std::string problem;
  map.program = file.source;
  map.library = isLibrary(*file.source);
  constexpr uint64_t kLeast = uint64_t{16} << 20, kTimes = 16;
  uint64_t left = std::max(kLeast, file.source->size() * kTimes);
  for (ElfFunction& function : instrumentedFunctions(*file.source, problem)) {
    std::string name = nameOr(function.name, function.address);
    // The demangled names of many functions may be long, because they may share long names, so their total size is
    // limited.
    if (name.size() > left)
      name = function.name.size() <= left ? std::move(function.name) : nameOr({}, function.address);
    left -= std::min<uint64_t>(left, name.size());
    map.names.push_back(std::move(name));
    map.addresses.push_back(function.address);
  }
  if (!problem.empty()) wrong.push_back({file.path, kNoOffset, "a program built with -fxray-instrument", problem});
  return map;
}

// A map may be of several objects, whose functions have ids as in a log.
std::vector<FunctionMap> fromYaml(const FileEntry& file, std::vector<Warning>& wrong) {
  std::map<uint32_t, FunctionMap> maps;
  std::vector<std::byte> bytes = readAll(*file.source, 0, kMaxText);
  std::vector<YamlSled> sleds;
  size_t stoppedAt = 0;
  if (!readYamlMap(asText(bytes), sleds, stoppedAt))
    wrong.push_back({file.path, stoppedAt, "a sled, as llvm-xray extract writes it", "something else"});
  for (YamlSled& sled : sleds) {
    // Numbers are consecutive, so none exceeds the number of sleds.
    const uint32_t number = numberOf(sled.id);
    if (number == 0 || number > sleds.size()) continue;
    FunctionMap& map = maps[objectOf(sled.id)];
    map.object = objectOf(sled.id);
    map.file = file.path;
    if (number > map.names.size()) map.names.resize(number);
    map.names[number - 1] = nameOr(std::move(sled.name), sled.function);
  }
  std::vector<FunctionMap> out;
  for (auto& [object, map] : maps) out.push_back(std::move(map));
  return out;
}

// Returns the object that a file's name tells, as "libshapes.object2.so" does; 0 if it tells none.
uint32_t objectInName(std::string_view name) {
  constexpr std::string_view kWord = "object";
  for (size_t at = name.find(kWord); at != name.npos; at = name.find(kWord, at + 1)) {
    size_t digit = at + kWord.size();
    if (digit < name.size() && (name[digit] == '-' || name[digit] == '_')) ++digit;
    uint32_t number = 0;
    for (; digit < name.size() && name[digit] >= '0' && name[digit] <= '9' && number <= kMaxObject; ++digit)
      number = number * 10 + static_cast<uint32_t>(name[digit] - '0');
    if (number > 0 && number <= kMaxObject) return number;
  }
  return 0;
}

// The maps that were found so far, by object.
class Found {
 public:
  explicit Found(const std::set<uint32_t>& taken) : taken_(taken) {}

  void add(FunctionMap map) {
    if (map.empty()) return;
    if (map.object == 0) map.object = objectInName(FileEntry{map.file, nullptr, 0}.baseName());
    if (map.object == 0 && map.library) return unplaced_.push_back(std::move(map));
    maps_.try_emplace(map.object, std::move(map));
  }

  std::vector<FunctionMap> take() {
    uint32_t object = 1;
    for (FunctionMap& map : unplaced_) {
      while (maps_.count(object) != 0 || taken_.count(object) != 0) ++object;
      if (object > kMaxObject) break;
      map.object = object;
      map.assumed = true;
      maps_.emplace(object, std::move(map));
    }
    std::vector<FunctionMap> out;
    for (auto& [at, map] : maps_) out.push_back(std::move(map));
    return out;
  }

 private:
  const std::set<uint32_t>& taken_;
  std::map<uint32_t, FunctionMap> maps_;
  std::vector<FunctionMap> unplaced_;
};

}  // namespace

bool mayHoldMap(const ByteSource& source) {
  return symbols::isElf(source) || isMachO(source) || isYaml(source);
}

std::vector<FunctionMap> findFunctionMaps(const FileSet& files, const std::set<uint32_t>& taken, WarningLog& warnings) {
  std::vector<Warning> wrong;
  Found found(taken);
  for (const FileEntry& file : files.files()) {
    if (isMachO(*file.source))
      wrong.push_back({file.path, kNoOffset, "an ELF program", "one of Mach-O, whose names are not read"});
    if (symbols::isElf(*file.source)) found.add(fromElf(file, wrong));
  }
  for (const FileEntry& file : files.files())
    if (isYaml(*file.source))
      for (FunctionMap& map : fromYaml(file, wrong)) found.add(std::move(map));
  std::vector<FunctionMap> maps = found.take();
  for (Warning& warning : wrong) {
    auto used = [&](const FunctionMap& map) { return map.file == warning.file; };
    if (maps.empty() || std::any_of(maps.begin(), maps.end(), used)) warnings.add(std::move(warning));
  }
  return maps;
}

FunctionMap findFunctionMap(const FileSet& files, WarningLog& warnings) {
  for (FunctionMap& map : findFunctionMaps(files, {}, warnings))
    if (map.object == 0) return std::move(map);
  return {};
}

}  // namespace tp::xray
