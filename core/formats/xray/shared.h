// What the decoders of one XRay log share.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/xray/buffers.h"

namespace tp::xray {

// Function ids to names; without the program, ids stand for themselves.
class FunctionNames {
 public:
  FunctionNames(NameTable& names, const std::vector<std::string>& instrumented);
  NameId of(uint32_t id);
  bool known() const { return known_; }

 private:
  NameTable& names_;
  bool known_;
  std::vector<NameId> ids_;
  std::unordered_map<uint32_t, NameId> others_;
};

// Outlives the decoders.
struct Shared {
  const FileEntry& file;
  LogHeader header;
  FunctionNames& functions;
  TraceReader& reader;
};

struct ThreadStream {
  int64_t pid = 0;
  int64_t tid = 0;
  TrackId thread = kNoTrack;
  TrackId events = kNoTrack;
};

// Open calls of a thread: depths for what enters, and what an exit ends.
class CallDepths {
 public:
  uint16_t enter(uint32_t id);
  // An exit ends the innermost call of its function, or all where there is none.
  uint16_t leave(uint32_t id);
  const std::vector<uint32_t>& open() const { return open_; }
  void restore(std::vector<uint32_t> open) { open_ = std::move(open); }

 private:
  std::vector<uint32_t> open_;
};

}  // namespace tp::xray
