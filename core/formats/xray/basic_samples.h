// The decoders of basic logs that make only the records for the CPUs' tracks.
#pragma once

#include "core/formats/xray/shared.h"

namespace tp::xray {

// `stream` and its log outlive the decoder.
std::unique_ptr<StreamDecoder> makeBasicSamples(const ThreadStream& stream);

}  // namespace tp::xray
