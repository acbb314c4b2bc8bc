#include "native/cli/parquet_output.h"

#include <cstring>

#include "native/cli/open.h"
#include "native/output/output_file.h"

namespace tp::cli {

parquet::Codec codecNamed(const std::string& name) {
  return name == "none" ? parquet::Codec::None : parquet::Codec::Zstd;
}

parquet::Sink sinkTo(std::FILE* file) {
  return [file](std::string_view bytes) { return std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size(); };
}

void complainOfParquet(const std::string& name, std::FILE* file) {
  const int failure = native::writeFailure(file);
  complain(name + ": " + (failure != 0 ? std::strerror(failure) : "there is no memory to compress it"));
}

}  // namespace tp::cli
