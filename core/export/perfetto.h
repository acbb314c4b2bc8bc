// Writes Perfetto's own format: a stream of TracePacket messages.
#pragma once

#include <memory>

#include "core/export/export_writer.h"

namespace tp {

std::unique_ptr<ExportWriter> makePerfettoWriter();

}  // namespace tp
