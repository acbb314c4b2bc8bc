#include "core/io/packed_records.h"

#include <zstd.h>

#include <algorithm>

#include "core/io/cursor.h"

namespace tp {
namespace {

constexpr uint64_t kMagic = 0x32454c4946524550;  // "PERFILE2"
constexpr size_t kFileHeader = 104, kPipeHeader = 16, kHeader = 8;
// Places in the header of a file: where the records lie, how many bytes they are, and the map of features.
constexpr size_t kDataAt = 40, kSizeAt = 48, kMapAt = 72;
constexpr uint32_t kFeatures = 256, kCompressedFeature = 27;
constexpr size_t kPlace = 16;
enum Type : uint32_t { kTracingData = 66, kAuxTrace = 71, kFeature = 80, kCompressed = 81, kCompressed2 = 83 };

struct Head {
  Endian endian = Endian::Little;
  bool pipe = false;
  std::vector<std::byte> bytes;

  uint64_t word(size_t at) const { return loadUnchecked<uint64_t>(bytes.data() + at, endian); }
  // The features are bits of words of 8 bytes. (`perf record -z` is newer than machines with shorter ones.)
  bool has(uint32_t feature) const { return (word(kMapAt + feature / 64 * 8) >> (feature % 64) & 1) != 0; }
};

bool readHead(const ByteSource& source, Head& out) {
  out.bytes = readAll(source, 0, kFileHeader);
  if (out.bytes.size() < kPipeHeader) return false;
  for (const Endian endian : {Endian::Little, Endian::Big}) {
    out.endian = endian;
    if (out.word(0) != kMagic) continue;
    out.pipe = out.word(8) == kPipeHeader;
    return out.pipe || out.bytes.size() == kFileHeader;
  }
  return false;
}

// Reads a source a piece at a time, as one run of bytes.
class Window {
 public:
  Window(const ByteSource& source, uint64_t begin, uint64_t end)
      : source_(source), at_(begin), end_(std::min(end, source.size())) {}

  uint64_t left() const { return at_ < end_ ? end_ - at_ : 0; }
  // Returns up to `size` bytes from here on.
  Bytes peek(uint64_t size) {
    size = std::min(size, left());
    if (at_ < begin_ || at_ - begin_ + size > piece_.size()) {
      begin_ = at_;
      piece_ = readAll(source_, at_, std::min(left(), std::max(size, kPiece)));
    }
    const auto from = static_cast<size_t>(at_ - begin_);
    return Bytes(piece_).subspan(from, std::min<size_t>(static_cast<size_t>(size), piece_.size() - from));
  }
  void skip(uint64_t size) { at_ += std::min(size, left()); }

 private:
  static constexpr uint64_t kPiece = uint64_t{1} << 20;

  const ByteSource& source_;
  uint64_t at_;
  const uint64_t end_;
  uint64_t begin_ = 0;
  std::vector<std::byte> piece_;
};

uint64_t bytesBehind(uint32_t type, Bytes record, Endian endian) {
  if (type == kAuxTrace && record.size() >= kHeader + 8)
    return loadUnchecked<uint64_t>(record.data() + kHeader, endian);
  if (type != kTracingData || record.size() < kHeader + 4) return 0;
  return (uint64_t{loadUnchecked<uint32_t>(record.data() + kHeader, endian)} + 7) / 8 * 8;
}

// Of a record of the type kFeature.
bool isCompressedFeature(Bytes record, Endian endian) {
  return record.size() >= kHeader + 8 && loadUnchecked<uint64_t>(record.data() + kHeader, endian) == kCompressedFeature;
}

// Unpacks the records. Counts what it gives out, and writes it if there is a file.
class Unpacking {
 public:
  Unpacking(Endian endian, uint64_t limit, UnpackedFile* file)
      : endian_(endian), limit_(limit), file_(file), stream_(ZSTD_createDStream()), room_(ZSTD_DStreamOutSize()) {}
  ~Unpacking() { ZSTD_freeDStream(stream_); }
  Unpacking(const Unpacking&) = delete;
  Unpacking& operator=(const Unpacking&) = delete;

  void put(Bytes bytes) {
    size_ += bytes.size();
    if (file_ != nullptr && !tooLarge()) file_->append(bytes);
  }

  void records(Window window) {
    while (good_ && !tooLarge() && window.left() >= kHeader) {
      Bytes record = window.peek(kHeader);
      if (record.size() < kHeader) break;
      const auto type = loadUnchecked<uint32_t>(record.data(), endian_);
      const auto size = loadUnchecked<uint16_t>(record.data() + 6, endian_);
      // What makes no sense is left to the reader of what is unpacked.
      if (size < kHeader || window.left() < size) break;
      record = window.peek(size);
      if (record.size() < size) break;
      if (type == kCompressed) {
        unpack(record.subspan(kHeader));
      } else if (type == kCompressed2) {
        Cursor cursor(record.subspan(kHeader), endian_);
        const uint64_t packed = cursor.u64();
        unpack(cursor.bytes(packed));
      } else if (type == kFeature && isCompressedFeature(record, endian_)) {
        // What is unpacked is not compressed any more.
      } else {
        put(record);
        const uint64_t behind = bytesBehind(type, record, endian_);
        window.skip(size);
        copy(window, behind);
        continue;
      }
      window.skip(size);
    }
    copy(window, window.left());
    // A record that is cut in the stream.
    put(Bytes(rest_));
    rest_.clear();
  }

  uint64_t size() const { return size_; }
  bool good() const { return good_; }
  bool tooLarge() const { return size_ > limit_; }

