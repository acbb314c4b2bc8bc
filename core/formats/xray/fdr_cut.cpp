#include <algorithm>
#include <array>
#include <cstring>

#include "core/formats/xray/fdr_walk.h"
#include "core/formats/xray/log_cut.h"
#include "core/text/pseudonyms.h"

namespace tp::xray {
namespace {

// A buffer of the log, of which some records are kept.
class BufferCut {
 public:
  BufferCut(const LogCut& cut, const ThreadStream& stream) : cut_(cut), header_(cut.log.header), walk_(stream, false) {}

  // Returns the records that were kept; if there are any, the buffer was written.
  CutSummary run(const Extent& extent, uint32_t number);

 private:
  void keepPreamble(Bytes data);
  void keep(const FdrWalk::Item& item);
  void go(uint64_t tsc);
  bool hasDelta(const FdrWalk::Item& item) const {
    return item.isFunction || item.kind == Kind::Typed || header_.version >= 5;
  }
  uint64_t deltaOf(const FdrWalk::Item& item) const;
  std::array<std::byte, kMetadataSize> metadata(Kind kind) const;
  void putMetadata(const std::array<std::byte, kMetadataSize>& record) {
    out_.insert(out_.end(), record.begin(), record.end());
  }
  void write();

  const LogCut& cut_;
  const LogHeader& header_;
  FdrWalk walk_;
  std::vector<std::byte> out_;
  uint64_t size_ = 0;  // of the buffer in the log
  uint64_t tsc_ = 0;   // that the records in out_ have come to
  int32_t cpu_ = -1;
};

std::array<std::byte, kMetadataSize> BufferCut::metadata(Kind kind) const {
  const uint8_t number = static_cast<uint8_t>(kind);
  std::array<std::byte, kMetadataSize> out{};
  out[0] = static_cast<std::byte>(header_.bits == Bits::FromLow ? number << 1 | 1 : 0x80 | number);
  return out;
}

// Copies what the buffer says of itself, up to the record that names its first CPU: with its TSC, it tells what time it
// was.
void BufferCut::keepPreamble(Bytes data) {
  for (size_t at = 0; at + kMetadataSize <= data.size() && isMetadata(data[at], header_.bits); at += kMetadataSize) {
    const Bytes record = data.subspan(at, kMetadataSize);
    out_.insert(out_.end(), record.begin(), record.end());
    if (metadataKind(record[0], header_.bits) != Kind::NewCpu) continue;
    Cursor cursor(record.subspan(1), header_.endian);
    cpu_ = cursor.u16();
    tsc_ = cursor.u64();
    return;
  }
}

uint64_t BufferCut::deltaOf(const FdrWalk::Item& item) const {
  if (item.isFunction) return item.function.delta;
  return static_cast<uint64_t>(int64_t{Cursor(item.raw.subspan(5), header_.endian).i32()});
}

// Brings the TSC to that before the next record.
void BufferCut::go(uint64_t tsc) {
  auto record = metadata(Kind::TscWrap);
  storeUnchecked(tsc, header_.endian, record.data() + 1);
  putMetadata(record);
  tsc_ = tsc;
}

void BufferCut::keep(const FdrWalk::Item& item) {
  const uint64_t before = walk_.tsc() - (hasDelta(item) ? deltaOf(item) : 0);
  if (walk_.cpu() != cpu_) {
    cpu_ = walk_.cpu();
    auto record = metadata(Kind::NewCpu);
    storeUnchecked(static_cast<uint16_t>(cpu_), header_.endian, record.data() + 1);
    storeUnchecked(before, header_.endian, record.data() + 3);
    putMetadata(record);
    tsc_ = before;
  }
  std::vector<std::byte> raw(item.raw.begin(), item.raw.end());
  if (hasDelta(item)) {
    const uint64_t delta = item.tsc - tsc_;
    // Buffers of version 1 have a fixed size, in which there may be no room for another record.
    const bool fits = header_.version == 1 && item.tsc >= tsc_ && delta <= walk_.mostDelta();
    if (tsc_ != before && fits) storeUnchecked(static_cast<uint32_t>(delta), header_.endian, raw.data() + 4);
    if (tsc_ != before && !fits) go(before);
    tsc_ = item.tsc;
  }
  if (cut_.request.anonymise && !item.isFunction) blankText(std::span(raw).subspan(kMetadataSize));
  out_.insert(out_.end(), raw.begin(), raw.end());
}

void BufferCut::write() {
  if (header_.version == 1) {
    // What is behind the end is not read, but some tools want it to look like records.
    if (out_.size() + kMetadataSize <= size_) putMetadata(metadata(Kind::EndOfBuffer));
    out_.resize(static_cast<size_t>(size_));
  } else {
    auto extents = metadata(Kind::Extents);
    storeUnchecked(uint64_t{out_.size()}, header_.endian, extents.data() + 1);
    cut_.sink.write(extents);
  }
  cut_.sink.write(out_);
}

CutSummary BufferCut::run(const Extent& extent, uint32_t number) {
  size_ = extent.size;
  const std::vector<std::byte> data = readAll(*cut_.log.file.source, extent.offset, extent.size);
  keepPreamble(data);
  const DecodeInput input{data, extent.offset, number, true};
  CutSummary summary;
  FdrWalk::Item item;
  for (size_t at = 0; walk_.next(input, at, item);) {
    if (!cut_.keeps(item.tsc, item.offset) || !cut_.request.hasCpu(walk_.cpu())) continue;
    keep(item);
    ++summary.records;
    summary.around += cut_.around.contains(item.offset) ? 1 : 0;
  }
  walk_.takeLoss();
  if (summary.records > 0) write();
  return summary;
}

}  // namespace

CutSummary cutFdr(const LogCut& cut) {
  struct Part {
    Extent extent;
    uint32_t number;
    const ThreadStream* stream;
  };
  WallAnchor wall;
  WarningLog ignored;
  const std::vector<ThreadLog> threads = findFdrBuffers(cut.log.file, cut.log.header, wall, ignored);
  std::vector<ThreadStream> streams;
  streams.reserve(threads.size());
  std::vector<Part> parts;
  for (const ThreadLog& thread : threads) {
    if (!cut.request.hasTid(thread.tid)) continue;
    streams.push_back(
        {&cut.log, false, thread.pid, thread.tid, thread.latest, thread.lacking, thread.cutsAt, thread.restLost, {}});
    for (uint32_t i = 0; i < thread.extents.size(); ++i) parts.push_back({thread.extents[i], i, &streams.back()});
  }
  // In the order of the file, which tools keep for records of the same time.
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.extent.offset < b.extent.offset; });
  CutSummary summary;
  for (const Part& part : parts) {
    if (cut.sink.stopped()) break;
    const CutSummary one = BufferCut(cut, *part.stream).run(part.extent, part.number);
    summary.records += one.records;
    summary.around += one.around;
  }
  return summary;
}

}  // namespace tp::xray
