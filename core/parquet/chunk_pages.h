// The pages of a column in a row group, as the file will have them. They are kept until the row group is written,
// because the dictionary, which comes first, is known last.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/parquet/compressor.h"
#include "core/parquet/format.h"

namespace tp::parquet {

// What the footer says of the pages.
struct ChunkSizes {
  std::vector<Encoding> encodings;
  // In bytes, with the headers of the pages.
  uint64_t unpacked = 0;
  uint64_t packed = 0;
  uint64_t dictionary = 0;  // of `packed`, how much the page of the dictionary takes; 0: there is none
};

class ChunkPages {
 public:
  // It must outlive this.
  explicit ChunkPages(Compressor& compressor) : compressor_(compressor) {}

  // Appends a page of `rows` values, NULLs included: their levels, then what is encoded.
  void addData(Encoding encoding, size_t rows, std::string_view page);
  // Adds the page of the dictionary, of which there is one at most.
  void addDictionary(size_t texts, std::string_view page);
  // How much is kept, in bytes.
  size_t bytes() const { return data_.size(); }
  // Writes all pages, and forgets them. Returns false if the sink takes no more.
  bool write(const Sink& sink, ChunkSizes& sizes);

 private:
  // Appends a page. `to` ends with its header, which has `header` bytes.
  void add(std::string& to, size_t header, std::string_view packed, size_t unpacked);
  void note(Encoding encoding);

  Compressor& compressor_;
  ChunkSizes sizes_;
  std::string dictionary_, data_;
};

}  // namespace tp::parquet
