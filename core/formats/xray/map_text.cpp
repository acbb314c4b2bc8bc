#include "core/formats/xray/map_text.h"

#include <cstdio>

#include "core/formats/xray/fdr_records.h"
#include "core/formats/xray/function_map.h"
#include "core/formats/xray/logs.h"

namespace tp::xray {
namespace {

// As `llvm-xray extract` writes one sled.
std::string sledText(size_t id, uint64_t address, const std::string& name) {
  char head[128];
  std::snprintf(head, sizeof head, "- { id: %zu, address: 0x%llx, function: 0x%llx, function-name: '", id,
                static_cast<unsigned long long>(address), static_cast<unsigned long long>(address));
  std::string text = head;
  for (char c : name) text += c == '\'' ? std::string("''") : std::string(1, c);
  return text + "' }\n";
}

}  // namespace

bool writeMap(const FileSet& files, CutSink& sink) {
  WarningLog told;  // by whoever opens the trace
  const std::vector<FunctionMap> maps = findFunctionMaps(files, {}, told);
  const std::vector<Log> logs = findLogs(files);
  if (maps.empty() || logs.empty()) return false;
  sink.begin(std::string(logs.front().file->baseName()) + ".functions.yaml");
  const FileEntry* file = files.find(maps.front().file);
  if (maps.size() == 1 && maps.front().object == 0 && !maps.front().program && file != nullptr)
    return copyBytes(*file->source, 0, file->source->size(), sink), true;
  std::string text = "---\n";
  for (const FunctionMap& map : maps)
    for (size_t i = 0; i < map.names.size(); ++i)
      if (!map.names[i].empty())
        text += sledText(size_t{map.object} << kNumberBits | (i + 1), map.addresses.empty() ? 0 : map.addresses[i],
                         map.names[i]);
  writeText(text + "...\n", sink);
  return true;
}

}  // namespace tp::xray
