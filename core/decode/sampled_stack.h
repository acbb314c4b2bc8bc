// The stack of a thread at a sample: a profiler interrupted it and looked. What the thread did between two samples is
// not known, so that a sample has no duration.
#pragma once

#include <cstdint>
#include <span>

#include "core/trace/names.h"
#include "core/trace/tracks.h"

namespace tp {

struct SampledStack {
  TrackId thread = kNoTrack;       // kNoTrack: it is not known which
  NameId event = kNoName;          // what was sampled, as in SampledEvent::name
  int64_t period = 0;              // how many of these events it stands for; 0: that is not known
  std::span<const NameId> frames;  // the outermost first; valid until the decoder is used again
};

}  // namespace tp
