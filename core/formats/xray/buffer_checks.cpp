#include "core/formats/xray/buffer_checks.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tp::xray {
namespace {

bool isLikely(int64_t id) {
  return id > 0 && id <= kMaxThreadIds;
}

// A log is of one process, or of a child with what it inherited from its parent. A thread belongs to one process only.
void comparePids(std::vector<FdrBuffer>& buffers, const std::string& file, WarningLog& warnings) {
  std::map<int64_t, size_t> votes;
  std::map<int64_t, std::map<int64_t, size_t>> ofThread;
  for (const FdrBuffer& buffer : buffers) {
    if (!buffer.hasPid) continue;
    ++votes[buffer.pid];
    ++ofThread[buffer.tid][buffer.pid];
  }
  auto byVotes = [](const auto& a, const auto& b) { return a.second < b.second; };
  auto most = std::max_element(votes.begin(), votes.end(), byVotes);
  if (most == votes.end()) return;
  for (FdrBuffer& buffer : buffers) {
    if (!buffer.hasPid) {
      buffer.pid = most->first;
      continue;
    }
    const auto& own = ofThread[buffer.tid];
    int64_t pid = buffer.pid;
    if (own.size() > 1) {
      pid = std::max_element(own.begin(), own.end(), byVotes)->first;
    } else if (!isLikely(buffer.pid) && isLikely(most->first)) {
      pid = most->first;
    }
    if (pid == buffer.pid) continue;
    warnings.add(file, buffer.extent.offset, "a buffer of process " + std::to_string(pid),
                 "one of process " + std::to_string(buffer.pid) + "; it is taken for that one's");
    buffer.pid = pid;
  }
}

void compareTids(const std::vector<FdrBuffer>& buffers, const std::string& file, WarningLog& warnings) {
  auto likely = [](const FdrBuffer& buffer) { return isLikely(buffer.tid); };
  if (std::none_of(buffers.begin(), buffers.end(), likely)) return;
  for (const FdrBuffer& buffer : buffers)
    if (!likely(buffer))
      warnings.add(file, buffer.extent.offset, "a thread of a number like those of the others",
                   std::to_string(buffer.tid));
}

// Removes single buffers whose TSC is hours away from all others, although their wall-clock time is not.
void leaveOutLeaps(std::vector<FdrBuffer>& buffers, const std::string& file, WarningLog& warnings) {
  constexpr uint64_t kLongPause = uint64_t{1} << 46;
  constexpr uint64_t kHour = uint64_t{3600} * 1000000;
  auto distance = [](uint64_t a, uint64_t b) { return a > b ? a - b : b - a; };
  std::vector<const FdrBuffer*> byTime;
  for (const FdrBuffer& buffer : buffers)
    if (buffer.hasTsc) byTime.push_back(&buffer);
  if (byTime.size() < 3) return;
  std::stable_sort(byTime.begin(), byTime.end(),
                   [](const FdrBuffer* a, const FdrBuffer* b) { return a->firstTsc < b->firstTsc; });
  std::set<uint64_t> out;
  for (size_t i = 0; i < byTime.size(); ++i) {
    const FdrBuffer& one = *byTime[i];
    auto leaps = [&](const FdrBuffer& other) {
      return distance(one.firstTsc, other.firstTsc) > kLongPause && distance(one.wall, other.wall) < kHour;
    };
    bool alone = (i == 0 || leaps(*byTime[i - 1])) && (i + 1 == byTime.size() || leaps(*byTime[i + 1]));
    if (alone) out.insert(one.extent.offset);
  }
  // If most buffers leap, the others need not be right.
  if (2 * out.size() >= byTime.size()) return;
  for (uint64_t offset : out)
    warnings.add(file, offset, "a time near those of the other buffers", "one hours from them; the buffer is left out");
  std::erase_if(buffers, [&](const FdrBuffer& buffer) { return out.count(buffer.extent.offset) != 0; });
}

// Warns if the buffers of a thread have another order by TSC than by wall-clock time.
void compareTimes(const std::vector<FdrBuffer>& buffers, const std::string& file, WarningLog& warnings) {
  std::vector<const FdrBuffer*> byTime;
  for (const FdrBuffer& buffer : buffers)
    if (buffer.hasTsc && buffer.wall != 0) byTime.push_back(&buffer);
  std::stable_sort(byTime.begin(), byTime.end(), [](const FdrBuffer* a, const FdrBuffer* b) {
    return std::tie(a->pid, a->tid, a->firstTsc) < std::tie(b->pid, b->tid, b->firstTsc);
  });
  for (size_t i = 1; i < byTime.size(); ++i) {
    const FdrBuffer &before = *byTime[i - 1], &one = *byTime[i];
    if (before.pid == one.pid && before.tid == one.tid && one.wall < before.wall)
      warnings.add(file, one.extent.offset, "a buffer that is as late by the TSC as by the clock on the wall",
                   "one that is not, or the one before it in time is not");
  }
}

}  // namespace

void compareBuffers(std::vector<FdrBuffer>& buffers, const std::string& file, WarningLog& warnings) {
  comparePids(buffers, file, warnings);
  compareTids(buffers, file, warnings);
  leaveOutLeaps(buffers, file, warnings);
  compareTimes(buffers, file, warnings);
}

}  // namespace tp::xray
