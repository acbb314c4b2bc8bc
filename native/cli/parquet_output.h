// Parquet files of the command line.
#pragma once

#include <cstdio>
#include <string>

#include "core/parquet/format.h"

namespace tp::cli {

// The codec of this name: zstd, none.
parquet::Codec codecNamed(const std::string& name);

// Writes to a file, which must outlive the sink.
parquet::Sink sinkTo(std::FILE* file);

// Called if not all of a Parquet file could be written: complains of it. `name` is how the user knows the file.
void complainOfParquet(const std::string& name, std::FILE* file);

}  // namespace tp::cli
