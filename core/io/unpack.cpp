#include "core/io/unpack.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>

namespace tp {
namespace {

// Feeds a source to a decompressor, a buffer at a time.
class Feed {
 public:
  explicit Feed(const ByteSource& source) : source_(source), buffer_(kBuffer) {}

  // The bytes that follow what was taken; empty at the end.
  Bytes next() {
    size_t got = source_.read(offset_, buffer_);
    offset_ += got;
    return Bytes(buffer_).first(got);
  }

 private:
  static constexpr size_t kBuffer = size_t{256} << 10;

  const ByteSource& source_;
  std::vector<std::byte> buffer_;
  uint64_t offset_ = 0;
};

int windowOf(Compression compression) {
  constexpr int kGzip = 15 + 16, kRaw = -15, kZlib = 15;
  return compression == Compression::Gzip ? kGzip : compression == Compression::Zlib ? kZlib : kRaw;
}

void inflateAll(const ByteSource& packed, Compression compression, uint64_t limit, Unpacked& out) {
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
      // Several gzip members one after the other are one file; zeros behind them are padding.
      if (ended && (!gzip || *stream.next_in == 0 || inflateReset(&stream) != Z_OK)) break;
      ended = false;
      std::span<std::byte> room = out.source->room();
      stream.next_out = reinterpret_cast<Bytef*>(room.data());
      stream.avail_out = static_cast<uInt>(room.size());
      int result = inflate(&stream, Z_NO_FLUSH);
      out.source->filled(room.size() - stream.avail_out);
      out.tooLarge = out.source->size() > limit;
      ended = result == Z_STREAM_END;
      stop = out.tooLarge || (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR);
      if (result == Z_BUF_ERROR && stream.avail_in == 0) break;
      if (ended && stream.avail_in == 0) break;
    }
    if (stop || (ended && stream.avail_in > 0)) break;
  }
  out.whole = ended && !out.tooLarge;
  inflateEnd(&stream);
}

void unzstdAll(const ByteSource& packed, uint64_t limit, Unpacked& out) {
  // A frame may ask for a window as large as it likes; this much is what `zstd -d` takes by default.
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
      std::span<std::byte> room = out.source->room();
      ZSTD_outBuffer output{room.data(), room.size(), 0};
      result = ZSTD_decompressStream(stream, &output, &input);
      out.source->filled(output.pos);
      out.tooLarge = out.source->size() > limit;
      stop = out.tooLarge || ZSTD_isError(result) != 0;
      full = output.pos == output.size;
    }
  }
  out.whole = result == 0 && !out.tooLarge;
  ZSTD_freeDStream(stream);
}

}  // namespace

Compression compressionOf(Bytes head) {
  auto begins = [&](std::string_view magic) { return asText(head).substr(0, magic.size()) == magic; };
  if (begins("\x1f\x8b\x08")) return Compression::Gzip;
  if (begins("\x28\xb5\x2f\xfd")) return Compression::Zstd;
  return Compression::None;
}

Unpacked unpack(const ByteSource& packed, Compression compression, uint64_t limit) {
  Unpacked out;
  out.source = std::make_shared<BlockSource>();
  if (compression == Compression::Zstd)
    unzstdAll(packed, limit, out);
  else if (compression != Compression::None)
    inflateAll(packed, compression, limit, out);
  return out;
}

}  // namespace tp
