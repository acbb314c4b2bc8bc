#include "core/parquet/chunk_pages.h"

#include <algorithm>
#include <utility>

#include "core/parquet/thrift.h"

namespace tp::parquet {
namespace {

// Of PageType.
constexpr int32_t kDataPage = 0, kDictionaryPage = 2;

// Begins a PageHeader.
void appendSizes(ThriftWriter& out, int32_t type, size_t unpacked, size_t packed) {
  out.int32(1, type);
  out.int32(2, static_cast<int32_t>(unpacked));
  out.int32(3, static_cast<int32_t>(packed));
}

}  // namespace

void ChunkPages::note(Encoding encoding) {
  if (std::find(sizes_.encodings.begin(), sizes_.encodings.end(), encoding) == sizes_.encodings.end())
    sizes_.encodings.push_back(encoding);
}

void ChunkPages::add(std::string& to, std::string_view header, std::string_view packed, size_t unpacked) {
  to += header;
  to += packed;
  sizes_.packed += header.size() + packed.size();
  sizes_.unpacked += header.size() + unpacked;
}

void ChunkPages::addData(Encoding encoding, size_t rows, std::string_view page) {
  note(encoding);
  note(Encoding::Rle);  // of the levels
  const std::string_view packed = compressor_.compress(page);
  std::string header;
  ThriftWriter out(header);
  appendSizes(out, kDataPage, page.size(), packed.size());
  out.begin(5);  // DataPageHeader
  out.int32(1, static_cast<int32_t>(rows));
  out.int32(2, static_cast<int32_t>(encoding));
  out.int32(3, static_cast<int32_t>(Encoding::Rle));
  out.int32(4, static_cast<int32_t>(Encoding::Rle));
  out.end();
  out.end();
  add(data_, header, packed, page.size());
}

void ChunkPages::addDictionary(size_t texts, std::string_view page) {
  note(Encoding::Plain);
  const std::string_view packed = compressor_.compress(page);
  std::string header;
  ThriftWriter out(header);
  appendSizes(out, kDictionaryPage, page.size(), packed.size());
  out.begin(7);  // DictionaryPageHeader
  out.int32(1, static_cast<int32_t>(texts));
  out.int32(2, static_cast<int32_t>(Encoding::Plain));
  out.end();
  out.end();
  add(dictionary_, header, packed, page.size());
  sizes_.dictionary = dictionary_.size();
}

bool ChunkPages::write(const Sink& sink, ChunkSizes& sizes) {
  sizes = std::exchange(sizes_, {});
  const bool written = (dictionary_.empty() || sink(dictionary_)) && sink(data_);
  dictionary_.clear();
  data_.clear();
  return written;
}

}  // namespace tp::parquet
