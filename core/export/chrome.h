// Writes Chrome's trace event format: JSON that chrome://tracing, Perfetto and speedscope read.
#pragma once

#include <memory>

#include "core/export/export_writer.h"

namespace tp {

std::unique_ptr<ExportWriter> makeChromeWriter();

}  // namespace tp