 private:
  void copy(Window& window, uint64_t size) {
    constexpr uint64_t kAtOnce = uint64_t{1} << 20;
    for (size = std::min(size, window.left()); size > 0 && !tooLarge();) {
      const Bytes piece = window.peek(std::min(size, kAtOnce));
      if (piece.empty()) return;
      put(piece);
      window.skip(piece.size());
      size -= piece.size();
    }
  }

  void unpack(Bytes packed) {
    ZSTD_inBuffer input{packed.data(), packed.size(), 0};
    for (bool full = true; good_ && !tooLarge() && (input.pos < input.size || full);) {
      ZSTD_outBuffer output{room_.data(), room_.size(), 0};
      good_ = stream_ != nullptr && ZSTD_isError(ZSTD_decompressStream(stream_, &output, &input)) == 0;
      full = output.pos == output.size;
      rest_.insert(rest_.end(), room_.begin(), room_.begin() + static_cast<std::ptrdiff_t>(output.pos));
      putWhole();
    }
  }

  // A record may end in a later piece of the stream, and others come before that.
  void putWhole() {
    size_t at = 0;
    while (rest_.size() - at >= kHeader) {
      const auto size = loadUnchecked<uint16_t>(rest_.data() + at + 6, endian_);
      if (size < kHeader) good_ = false;
      if (size < kHeader || rest_.size() - at < size) break;
      at += size;
    }
    put(Bytes(rest_).first(at));
    rest_.erase(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(at));
  }

  const Endian endian_;
  const uint64_t limit_;
  UnpackedFile* const file_;
  ZSTD_DStream* const stream_;
  std::vector<std::byte> room_;
  std::vector<std::byte> rest_;  // of a record that goes on
  uint64_t size_ = 0;
  bool good_ = true;
};

// The sections behind the records are moved, and the one that says that records are packed is left out.
void copySections(const ByteSource& packed, const Head& head, Unpacking& out) {
  const uint64_t table = head.word(kDataAt) + head.word(kSizeAt);
  std::vector<std::pair<uint64_t, uint64_t>> kept;
  uint64_t place = table;
  for (uint32_t feature = 0; feature < kFeatures; ++feature) {
    if (!head.has(feature)) continue;
    const std::vector<std::byte> entry = readAll(packed, place, kPlace);
    place += kPlace;
    if (entry.size() < kPlace || feature == kCompressedFeature) continue;
    kept.emplace_back(loadUnchecked<uint64_t>(entry.data(), head.endian),
                      loadUnchecked<uint64_t>(entry.data() + 8, head.endian));
  }
  uint64_t at = out.size() + kept.size() * kPlace;
  for (const auto& [offset, size] : kept) {
    const uint64_t there = std::min(size, packed.size() - std::min(packed.size(), offset));
    std::byte entry[kPlace];
    storeUnchecked<uint64_t>(at, head.endian, entry);
    storeUnchecked<uint64_t>(there, head.endian, entry + 8);
    out.put(entry);
    at += there;
  }
  for (const auto& [offset, size] : kept) out.put(readAll(packed, offset, size));
}

}  // namespace

bool isPackedRecording(const ByteSource& source) {
  Head head;
  if (!readHead(source, head)) return false;
  if (!head.pipe) return head.has(kCompressedFeature);
  // A pipe says it before the first record of the kernel.
  constexpr uint64_t kMostLooked = uint64_t{1} << 20;
  constexpr uint32_t kFirstOfTool = 64;
  Window window(source, kPipeHeader, kPipeHeader + kMostLooked);
  while (window.left() >= kHeader) {
    const Bytes record = window.peek(kHeader + 8);
    if (record.size() < kHeader) return false;
    const auto type = loadUnchecked<uint32_t>(record.data(), head.endian);
    const auto size = loadUnchecked<uint16_t>(record.data() + 6, head.endian);
    if (type < kFirstOfTool || size < kHeader) return false;
    if (type == kFeature && isCompressedFeature(record, head.endian)) return true;
    const uint64_t behind = bytesBehind(type, record, head.endian);
    window.skip(size);
    window.skip(behind);
  }
  return false;
}

UnpackedSource unpackRecording(const ByteSource& packed, uint64_t limit, UnpackStore& store) {
  UnpackedSource result;
  Head head;
  if (!readHead(packed, head)) return result;
  std::unique_ptr<UnpackedFile> file = store.file();
  Unpacking out(head.endian, limit, file.get());
  if (head.pipe) {
    out.put(Bytes(head.bytes).first(kPipeHeader));
    out.records(Window(packed, kPipeHeader, packed.size()));
  } else {
    const uint64_t begin = head.word(kDataAt), told = head.word(kSizeAt);
    const bool complete = told > 0 && begin <= packed.size() && told <= packed.size() - begin;
    const uint64_t end = complete ? begin + told : packed.size();
    // The header says how many bytes of records there are, so they are counted before.
    Unpacking counting(head.endian, limit, nullptr);
    if (told > 0) counting.records(Window(packed, begin, end));
    // Of a file that ends before its records do, there is more than what is left.
    const uint64_t size = counting.size() + (told > 0 && !complete ? kHeader : 0);
    const size_t word = kMapAt + kCompressedFeature / 64 * 8;
    const uint64_t map = head.word(word) & ~(uint64_t{1} << kCompressedFeature % 64);
    std::vector<std::byte> header = head.bytes;
    storeUnchecked<uint64_t>(map, head.endian, header.data() + word);
    storeUnchecked<uint64_t>(size, head.endian, header.data() + kSizeAt);
    out.put(header);
    if (begin > kFileHeader) out.put(readAll(packed, kFileHeader, begin - kFileHeader));
    out.records(Window(packed, begin, end));
    if (complete) copySections(packed, head, out);
  }
  result.size = out.size();
  result.whole = out.good();
  result.tooLarge = out.tooLarge();
  if (!result.tooLarge) result.source = file->finish();
  return result;
}

}  // namespace tp
