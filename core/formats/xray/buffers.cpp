#include "core/formats/xray/buffers.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <tuple>

#include "core/formats/xray/buffer_checks.h"
#include "core/formats/xray/shared.h"

namespace tp::xray {
namespace {

constexpr size_t kPreamble = 6 * kMetadataSize;
constexpr uint64_t kBlock = uint64_t{1} << 20;

// Reads the records with which a buffer begins: its thread and process, and its time. Damaged ones are skipped. Returns
// false if this is no buffer.
bool readPreamble(Bytes bytes, const LogHeader& header, FdrBuffer& out, WallAnchor& wall) {
  // The number of records that say to whom the buffer belongs and when it begins.
  const size_t most = header.version >= 3 ? 4 : 3;
  bool found = false;
  for (size_t i = 0; i < kPreamble / kMetadataSize && bytes.size() >= (i + 1) * kMetadataSize; ++i) {
    const size_t at = i * kMetadataSize;
    Kind kind = isMetadata(bytes[at], header.bits) ? metadataKind(bytes[at], header.bits) : Kind::EndOfBuffer;
    if (!found && kind != Kind::NewBuffer) return false;
    Cursor cursor(bytes.subspan(at + 1, kMetadataSize - 1), header.endian);
    if (kind == Kind::NewBuffer) {
      if (found) break;
      found = true;
      out.tid = out.pid = cursor.i32();
    } else if (kind == Kind::Pid) {
      out.pid = cursor.i32();
      out.hasPid = true;
    } else if (kind == Kind::NewCpu) {
      cursor.u16();
      out.firstTsc = wall.tsc = cursor.u64();
      out.hasTsc = true;
      break;
    } else if (kind == Kind::Walltime) {
      wall.seconds = cursor.u64();
      wall.micros = cursor.u32();
      out.wall = wall.seconds * 1000000 + wall.micros;
      // Buffers without a TSC are ordered by this time.
      out.firstTsc = out.wall;
    } else if (i >= most) {
      break;
    }
  }
  return found;
}

// Warns of the threads whose buffers are from `first` on.
void countBeyond(const std::vector<FdrBuffer>& buffers, size_t first, const std::string& file, WarningLog& warnings) {
  size_t more = 1;
  for (size_t i = first + 1; i < buffers.size(); ++i)
    more += buffers[i].pid != buffers[i - 1].pid || buffers[i].tid != buffers[i - 1].tid;
  warnings.add(file, buffers[first].extent.offset, "at most " + std::to_string(kMaxThreads) + " threads",
               std::to_string(more) + " more, which are left out");
}

std::vector<ThreadLog> perThread(std::vector<FdrBuffer> buffers, const std::string& file, WarningLog& warnings) {
  // What the clocks of two CPUs may differ by.
  constexpr uint64_t kSkew = uint64_t{1} << 24;
  compareBuffers(buffers, file, warnings);
  std::stable_sort(buffers.begin(), buffers.end(), [](const FdrBuffer& a, const FdrBuffer& b) {
    return std::tie(a.pid, a.tid, a.firstTsc) < std::tie(b.pid, b.tid, b.firstTsc);
  });
  std::vector<ThreadLog> threads;
  for (size_t i = 0; i < buffers.size(); ++i) {
    const FdrBuffer& buffer = buffers[i];
    if (threads.empty() || threads.back().pid != buffer.pid || threads.back().tid != buffer.tid) {
      if (threads.size() >= kMaxThreads) {
        countBeyond(buffers, i, file, warnings);
        return threads;
      }
      threads.push_back({false, buffer.pid, buffer.tid, {}, {}, {}, {}, false});
    } else if (buffer.hasTsc) {
      threads.back().latest.back() = buffer.firstTsc + kSkew;
    }
    threads.back().extents.push_back(buffer.extent);
    threads.back().latest.push_back(~uint64_t{0});
    if (buffer.lacks) threads.back().lacking.push_back(static_cast<uint32_t>(threads.back().extents.size() - 1));
    if (buffer.cut) threads.back().cutsAt.push_back(buffer.extent.offset + buffer.extent.size);
  }
  return threads;
}

class FdrSearch {
 public:
  FdrSearch(const FileEntry& file, const LogHeader& header, WarningLog& warnings)
      : file_(file), header_(header), warnings_(warnings), size_(file.source->size()), bufferSize_(settleSize()) {
    if (header.version == 1 && header.bufferSize != bufferSize_ && bufferSize_ < size_)
      warnings.add(file.path, 16, "buffers of " + std::to_string(header.bufferSize) + " bytes",
                   std::to_string(bufferSize_));
  }

