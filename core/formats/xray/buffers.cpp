#include "core/formats/xray/buffers.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tp::xray {
namespace {

struct FdrBuffer {
  int64_t pid = 0;
  int64_t tid = 0;
  uint64_t firstTsc = 0;
  Extent extent;
};

// The records that a buffer begins with: whose it is, and when it begins. False: no buffer.
bool readPreamble(Bytes bytes, const LogHeader& header, FdrBuffer& out) {
  bool found = false;
  for (size_t at = 0; bytes.size() - at >= kMetadataSize; at += kMetadataSize) {
    if (!isMetadata(bytes[at], header.bits)) break;
    Cursor cursor(bytes.subspan(at + 1, kMetadataSize - 1), header.endian);
    Kind kind = metadataKind(bytes[at], header.bits);
    if (!found && kind != Kind::NewBuffer) return false;
    if (kind == Kind::NewBuffer) {
      if (found) break;
      found = true;
      out.tid = out.pid = cursor.i32();
    } else if (kind == Kind::Pid) {
      out.pid = cursor.i32();
    } else if (kind == Kind::NewCpu) {
      cursor.u16();
      out.firstTsc = cursor.u64();
      break;
    } else if (kind == Kind::Walltime) {
      // Until a TSC is known, buffers of a thread are ordered by the clock.
      uint64_t seconds = cursor.u64();
      out.firstTsc = seconds * 1000000 + cursor.u32();
    } else {
      break;
    }
  }
  return found;
}

std::vector<ThreadLog> perThread(std::vector<FdrBuffer> buffers) {
  std::stable_sort(buffers.begin(), buffers.end(), [](const FdrBuffer& a, const FdrBuffer& b) {
    return std::tie(a.pid, a.tid, a.firstTsc) < std::tie(b.pid, b.tid, b.firstTsc);
  });
  std::vector<ThreadLog> threads;
  for (const FdrBuffer& buffer : buffers) {
    if (threads.empty() || threads.back().pid != buffer.pid || threads.back().tid != buffer.tid)
      threads.push_back({buffer.pid, buffer.tid, buffer.firstTsc, {}});
    threads.back().extents.push_back(buffer.extent);
  }
  return threads;
}

}  // namespace

std::vector<ThreadLog> findFdrBuffers(const FileEntry& file, const LogHeader& header, WarningLog& warnings) {
  constexpr size_t kPreamble = 6 * kMetadataSize;
  uint64_t size = file.source->size();
  std::vector<FdrBuffer> buffers;
  uint64_t warnedAt = kNoOffset;
  for (uint64_t at = LogHeader::kSize; size - at >= kMetadataSize && at < size;) {
    std::vector<std::byte> head = readAll(*file.source, at, kPreamble);
    FdrBuffer buffer;
    uint64_t next = at + 1;
    if (header.version == 1) {
      // Fixed size; what follows the end-of-buffer record is rubbish.
      uint64_t length = std::max<uint64_t>(kMetadataSize, header.bufferSize);
      buffer.extent = {at, std::min(length, size - at)};
      next = at + buffer.extent.size;
      if (readPreamble(head, header, buffer)) {
        buffers.push_back(buffer);
        at = next;
        continue;
      }
    } else if (isMetadata(head[0], header.bits) && metadataKind(head[0], header.bits) == Kind::Extents) {
      Cursor cursor(Bytes(head).subspan(1), header.endian);
      uint64_t length = cursor.u64();
      buffer.extent = {at + kMetadataSize, std::min(length, size - at - kMetadataSize)};
      if (length == 0 || readPreamble(Bytes(head).subspan(kMetadataSize), header, buffer)) {
        if (length > buffer.extent.size)
          warnings.add(file.path, at, "a buffer of " + std::to_string(length) + " bytes",
                       std::to_string(buffer.extent.size));
        if (length > 0) buffers.push_back(buffer);
        at = buffer.extent.offset + buffer.extent.size;
        continue;
      }
    }
    if (warnedAt == kNoOffset) warnings.add(file.path, at, "the beginning of a buffer", "something else");
    warnedAt = at;
    at = next;
  }
  return perThread(std::move(buffers));
}

std::vector<ThreadLog> findBasicRuns(const FileEntry& file, const LogHeader& header, WarningLog& warnings) {
  constexpr uint64_t kRecord = 32, kBlock = uint64_t{1} << 20;
  std::map<std::pair<int64_t, int64_t>, ThreadLog> threads;
  uint64_t size = file.source->size();
  ThreadLog* last = nullptr;
  for (uint64_t block = LogHeader::kSize; block < size; block += kBlock) {
    std::vector<std::byte> bytes = readAll(*file.source, block, kBlock);
    for (size_t at = 0; bytes.size() - at >= kRecord; at += kRecord) {
      Cursor cursor(Bytes(bytes).subspan(at, kRecord), header.endian);
      uint16_t type = cursor.u16();
      cursor.skip(type == 0 ? 14 : 6);
      int64_t tid = cursor.u32();
      int64_t pid = header.version >= 3 ? int64_t{cursor.u32()} : 0;
      ThreadLog& thread = threads[{pid, tid}];
      thread.pid = pid;
      thread.tid = tid;
      if (&thread == last) {
        thread.extents.back().size += kRecord;
      } else {
        thread.extents.push_back({block + at, kRecord});
        last = &thread;
      }
    }
    if (bytes.size() % kRecord != 0)
      warnings.add(file.path, block + bytes.size() / kRecord * kRecord, "a whole record", "the end of the file");
  }
  std::vector<ThreadLog> out;
  for (auto& [key, thread] : threads) out.push_back(std::move(thread));
  return out;
}

}  // namespace tp::xray
