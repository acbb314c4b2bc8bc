// speedscope's file format: one profile for each thread and CPU, of the slices on it.
#pragma once

#include <memory>

#include "core/export/export_writer.h"

namespace tp {

// `kept`: slices held in memory before what there is of each track is written as a part of its own.
std::unique_ptr<ExportWriter> makeSpeedscopeWriter(std::string title, size_t kept = size_t{2} << 20);

}  // namespace tp
