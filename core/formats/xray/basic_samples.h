// The decoders of basic logs whose records go to the CPUs' tracks only.
#pragma once

#include "core/formats/xray/shared.h"

namespace tp::xray {

// `stream` outlives it.
std::unique_ptr<StreamDecoder> makeBasicSamples(const ThreadStream& stream);

}  // namespace tp::xray
