#include "core/formats/tracecmd/cpu_cut.h"

#include <algorithm>

#include "core/formats/tracecmd/chunk_search.h"
#include "core/formats/tracecmd/cpu_decoder.h"
#include "core/io/byte_writer.h"
#include "core/kernel/anonymous_record.h"

namespace tp::tracecmd {
namespace {

// As many pages as trace-cmd itself puts into a chunk.
constexpr uint32_t kPagesPerChunk = 10;
// How far a chunk is searched for behind a damaged one at once.
constexpr uint64_t kSearched = uint64_t{1} << 20;
constexpr uint64_t kPiece = uint64_t{256} << 10;

class CpuCut {
 public:
  CpuCut(const CutFile& cut, const Buffer& buffer, const CpuData& data, bool warns,
         const std::function<void(Bytes)>& out)
      : cut_(cut), buffer_(buffer), pages_(cut.pageCut(buffer, data.cpu)), warns_(warns), out_(out) {}

  CpuMeasure run(const CpuData& data);

 private:
  void plain(uint64_t offset, uint64_t end);
  void chunks(uint64_t offset, uint64_t end);
  uint64_t chunk(uint64_t offset, uint64_t end);
  void unit(Bytes bytes, uint64_t offset);
  void flush();
  void put(Bytes bytes) {
    measure_.bytes += bytes.size();
    out_(bytes);
  }
  void warn(uint64_t offset, std::string expected, std::string found) const {
    if (warns_) cut_.warn(offset, std::move(expected), std::move(found));
  }

