// The instrumentation map as YAML, as `llvm-xray extract` writes it: a list of flow mappings, one a sled. No package of
// a YAML library builds for WebAssembly, and of the language this needs next to nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tp::xray {

// A sled's line, as far as it names a function.
struct YamlSled {
  uint32_t id = 0;
  uint64_t function = 0;  // its address
  std::string name;       // empty: the map was written without symbols
};

// Whether a text begins as such a map does.
bool looksLikeYamlMap(std::string_view head);

// False where the text is anything else at some point, which `stoppedAt` then says; the sleds before it are good.
bool readYamlMap(std::string_view text, std::vector<YamlSled>& out, size_t& stoppedAt);

}  // namespace tp::xray