  std::vector<FdrBuffer> run(WallAnchor& wall) {
    std::vector<FdrBuffer> buffers;
    bool told = false;
    for (uint64_t at = LogHeader::kSize; at < size_ && size_ - at >= kMetadataSize;) {
      std::vector<std::byte> head = readAll(*file_.source, at, kPreamble);
      FdrBuffer buffer;
      WallAnchor anchor;
      bool good = header_.version == 1 ? fixedSize(head, at, buffer, anchor) : withExtents(head, at, buffer, anchor);
      uint64_t next;
      if (good) {
        if (buffer.extent.size > 0) buffers.push_back(buffer);
        if (wall.seconds == 0 && anchor.tsc > 0) wall = anchor;
        next = buffer.extent.offset + buffer.extent.size;
      } else {
        if (!told) warnings_.add(file_.path, at, "the beginning of a buffer", "something else");
        told = true;
        next = header_.version == 1 ? at + bufferSize() : nextBuffer(at + 1);
      }
      at = std::max(next, at + 1);
    }
    return buffers;
  }

 private:
  uint64_t bufferSize() const { return bufferSize_; }

  // Version 1: returns the size of all buffers, which is the one in the header, unless the place of the second buffer
  // contradicts it.
  uint64_t settleSize() const {
    // This many buffers in a row may have a damaged beginning.
    constexpr uint64_t kMaxPassedOver = 4;
    constexpr uint64_t kMaxSize = uint64_t{1} << 20;
    constexpr size_t kBeginning = 2 * kMetadataSize;
    const uint64_t said =
        std::clamp<uint64_t>(header_.bufferSize, kMetadataSize, std::max(size_, uint64_t{kMetadataSize}));
    if (header_.version != 1) return said;
    auto begins = [&](Bytes head) {
      FdrBuffer ignored;
      WallAnchor wall;
      return head.size() == kBeginning && isMetadata(head[kMetadataSize], header_.bits) &&
             metadataKind(head[kMetadataSize], header_.bits) == Kind::Walltime &&
             readPreamble(head, header_, ignored, wall);
    };
    const std::vector<std::byte> data = readAll(*file_.source, LogHeader::kSize, kMaxSize);
    for (size_t at = kMetadataSize; at + kBeginning <= data.size(); at += kFunctionSize) {
      if (!begins(Bytes(data).subspan(at, kBeginning))) continue;
      return at % said == 0 && at / said <= kMaxPassedOver ? said : at;
    }
    return said;
  }

  // Version 1: bytes after the end-of-buffer record are not used.
  bool fixedSize(Bytes head, uint64_t at, FdrBuffer& out, WallAnchor& wall) const {
    out.extent = {at, std::min(bufferSize(), size_ - at)};
    return readPreamble(head, header_, out, wall);
  }

  bool isExtents(Bytes head) const {
    return head.size() >= kMetadataSize && isMetadata(head[0], header_.bits) &&
           metadataKind(head[0], header_.bits) == Kind::Extents;
  }

  // Returns whether a length that is not the actual one looks damaged: in one bit, or longer than the file. (Some sizes
  // of what is cut out of a buffer look like one bit as well.)
  static bool isDamaged(uint64_t length, uint64_t actual, uint64_t left) {
    return std::has_single_bit(length ^ actual) || length > left;
  }