  const CutFile& cut_;
  const Buffer& buffer_;
  kernel::PageCut pages_;
  const bool warns_;
  const std::function<void(Bytes)>& out_;
  Decompressor decompressor_;
  Unpacked unpacked_;
  std::vector<std::byte> pending_, packed_;  // the pages of the next chunk, and the chunk
  uint64_t skipped_ = 0;                     // bytes in which no chunk begins
  CpuMeasure measure_;
};

CpuMeasure CpuCut::run(const CpuData& data) {
  const uint64_t size = cut_.entry().source->size();
  if (data.size == 0 || data.offset >= size) return {};
  if (buffer_.compressed) {
    // trace-cmd does not always count the number of chunks as a part of the size.
    const uint64_t end = std::min(data.offset + std::min(data.size, size) + kChunkCount, size);
    chunks(std::min(data.offset + kChunkCount, end), end);
  } else {
    plain(data.offset, data.offset + std::min(data.size, size - data.offset));
  }
  flush();
  measure_.records = pages_.records();
  return measure_;
}

void CpuCut::plain(uint64_t offset, uint64_t end) {
  const uint64_t step = std::max<uint64_t>(kPiece / buffer_.pageSize, 1) * buffer_.pageSize;
  const ByteSource& source = *cut_.entry().source;
  for (; offset < end; offset += step) {
    unit(readAll(source, offset, std::min(step, end - offset)), offset);
    source.adviseDontNeed(offset, step);
  }
}

void CpuCut::chunks(uint64_t offset, uint64_t end) {
  while (end - offset > kChunkCount) {
    const uint64_t size = chunk(offset, end);
    if (size != 0) {
      skipped_ = 0;
      offset += size;
      continue;
    }
    pages_.lose();
    if (skipped_ == 0) warn(offset, "a chunk compressed by " + cut_.file().codecName, "something else");
    const std::vector<std::byte> data = readAll(*cut_.entry().source, offset, std::min(kSearched, end - offset));
    const size_t skip = findChunk(data, 1, offset + data.size() >= end, cut_.file(), buffer_.pageSize);
    if (skip == 0) return;
    skipped_ += skip;
    offset += skip;
  }
}

// Returns the size in the file of the chunk at `offset`; 0 if there is none that can be read.
uint64_t CpuCut::chunk(uint64_t offset, uint64_t end) {
  const ByteSource& source = *cut_.entry().source;
  const ChunkHead head = readChunkHead(readAll(source, offset, kChunkHead), cut_.file(), buffer_.pageSize);
  if (!head.likely || head.compressed > end - offset - kChunkHeader) return 0;
  const std::vector<std::byte> bytes = readAll(source, offset + kChunkHeader, head.compressed);
  if (!decompressor_.decompress(cut_.file().codec, bytes, head.size, unpacked_)) return 0;
  source.adviseDontNeed(offset, kChunkHeader + head.compressed);
  unit(unpacked_.bytes(), offset);
  return kChunkHeader + head.compressed;
}

void CpuCut::unit(Bytes bytes, uint64_t offset) {
  for (size_t at = 0; at < bytes.size(); at += buffer_.pageSize) {
    const Bytes page = bytes.subspan(at, std::min<size_t>(buffer_.pageSize, bytes.size() - at));
    const Bytes kept = pages_.next(page);
    if (pages_.damaged())
      warn(buffer_.compressed ? offset : offset + at, "a page of the ring buffer",
           "a damaged one, of which the records before the damage are kept");
    if (kept.empty()) continue;
    if (!buffer_.compressed) {
      put(kept);
      continue;
    }
    pending_.insert(pending_.end(), kept.begin(), kept.end());
    if (pending_.size() >= size_t{kPagesPerChunk} * buffer_.pageSize) flush();
  }
}

void CpuCut::flush() {
  if (pending_.empty()) return;
  if (!compress(cut_.file().codec, pending_, packed_)) warn(kNoOffset, "pages that can be compressed", "others");
  ByteWriter head(cut_.file().endian);
  head.u32(packed_.size());
  head.u32(pending_.size());
  put(head.view());
  put(packed_);
  ++measure_.chunks;
  pending_.clear();
}

}  // namespace

CutFile::CutFile(const FileEntry& entry, const TraceFile& file, const CutRequest& request, Pseudonyms& names,
                 WarningLog& warnings)
    : entry_(entry), file_(file), request_(request), names_(names), warnings_(warnings) {
  for (const auto& [system, text] : file.formats) {
    kernel::EventFormat format = kernel::parseEventFormat(system, text);
    if (format.id < 0) continue;
    if (const kernel::Field* field = format.find("common_type")) typeOffset_ = field->offset;
    if (const kernel::Field* field = format.find("common_pid")) pidOffset_ = field->offset;
    formats_.try_emplace(static_cast<uint32_t>(format.id), std::move(format));
  }
}

std::vector<std::byte> CutFile::header() const {
  ByteWriter out(file_.endian);
  out.text("\x17\x08\x44tracing");
  out.cString(std::to_string(file_.version));
  out.u8(file_.endian == Endian::Big ? 1 : 0);
  out.u8(file_.longSize);
  out.u32(file_.pageSize);
  return out.take();
}

void CutFile::anonymise(std::span<std::byte> record) const {
  const kernel::EventFormat* format = nullptr;
  if (record.size() >= typeOffset_ + size_t{2}) {
    const auto found = formats_.find(loadUnchecked<uint16_t>(record.data() + typeOffset_, file_.endian));
    if (found != formats_.end()) format = &found->second;
  }
  kernel::anonymiseRecord(format, file_.endian, pidOffset_ + 4, names_, record);
}

kernel::PageCut CutFile::pageCut(const Buffer& buffer, uint32_t cpu) const {
  kernel::PageCut::Rules rules;
  rules.endian = file_.endian;
  rules.longSize = file_.kernelLongSize;
  rules.pageSize = buffer.pageSize;
  rules.inRange = [this, cpu](uint64_t time) { return request_.hasTime(file_.shifted(file_.scaled(cpu, time))); };
  if (!request_.tids.empty())
    rules.wanted = [this](Bytes record) {
      return record.size() >= pidOffset_ + size_t{4} &&
             request_.hasTid(static_cast<int32_t>(loadUnchecked<uint32_t>(record.data() + pidOffset_, file_.endian)));
    };
  if (request_.anonymise) rules.change = [this](std::span<std::byte> record) { anonymise(record); };
  return kernel::PageCut(std::move(rules));
}

CpuMeasure cutCpu(const CutFile& cut, const Buffer& buffer, const CpuData& data, bool warns,
                  const std::function<void(Bytes)>& out) {
  if (!cut.request().hasCpu(data.cpu)) return {};
  return CpuCut(cut, buffer, data, warns, out).run(data);
}

}  // namespace tp::tracecmd
