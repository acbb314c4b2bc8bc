// The instrumentation map as YAML, as `llvm-xray extract` writes it: a list of flow mappings, one for each sled. No
// package of a YAML library builds for WebAssembly, and the map uses only a small part of the language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tp::xray {

// One sled, as far as it names a function.
struct YamlSled {
  uint32_t id = 0;
  uint64_t function = 0;  // The function's address.
  std::string name;       // Empty if the map was written without symbols.
};

// Returns whether the text begins like such a map.
bool looksLikeYamlMap(std::string_view head);

// Returns false if the text is something else at some point; `stoppedAt` is then the position of that sled, and the
// sleds before it are valid.
bool readYamlMap(std::string_view text, std::vector<YamlSled>& out, size_t& stoppedAt);

}  // namespace tp::xray
