#include "core/formats/xray/function_map.h"

#include <algorithm>
#include <cstdio>

#include "core/formats/xray/elf_file.h"
#include "core/formats/xray/elf_image.h"
#include "core/formats/xray/yaml_map.h"
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

FunctionMap fromYaml(const FileEntry& file, std::vector<Warning>& wrong) {
  FunctionMap map;
  map.file = file.path;
  std::vector<std::byte> bytes = readAll(*file.source, 0, kMaxText);
  std::vector<YamlSled> sleds;
  size_t stoppedAt = 0;
  if (!readYamlMap(asText(bytes), sleds, stoppedAt))
    wrong.push_back({file.path, stoppedAt, "a sled, as llvm-xray extract writes it", "something else"});
  // Ids are consecutive, so no id exceeds the number of sleds.
  for (YamlSled& sled : sleds) {
    if (sled.id == 0 || sled.id > sleds.size()) continue;
    if (sled.id > map.names.size()) map.names.resize(sled.id);
    map.names[sled.id - 1] = nameOr(std::move(sled.name), sled.function);
  }
  return map;
}

}  // namespace

bool mayHoldMap(const ByteSource& source) {
  return isElf(source) || isMachO(source) || isYaml(source);
}

FunctionMap findFunctionMap(const FileSet& files, WarningLog& warnings) {
  std::vector<Warning> wrong;
  for (const FileEntry& file : files.files()) {
    if (isMachO(*file.source))
      wrong.push_back({file.path, kNoOffset, "an ELF program", "one of Mach-O, whose names are not read"});
    if (!isElf(*file.source)) continue;
    FunctionMap map = fromElf(file, wrong);
    if (map.empty()) continue;
    for (Warning& warning : wrong)
      if (warning.file == file.path) warnings.add(std::move(warning));
    return map;
  }
  for (const FileEntry& file : files.files()) {
    if (!isYaml(*file.source)) continue;
    FunctionMap map = fromYaml(file, wrong);
    if (map.empty()) continue;
    for (Warning& warning : wrong)
      if (warning.file == file.path) warnings.add(std::move(warning));
    return map;
  }
  for (Warning& warning : wrong) warnings.add(std::move(warning));
  return {};
}

}  // namespace tp::xray
