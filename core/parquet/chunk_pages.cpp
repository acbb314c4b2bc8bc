#include "core/parquet/chunk_pages.h"

#include <algorithm>
#include <utility>

#include "core/parquet/thrift.h"

namespace tp::parquet {
namespace {

struct PageKind {
  int32_t type;  // of PageType
  int field;     // of PageHeader, which has what is of this type
};
constexpr PageKind kData{0, 5}, kDictionary{2, 7};

// Appends a PageHeader, which `fill` completes. Returns its size.
template <class Fill>
size_t appendHeader(std::string& to, PageKind kind, size_t unpacked, size_t packed, Fill&& fill) {
  const size_t begin = to.size();
  ThriftWriter header(to);
  header.int32(1, kind.type);
  header.int32(2, static_cast<int32_t>(unpacked));
  header.int32(3, static_cast<int32_t>(packed));
  header.begin(kind.field);
  fill(header);
  header.end();
  header.end();
  return to.size() - begin;
}

}  // namespace

void ChunkPages::note(Encoding encoding) {
  if (std::find(sizes_.encodings.begin(), sizes_.encodings.end(), encoding) == sizes_.encodings.end())
    sizes_.encodings.push_back(encoding);
}

void ChunkPages::add(std::string& to, size_t header, std::string_view packed, size_t unpacked) {
  to += packed;
  sizes_.packed += header + packed.size();
  sizes_.unpacked += header + unpacked;
}

void ChunkPages::addData(Encoding encoding, size_t rows, std::string_view page) {
  note(encoding);
  note(Encoding::Rle);  // of the levels
  const std::string_view packed = compressor_.compress(page);
  const size_t header = appendHeader(data_, kData, page.size(), packed.size(), [&](ThriftWriter& out) {
    out.int32(1, static_cast<int32_t>(rows));
    out.int32(2, static_cast<int32_t>(encoding));
    out.int32(3, static_cast<int32_t>(Encoding::Rle));
    out.int32(4, static_cast<int32_t>(Encoding::Rle));
  });
  add(data_, header, packed, page.size());
}

void ChunkPages::addDictionary(size_t texts, std::string_view page) {
  note(Encoding::Plain);
  const std::string_view packed = compressor_.compress(page);
  const size_t header = appendHeader(dictionary_, kDictionary, page.size(), packed.size(), [&](ThriftWriter& out) {
    out.int32(1, static_cast<int32_t>(texts));
    out.int32(2, static_cast<int32_t>(Encoding::Plain));
  });
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
