// Names of the functions at addresses.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/perf/perf_file.h"
#include "core/formats/perf/processes.h"
#include "core/formats/perf/sample.h"
#include "core/symbols/symbol_files.h"

namespace tp::perf {

// An address of a stack.
struct Frame {
  uint64_t address = 0;
  bool kernel = false;
};

// Whether the processor was in the kernel, by the bits of a record's header.
inline bool inKernel(uint16_t misc) {
  return (misc & 7) == 1;
}

// Calls `visit(Frame)` for the frames of a sample, the innermost first: its callchain without markers, or its address
// alone if it has no callchain.
template <class Visit>
void eachFrame(const SampleHead& sample, const EventAttr& attr, uint16_t misc, Endian endian, Visit&& visit) {
  bool kernel = inKernel(misc), any = false;
  for (size_t at = 0; at + 8 <= sample.chain.size(); at += 8) {
    const auto address = loadUnchecked<uint64_t>(sample.chain.data() + at, endian);
    if (isMarker(address)) {
      kernel = address == kMarkerKernel;
    } else {
      any = true;
      visit(Frame{address, kernel});
    }
  }
  if (!any && attr.has(kBitIp)) visit(Frame{sample.ip, inKernel(misc)});
}

class Symbols {
 public:
  // All of them outlive this object. `buildIds` are those of the files that were recorded.
  Symbols(NameTable& names, WarningLog& warnings, const std::vector<BuildId>& buildIds);

  // Returns the function at an address: its name, or "libc.so.6+0x1234", the place in the file, if that is not known;
  // the address itself if nothing is known to be mapped there.
  NameId nameOf(const Processes& processes, int32_t pid, const Frame& frame);
  // Returns the path of the file that is mapped at the address; empty if there is none.
  std::string_view fileOf(const Processes& processes, int32_t pid, const Frame& frame) const;

  // Takes a file with names. Returns false if it has none.
  bool add(const FileEntry& file) { return files_.add(file); }
  // Warns of programs that have the name of one that was recorded, but are others, as far as the file tells.
  void checkPrograms();
  // Gives places that were named before the names that they have now, and appends those that have changed to
  // `renamed`.
  void nameAgain(std::vector<NameId>& renamed);

 private:
  // Where a function is, whatever the process.
  struct Place {
    uint64_t at = 0;           // in the file; of what is in none, and of the kernel, an address
    NameId file = kNoName;     // kNoName: it is in none
    NameId buildId = kNoName;  // of the file, as its mapping tells it
    int32_t pid = -1;          // only of what is in none
    bool kernel = false;

    bool operator==(const Place&) const = default;
  };
  struct Hash {
    size_t operator()(const Place& place) const {
      const uint64_t mixed =
          (place.at + place.file + (uint64_t{static_cast<uint32_t>(place.pid)} << 32)) * uint64_t{0x9e3779b97f4a7c15};
      return static_cast<size_t>(mixed >> 16);
    }
  };

  const Mapping* mappingOf(const Processes& processes, int32_t pid, const Frame& frame) const {
    return processes.find(frame.kernel ? Processes::kKernel : pid, frame.address);
  }
  std::string textOf(const Place& place);
  std::string symbolOf(const Place& place);

  NameTable& names_;
  WarningLog& warnings_;
  std::unordered_map<std::string, std::string> buildIds_;  // by path
  uint64_t kernelText_ = 0;                                // where the kernel's image begins; 0: not known
  symbols::SymbolFiles files_;
  // `own` is the place's; `shown` is the one that all places of its function share.
  struct Named {
    NameId own = kNoName, shown = kNoName;
  };
  std::unordered_map<Place, Named, Hash> known_;
};

}  // namespace tp::perf