  bool withExtents(Bytes head, uint64_t at, FdrBuffer& out, WallAnchor& wall) const {
    if (head.size() < kMetadataSize) return false;
    bool sized = isExtents(head);
    uint64_t length = Cursor(head.subspan(1), header_.endian).u64();
    uint64_t left = size_ - at - kMetadataSize;
    out.extent = {at + kMetadataSize, std::min(length, left)};
    if (sized && length == 0 && (left == 0 || isExtents(readAll(*file_.source, at + kMetadataSize, kMetadataSize))))
      return true;  // An unused buffer.
    if (!readPreamble(head.subspan(kMetadataSize), header_, out, wall)) return false;
    // A buffer is followed by the next one; otherwise its length is damaged. A length that exceeds the size of buffers
    // may reach over another buffer.
    bool likely = sized && (header_.bufferSize < kMetadataSize || length <= header_.bufferSize);
    bool leads = likely && (length == left || (length < left && isBuffer(at + kMetadataSize + length)));
    if (leads) return true;
    uint64_t next = nextBuffer(at + 1);
    // The last buffer of a log that was cut.
    if (sized && length > left && next == size_) {
      warnings_.add(file_.path, at, "a buffer of " + std::to_string(length) + " bytes", std::to_string(left));
      out.cut = true;
      return true;
    }
    out.extent.size = next - out.extent.offset;
    if (sized && length == out.extent.size) return true;
    // Nothing in the records tells where the missing ones were, and times are counted from record to record.
    out.lacks = likely && length > out.extent.size && !isDamaged(length, out.extent.size, left);
    if (out.lacks) {
      warnings_.add(file_.path, at, "a buffer of " + std::to_string(length) + " bytes",
                    "the next one after " + std::to_string(out.extent.size) +
                        ": some are missing, nobody knows where, so that its records are left out");
      return true;
    }
    warnings_.add(file_.path, at, sized ? "a buffer of " + std::to_string(length) + " bytes" : "the size of a buffer",
                  "the next one, or the end of the log, after " + std::to_string(out.extent.size));
    return true;
  }

  // Returns whether a buffer begins here. Either its size or its first records may be damaged, but not both.
  bool isBuffer(uint64_t at) const {
    FdrBuffer ignored;
    WallAnchor wall;
    std::vector<std::byte> head = readAll(*file_.source, at, kPreamble);
    const uint64_t length = Cursor(Bytes(head).subspan(std::min<size_t>(head.size(), 1)), header_.endian).u64();
    const bool sized = isExtents(head) && length <= size_ - at - kMetadataSize &&
                       (header_.bufferSize < kMetadataSize || length <= header_.bufferSize);
    return sized ||
           (head.size() > kMetadataSize && readPreamble(Bytes(head).subspan(kMetadataSize), header_, ignored, wall));
  }

  // Returns where the next buffer with a size and intact first records begins; the end of the file if there is none.
  uint64_t nextBuffer(uint64_t at) const {
    for (; at < size_; at += kBlock) {
      // The block includes the first records of a buffer that begins at its end.
      const std::vector<std::byte> block = readAll(*file_.source, at, kBlock + kPreamble);
      const size_t found = bufferIn(block, std::min<size_t>(block.size(), kBlock));
      if (found < block.size()) return at + found;
      if (block.size() < kBlock) break;
    }
    return size_;
  }

  // Returns the position of the first such buffer that begins before `end`; block.size() if there is none.
  size_t bufferIn(Bytes block, size_t end) const {
    const uint8_t kind = static_cast<uint8_t>(Kind::Extents);
    const int mark = header_.bits == Bits::FromLow ? kind << 1 | 1 : 0x80 | kind;
    for (size_t at = 0; at < end; ++at) {
      const void* found = std::memchr(block.data() + at, mark, end - at);
      if (found == nullptr) break;
      at = static_cast<size_t>(static_cast<const std::byte*>(found) - block.data());
      FdrBuffer ignored;
      WallAnchor wall;
      const Bytes head = block.subspan(at, std::min(kPreamble, block.size() - at));
      if (isExtents(head) && readPreamble(head.subspan(kMetadataSize), header_, ignored, wall)) return at;
    }
    return block.size();
  }

  const FileEntry& file_;
  const LogHeader& header_;
  WarningLog& warnings_;
  uint64_t size_;
  uint64_t bufferSize_;
};

}  // namespace

std::vector<ThreadLog> findFdrBuffers(const FileEntry& file, const LogHeader& header, WallAnchor& wall,
                                      WarningLog& warnings) {
  return perThread(FdrSearch(file, header, warnings).run(wall), file.path, warnings);
}

}  // namespace tp::xray
