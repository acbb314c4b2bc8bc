// Writes speedscope's file format: one profile for each thread and CPU, of the slices on it.
#pragma once

#include <memory>

#include "core/export/export_writer.h"

namespace tp {

// `kept` is how many slices are held in memory before those of each track are written as a part of their own.
std::unique_ptr<ExportWriter> makeSpeedscopeWriter(std::string title, size_t kept = size_t{2} << 20);

}  // namespace tp
