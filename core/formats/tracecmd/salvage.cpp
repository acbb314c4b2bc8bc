#include "core/formats/tracecmd/salvage.h"

#include <algorithm>
#include <limits>

#include "core/formats/tracecmd/chunk_search.h"
#include "core/formats/tracecmd/file_cursor.h"
#include "core/formats/tracecmd/page_align.h"
#include "core/formats/tracecmd/page_order.h"
#include "core/formats/tracecmd/statistics.h"
#include "core/kernel/ring_page.h"

namespace tp::tracecmd {
namespace {

constexpr uint64_t kBlock = uint64_t{1} << 20;

struct PageTimes {
  uint64_t first = 0;
  uint64_t last = 0;
};

// Returns false if it is no page or an empty one. The last page may be cut.
bool readTimes(Bytes bytes, const TraceFile& file, uint64_t pageSize, PageTimes& out) {
  constexpr uint64_t kLatest = std::numeric_limits<int64_t>::max();
  const bool cut = bytes.size() < pageSize;
  std::vector<std::byte> whole;
  if (cut) {
    whole.assign(bytes.begin(), bytes.end());
    whole.resize(pageSize);
  }
  kernel::PageHeader header;
  if (!kernel::readPageHeader(cut ? Bytes(whole) : bytes, file.endian, file.kernelLongSize, header)) return false;
  if (bytes.size() < header.dataAt || !header.sound || header.dataEnd == header.dataAt || header.time > kLatest)
    return false;
  header.dataEnd = static_cast<uint32_t>(std::min<size_t>(header.dataEnd, bytes.size()));
  kernel::RingWalk walk(bytes, file.endian, header);
  kernel::RingRecord record;
  uint32_t records = 0;
  while (walk.next(record)) ++records;
  out = {header.time, walk.time()};
  return (records > 0 || !walk.damaged() || cut) && out.last >= out.first;
}

// The pages of one CPU follow those of another, in the order of time. The next CPU begins where time goes back.
void findPages(const ByteSource& source, const TraceFile& file, uint64_t begin, uint64_t end, Buffer& buffer) {
  uint64_t pageSize = buffer.pageSize;
  uint64_t last = 0;
  std::vector<std::byte> block;
  for (uint64_t at = alignUp(begin, file.pageSize); at < end; at += block.size()) {
    block = readAll(source, at, std::min(end - at, alignUp(kBlock, pageSize)));
    if (block.empty()) return;
    for (uint64_t inBlock = 0; inBlock < block.size(); inBlock += pageSize) {
      Bytes page = Bytes(block).subspan(inBlock, std::min(pageSize, block.size() - inBlock));
      PageTimes times;
      if (!readTimes(page, file, pageSize, times)) continue;
      uint64_t offset = at + inBlock;
      if (buffer.cpus.empty() || isBefore(times.first, last)) {
        if (buffer.cpus.size() == kMaxCpus) return;
        buffer.cpus.push_back({static_cast<uint32_t>(buffer.cpus.size()), offset, 0});
      }
      last = times.last;
      buffer.cpus.back().size = offset + page.size() - buffer.cpus.back().offset;
    }
  }
}

// Returns where the chunk at the cursor ends; 0 if there is none. A chunk may reach beyond the end of the file.
uint64_t endOfChunk(FileCursor& in, const TraceFile& file, uint64_t pageSize) {
  ChunkHead head = readChunkHead(in.bytes(std::min<uint64_t>(kChunkHead, in.remaining())), file, pageSize);
  return head.likely ? in.offset() - kChunkHead + kChunkHeader + head.compressed : 0;
}

// There is a list of chunks, with its count, for each CPU.
void findChunks(const ByteSource& source, const TraceFile& file, uint64_t begin, uint64_t end, Buffer& buffer) {
  FileCursor in(source, file.endian);
  bool broken = false;  // It is not known where the data of the CPU before end.
  for (uint64_t at = alignUp(begin, file.pageSize); at < end && buffer.cpus.size() < kMaxCpus;) {
    in.seek(at);
    uint32_t chunks = in.u32();
    uint64_t chunkEnd = chunks > 0 ? endOfChunk(in, file, buffer.pageSize) : 0;
    if (chunkEnd == 0) {
      at += file.pageSize;
      continue;
    }
    if (broken) buffer.cpus.back().size = at - buffer.cpus.back().offset;
    uint64_t listEnd = chunkEnd;
    while (--chunks > 0 && chunkEnd != 0 && chunkEnd < end) {
      in.seek(chunkEnd);
      chunkEnd = endOfChunk(in, file, buffer.pageSize);
      listEnd = std::max(listEnd, chunkEnd);
    }
    broken = chunkEnd == 0;
    buffer.cpus.push_back({static_cast<uint32_t>(buffer.cpus.size()), at, std::min(listEnd, end) - at});
    at = alignUp(std::min(listEnd, end), file.pageSize);
  }
  if (broken) buffer.cpus.back().size = end - buffer.cpus.back().offset;
}

}  // namespace

void findCpus(const ByteSource& source, const TraceFile& file, uint64_t begin, uint64_t end, size_t place,
              Buffer& buffer) {
  if (file.pageSize < kLeastPage || buffer.pageSize < kLeastPage || buffer.pageSize > kMaxPage) return;
  if (buffer.compressed) {
    findChunks(source, file, begin, end, buffer);
  } else {
    findPages(source, file, begin, end, buffer);
  }
  std::vector<Recorded> recorded = recordedBuffers(file);
  if (place >= recorded.size()) return;
  const Recorded& counts = recorded[place];
  buffer.name = counts.name;
  const std::vector<uint32_t>& numbers = counts.read.size() < buffer.cpus.size() ? counts.cpus : counts.read;
  if (numbers.size() < buffer.cpus.size()) return;
  for (size_t i = 0; i < buffer.cpus.size(); ++i) buffer.cpus[i].cpu = numbers[i];
}

}  // namespace tp::tracecmd
