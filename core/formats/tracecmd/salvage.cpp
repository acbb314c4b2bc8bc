#include "core/formats/tracecmd/salvage.h"

#include <cstdlib>
#include <limits>

#include "core/formats/tracecmd/chunk_search.h"
#include "core/formats/tracecmd/file_cursor.h"
#include "core/kernel/ring_page.h"

namespace tp::tracecmd {
namespace {

constexpr uint64_t kBlock = uint64_t{1} << 20;

uint64_t alignUp(uint64_t offset, uint64_t size) {
  uint64_t over = offset % size;
  return over == 0 ? offset : offset + (size - over);
}

struct PageTimes {
  uint64_t first = 0;
  uint64_t last = 0;
};

// False for what is no page, or an empty one. The last page may be cut.
bool readTimes(Bytes bytes, const TraceFile& file, uint64_t pageSize, PageTimes& out) {
  constexpr uint64_t kCommitted = (1u << 27) - 1;
  constexpr uint64_t kLostBits = 3u << 30;
  constexpr uint64_t kLatest = std::numeric_limits<int64_t>::max();
  kernel::PageHeader header;
  if (!kernel::readPageHeader(bytes, file.endian, file.kernelLongSize, header) || header.time > kLatest) return false;
  Cursor cursor(bytes, file.endian);
  cursor.skip(8);
  uint64_t commit = cursor.unsignedOf(file.kernelLongSize);
  uint64_t used = commit & kCommitted;
  if ((commit & ~(kCommitted | kLostBits)) != 0 || used == 0 || used > pageSize - header.dataAt) return false;
  kernel::RingWalk walk(bytes, file.endian, header);
  kernel::RingRecord record;
  uint32_t records = 0;
  while (walk.next(record)) ++records;
  out = {header.time, walk.time()};
  bool cut = bytes.size() < pageSize;
  return (records > 0 || !walk.damaged() || cut) && out.last >= out.first;
}

// One CPU's pages after the other's, each in the order of their times: where time goes back, the next CPU begins.
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
      if (buffer.cpus.empty() || times.first < last) {
        if (buffer.cpus.size() == kMostCpus) return;
        buffer.cpus.push_back({static_cast<uint32_t>(buffer.cpus.size()), offset, 0});
      }
      last = times.last;
      buffer.cpus.back().size = offset + page.size() - buffer.cpus.back().offset;
    }
  }
}

// Where the chunk at the cursor ends; 0: there is none. One that the file ends within is one.
uint64_t endOfChunk(FileCursor& in, const TraceFile& file, uint64_t pageSize) {
  ChunkHead head = readChunkHead(in.bytes(std::min<uint64_t>(kChunkHead, in.remaining())), file, pageSize);
  return head.likely ? in.offset() - kChunkHead + kChunkHeader + head.compressed : 0;
}

// Lists of chunks, each with its count: one is one CPU's.
void findChunks(const ByteSource& source, const TraceFile& file, uint64_t begin, uint64_t end, Buffer& buffer) {
  FileCursor in(source, file.endian);
  bool broken = false;  // nothing told where the CPU before ends
  for (uint64_t at = alignUp(begin, file.pageSize); at < end && buffer.cpus.size() < kMostCpus;) {
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

struct Recorded {
  std::string name;
  std::vector<uint32_t> cpus;  // that anything was recorded on
  std::vector<uint32_t> read;  // of these, those that the recorder had read from; of the others it need not save any
};

uint64_t numberAfter(const std::string& text, std::string_view label) {
  size_t at = text.find(label);
  return at == std::string::npos ? 0 : std::strtoull(text.c_str() + at + label.size(), nullptr, 10);
}

// A text a CPU, "CPU: 0,entries: 7,...,read events: 9", of an instance after one with its name, "Buffer: name".
std::vector<Recorded> recordedBuffers(const TraceFile& file) {
  constexpr std::string_view kName = "Buffer: ";
  std::vector<Recorded> out(1);
  for (const auto& [key, text] : file.metadata) {
    if (key != "statistics") continue;
    if (size_t at = text.find(kName); at != std::string::npos) {
      out.push_back({text.substr(at + kName.size()), {}, {}});
      continue;
    }
    uint32_t cpu = static_cast<uint32_t>(numberAfter(text, "CPU: "));
    bool read = numberAfter(text, "read events: ") > 0;
    if (read) out.back().read.push_back(cpu);
    if (read || numberAfter(text, "entries: ") > 0) out.back().cpus.push_back(cpu);
  }
  return out;
}

}  // namespace

void findCpus(const ByteSource& source, const TraceFile& file, uint64_t begin, uint64_t end, size_t place,
              Buffer& buffer) {
  if (file.pageSize < kLeastPage || buffer.pageSize < kLeastPage || buffer.pageSize > kMostPage) return;
  if (buffer.compressed) {
    findChunks(source, file, begin, end, buffer);
  } else {
    findPages(source, file, begin, end, buffer);
  }
  std::vector<Recorded> recorded = recordedBuffers(file);
  if (place >= recorded.size()) return;
  const auto& [name, cpus, read] = recorded[place];
  buffer.name = name;
  const std::vector<uint32_t>& numbers = read.size() < buffer.cpus.size() ? cpus : read;
  if (numbers.size() < buffer.cpus.size()) return;
  for (size_t i = 0; i < buffer.cpus.size(); ++i) buffer.cpus[i].cpu = numbers[i];
}

}  // namespace tp::tracecmd
