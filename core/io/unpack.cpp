#include "core/io/unpack.h"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cstring>

namespace tp {
namespace {

// Reads a source a buffer at a time.
class Feed {
 public:
  explicit Feed(const ByteSource& source)
      : source_(source), buffer_(static_cast<size_t>(std::clamp<uint64_t>(source.size(), 1, kBuffer))) {}

  // Returns the bytes that follow the last ones, valid until the next call; empty at the end.
  Bytes next() {
    size_t got = source_.read(offset_, buffer_);
    offset_ += got;
    return Bytes(buffer_).first(got);
  }

 private:
  static constexpr uint64_t kBuffer = uint64_t{256} << 10;

  const ByteSource& source_;
  std::vector<std::byte> buffer_;
  uint64_t offset_ = 0;
};

int windowOf(Compression compression) {
  constexpr int kGzip = 15 + 16, kRaw = -15, kZlib = 15;
  return compression == Compression::Gzip ? kGzip : compression == Compression::Zlib ? kZlib : kRaw;
}

// Passes on the space that decompressors fill, and counts the bytes.
class Filling {
 public:
  Filling(UnpackedFile& file, uint64_t limit, UnpackedSource& out) : file_(file), limit_(limit), out_(out) {}

  std::span<std::byte> room() { return file_.room(); }
  void filled(size_t count) {
    file_.filled(count);
    out_.size += count;
    out_.tooLarge = out_.size > limit_;
  }

 private:
  UnpackedFile& file_;
  uint64_t limit_;
  UnpackedSource& out_;
};

void inflateAll(const ByteSource& packed, Compression compression, Filling& filling, UnpackedSource& out) {
  bool gzip = compression == Compression::Gzip;
  z_stream stream{};
  if (inflateInit2(&stream, windowOf(compression)) != Z_OK) return;
  Feed feed(packed);
  bool ended = false;
  for (Bytes input; !(input = feed.next()).empty();) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(input.data()));
    stream.avail_in = static_cast<uInt>(input.size());
    bool stop = false;
    while (!stop && (stream.avail_in > 0 || stream.avail_out == 0)) {
      // Several gzip members in a row are one file; zeros behind them are padding.
      if (ended && (!gzip || *stream.next_in == 0 || inflateReset(&stream) != Z_OK)) break;
      ended = false;
      std::span<std::byte> room = filling.room();
      stream.next_out = reinterpret_cast<Bytef*>(room.data());
      stream.avail_out = static_cast<uInt>(room.size());
      int result = inflate(&stream, Z_NO_FLUSH);
      size_t got = room.size() - stream.avail_out;
      if (compression == Compression::Deflate)
        out.crc =
            static_cast<uint32_t>(crc32(out.crc, reinterpret_cast<const Bytef*>(room.data()), static_cast<uInt>(got)));
      filling.filled(got);
      ended = result == Z_STREAM_END;
      stop = out.tooLarge || (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR);
      out.wrongSum =
          result == Z_DATA_ERROR && stream.msg != nullptr && std::string_view(stream.msg) == "incorrect data check";
      if (result == Z_BUF_ERROR && stream.avail_in == 0) break;
      if (ended && stream.avail_in == 0) break;
    }
    if (stop || (ended && stream.avail_in > 0)) break;
  }
  out.whole = ended && !out.tooLarge;
  inflateEnd(&stream);
}

void unzstdAll(const ByteSource& packed, Filling& filling, UnpackedSource& out) {
  // A frame may ask for a window of any size; this is the most that `zstd -d` takes by default.
  constexpr int kLargestWindow = 27;
  ZSTD_DStream* stream = ZSTD_createDStream();
  if (stream == nullptr) return;
  ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, kLargestWindow);
  Feed feed(packed);
  size_t result = 1;
  bool stop = false;
  for (Bytes bytes; !stop && !(bytes = feed.next()).empty();) {
    ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
    bool full = true;
    while (!stop && (input.pos < input.size || full)) {
      std::span<std::byte> room = filling.room();
      ZSTD_outBuffer output{room.data(), room.size(), 0};
      result = ZSTD_decompressStream(stream, &output, &input);
      filling.filled(output.pos);
      out.wrongSum = ZSTD_getErrorCode(result) == ZSTD_error_checksum_wrong;
      stop = out.tooLarge || ZSTD_isError(result) != 0;
      full = output.pos == output.size;
    }
  }
  out.whole = result == 0 && !out.tooLarge;
  ZSTD_freeDStream(stream);
}

class FileInMemory final : public UnpackedFile {
 public:
  std::span<std::byte> room() override { return blocks_->room(); }
  void filled(size_t count) override { blocks_->filled(count); }
  std::shared_ptr<ByteSource> finish() override {
    blocks_->trim();
    return blocks_;
  }

 private:
  std::shared_ptr<BlockSource> blocks_ = std::make_shared<BlockSource>();
};

}  // namespace

Compression compressionOf(Bytes head) {
  auto begins = [&](std::string_view magic) { return asText(head).substr(0, magic.size()) == magic; };
  if (begins("\x1f\x8b\x08")) return Compression::Gzip;
  if (begins("\x28\xb5\x2f\xfd")) return Compression::Zstd;
  return Compression::None;
}

void UnpackedFile::append(Bytes bytes) {
  while (!bytes.empty()) {
    std::span<std::byte> to = room();
    size_t count = std::min(to.size(), bytes.size());
    std::memcpy(to.data(), bytes.data(), count);
    filled(count);
    bytes = bytes.subspan(count);
  }
}

std::unique_ptr<UnpackedFile> MemoryStore::file() {
  return std::make_unique<FileInMemory>();
}

UnpackedSource unpack(const ByteSource& packed, Compression compression, uint64_t limit, UnpackStore& store) {
  UnpackedSource out;
  std::unique_ptr<UnpackedFile> file = store.file();
  Filling filling(*file, limit, out);
  if (compression == Compression::Zstd)
    unzstdAll(packed, filling, out);
  else if (compression != Compression::None)
    inflateAll(packed, compression, filling, out);
  if (!out.tooLarge) out.source = file->finish();
  return out;
}

uint32_t crcOf(const ByteSource& source) {
  uLong crc = 0;
  Feed feed(source);
  for (Bytes bytes; !(bytes = feed.next()).empty();)
    crc = crc32(crc, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
  return static_cast<uint32_t>(crc);
}

}  // namespace tp
