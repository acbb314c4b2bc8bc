#include "core/formats/xray/map_text.h"

#include <cstdio>

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
  const FunctionMap map = findFunctionMap(files, told);
  const std::vector<Log> logs = findLogs(files);
  const FileEntry* file = files.find(map.file);
  if (map.empty() || logs.empty() || file == nullptr) return false;
  sink.begin(std::string(logs.front().file->baseName()) + ".functions.yaml");
  if (!map.program) return copyBytes(*file->source, 0, file->source->size(), sink), true;
  std::string text = "---\n";
  for (size_t i = 0; i < map.names.size(); ++i) text += sledText(i + 1, map.addresses[i], map.names[i]);
  writeText(text + "...\n", sink);
  return true;
}

}  // namespace tp::xray
