#include <algorithm>
#include <map>
#include <utility>

#include "core/formats/xray/basic_grid.h"
#include "core/formats/xray/basic_records.h"
#include "core/formats/xray/basic_repeats.h"
#include "core/formats/xray/buffer_checks.h"
#include "core/formats/xray/buffers.h"

namespace tp::xray {
namespace {

constexpr uint64_t kBlock = uint64_t{1} << 20;
// Logs whose threads take turns more often are not separated. In bytes for each run; kRunsAnyway runs are always
// allowed.
constexpr uint64_t kLeastRun = uint64_t{4} << 10;
constexpr uint64_t kRunsAnyway = 64;
// More threads are not separated.
constexpr size_t kMaxApart = size_t{1} << 14;

uint64_t endOf(const Extent& extent) {
  return extent.offset + extent.size;
}

std::vector<ThreadLog> inOnePiece(const BasicGrid& grid, const std::vector<BasicPart>& parts, bool cut) {
  ThreadLog all;
  all.allThreads = true;
  for (const BasicPart& part : parts) all.extents.push_back(part.extent);
  all.restLost = grid.restLost;
  for (const Extent& piece : grid.pieces)
    if (cut || grid.restLost || &piece != &grid.pieces.back()) all.cutsAt.push_back(endOf(piece));
  return {all};
}

// Consecutive records of one thread in a basic log.
struct Run {
  ThreadLog* thread;
  uint64_t offset;  // File offset of the first record.
};

// Clears the extents of threads that are due to damage: a thread writes many records at once, so it is not that of a
// single record amid another thread's, or of the two records that 16 damaged bytes may touch.
void leaveOutStrays(const std::vector<Run>& order, const std::string& path, WarningLog& warnings) {
  auto single = [&](size_t i) {
    const ThreadLog& one = *order[i].thread;
    return one.extents.size() == 1 && one.extents[0].size == kBasicRecord;
  };
  for (size_t i = 0; i < order.size() && order.size() > 1; ++i) {
    if (!single(i)) continue;
    size_t end = i + 1;
    if (end < order.size() && single(end)) ++end;
    const bool first = i == 0;
    const bool last = end == order.size();
    const bool amid = !first && !last && order[i - 1].thread == order[end].thread;
    // At the beginning and the end of the log, only the thread's number can tell.
    const bool unlikely = (first || last) && order[i].thread->tid > kMaxThreadIds &&
                          order[first ? std::min(end, order.size() - 1) : i - 1].thread->tid <= kMaxThreadIds;
    if (!amid && !unlikely) continue;
    if (amid) order[i - 1].thread->cutsAt.push_back(order[i].offset);
    for (size_t k = i; k < (amid ? end : i + 1); ++k) {
      warnings.add(path, order[k].offset, "a record of the thread that those around it are of",
                   "one of thread " + std::to_string(order[k].thread->tid) + ", which is left out");
      order[k].thread->extents.clear();
    }
  }
}

// Separates the threads.
class RunSearch {
 public:
  RunSearch(const FileEntry& file, const LogHeader& header, uint64_t size)
      : file_(file), header_(header), size_(size) {}

  // Takes a part behind those before. Returns false if the threads take turns too often.
  bool add(const BasicPart& part) {
    const Extent& piece = part.extent;
    const bool broken = part.broken && last_ != nullptr;
    if (broken) last_->cutsAt.push_back(endOf(last_->extents.back()));
    last_ = around_ = nullptr;
    for (uint64_t block = 0; block < piece.size; block += kBlock) {
      const std::vector<std::byte> bytes =
          readAll(*file_.source, piece.offset + block, std::min(kBlock, piece.size - block));
      for (size_t at = 0; bytes.size() - at >= kBasicRecord; at += kBasicRecord)
        if (!take(bytes.data() + at, piece.offset + block + at, broken && block + at == 0)) return false;
    }
    return true;
  }

  // Returns the threads. `cut`: the file ends within a record. `restLost`: what lies behind the pieces may be of any.
  // `forks`: a process with a single record is likely.
  std::vector<ThreadLog> finish(bool cut, bool restLost, bool forks, WarningLog& warnings) {
    if (!forks) leaveOutStrays(order_, file_.path, warnings);
    // Where the last thread is one that was left out, the one before it may have gone on.
    const auto run =
        std::find_if(order_.rbegin(), order_.rend(), [](const Run& one) { return !one.thread->extents.empty(); });
    if (cut && run != order_.rend()) run->thread->cutsAt.push_back(endOf(run->thread->extents.back()));
    std::vector<ThreadLog> out;
    for (auto& [key, thread] : threads_) {
      if (thread.extents.empty()) continue;
      if (restLost) thread.cutsAt.push_back(endOf(thread.extents.back()));
      std::sort(thread.cutsAt.begin(), thread.cutsAt.end());
      out.push_back(std::move(thread));
    }
    return out;
  }

 private:
  // Takes the next record; `broken`: behind bytes that are no records.
  bool take(const std::byte* record, uint64_t offset, bool broken) {
    BasicFields fields = readBasic(record, header_);
    // Damage is of nobody: it goes to the thread around it, which says that something is lost there.
    const bool sound = isSound(record, fields);
    if (!sound && around_ != nullptr) {
      fields.pid = around_->pid;
      fields.tid = around_->tid;
    }
    if (last_ != nullptr && last_->pid == fields.pid && last_->tid == fields.tid) {
      last_->extents.back().size += kBasicRecord;
      // A single record may be of a damaged thread.
      if (sound) around_ = last_;
      return true;
    }
    if (++runs_ > kRunsAnyway && runs_ > size_ / kLeastRun) return false;
    if (threads_.size() >= kMaxApart) return false;
    last_ = &threads_[{fields.pid, fields.tid}];
    last_->pid = fields.pid;
    last_->tid = fields.tid;
    // The bytes that are no records may have been of this thread as well as of the one before.
    if (broken && !last_->extents.empty()) last_->cutsAt.push_back(endOf(last_->extents.back()));
    last_->extents.push_back({offset, kBasicRecord});
    order_.push_back({last_, offset});
    return true;
  }

  const FileEntry& file_;
  const LogHeader& header_;
  const uint64_t size_;
  std::map<std::pair<int64_t, int64_t>, ThreadLog> threads_;
  ThreadLog *last_ = nullptr, *around_ = nullptr;
  std::vector<Run> order_;
  uint64_t runs_ = 0;
};

}  // namespace

std::vector<ThreadLog> findBasicRuns(const FileEntry& file, const LogHeader& header, WarningLog& warnings) {
  const uint64_t size = file.source->size();
  if (size <= LogHeader::kSize) return {};
  const BasicGrid grid = findBasicGrid(file, header, warnings);
  if (grid.pieces.empty()) return {};
  const uint64_t rest = grid.restLost ? 0 : grid.pieces.back().size % kBasicRecord;
  if (rest != 0) warnings.add(file.path, size - rest, "a whole record", "the end of the file");
  const bool large = size > kMaxLookedThrough;
  const std::vector<Extent> repeats = large ? std::vector<Extent>{} : findRepeats(file, header, grid, warnings);
  const std::vector<BasicPart> parts = withoutRepeats(grid, repeats);
  if (large) return inOnePiece(grid, parts, rest != 0);
  RunSearch search(file, header, size);
  for (const BasicPart& part : parts)
    if (!search.add(part)) return inOnePiece(grid, parts, rest != 0);
  return search.finish(rest != 0, grid.restLost, !repeats.empty(), warnings);
}

}  // namespace tp::xray
