// Names of the functions at addresses.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/perf/processes.h"
#include "core/formats/perf/sample.h"

namespace tp::perf {

// An address of a stack, and what is mapped there.
struct Frame {
  uint64_t address = 0;
  bool kernel = false;
};

// Returns the frames of a sample, the innermost first: its callchain without markers, or its address alone if it has no
// callchain.
std::vector<Frame> framesOf(const Sample& sample, const EventAttr& attr, uint16_t misc, Endian endian);

class Symbols {
 public:
  // `names` outlives this object.
  explicit Symbols(NameTable& names) : names_(names) {}

  // Returns the function at an address: its name, or "libc.so.6+0x1234", the place in the file, if that is not known;
  // the address itself if nothing is known to be mapped there.
  NameId nameOf(const Processes& processes, int32_t pid, const Frame& frame);
  // Returns the path of the file that is mapped at the address; empty if there is none.
  std::string_view fileOf(const Processes& processes, int32_t pid, const Frame& frame) const;
  // The place in the file, in bytes; the address itself if nothing is mapped there.
  static uint64_t placeIn(const Mapping* mapping, uint64_t address);

 private:
  const Mapping* mappingOf(const Processes& processes, int32_t pid, const Frame& frame) const {
    return processes.find(frame.kernel ? Processes::kKernel : pid, frame.address);
  }

  struct Key {
    uint64_t place = 0;
    NameId file = kNoName;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    size_t operator()(const Key& key) const {
      return static_cast<size_t>((key.place + key.file) * 0x9e3779b97f4a7c15u >> 16);
    }
  };

  NameTable& names_;
  std::unordered_map<Key, NameId, Hash> known_;
};

}  // namespace tp::perf
