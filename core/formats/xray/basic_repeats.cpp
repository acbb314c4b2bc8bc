#include "core/formats/xray/basic_repeats.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/formats/xray/basic_records.h"

namespace tp::xray {
namespace {

constexpr uint64_t kBlock = uint64_t{1} << 20;

using Key = std::pair<int64_t, int64_t>;  // Process and thread.

// Calls `take(record, offset)` with the bytes of each record, until it returns false.
template <class Take>
void eachRecord(const FileEntry& file, const BasicGrid& grid, const Take& take) {
  for (const Extent& piece : grid.pieces)
    for (uint64_t block = 0; block < piece.size; block += kBlock) {
      const std::vector<std::byte> bytes =
          readAll(*file.source, piece.offset + block, std::min(kBlock, piece.size - block));
      for (size_t at = 0; bytes.size() - at >= kBasicRecord; at += kBasicRecord)
        if (!take(bytes.data() + at, piece.offset + block + at)) return;
    }
}

// Returns whether the records of a thread go back in time, or whether, behind those of others, they begin at the time
// of its last one: only there may any be repeated.
bool mayRepeat(const FileEntry& file, const LogHeader& header, const BasicGrid& grid) {
  // Of more threads, records are not compared.
  constexpr size_t kMaxThreads = size_t{1} << 14;
  std::map<Key, uint64_t> threads;  // TSC of the last record.
  Key before(-1, -1);
  uint64_t* last = nullptr;
  bool found = false;
  eachRecord(file, grid, [&](const std::byte* at, uint64_t) {
    const BasicFields fields = readBasic(at, header);
    if (!isSound(at, fields) || fields.type != kBasicFunction) return true;
    const Key key(fields.pid, fields.tid);
    const bool begins = std::exchange(before, key) != key;
    if (begins) last = &threads[key];
    found = fields.tsc < *last || (begins && fields.tsc == *last);
    *last = fields.tsc;
    return !found && threads.size() <= kMaxThreads;
  });
  return found;
}

// Compares the records of each thread with those before them.
class Comparing {
 public:
  Comparing(const FileEntry& file, const LogHeader& header, WarningLog& warnings)
      : file_(file), header_(header), warnings_(warnings) {}

  void take(const std::byte* at, uint64_t offset) {
    const BasicFields fields = readBasic(at, header_);
    if (!isSound(at, fields)) return;
    const Key key(fields.pid, fields.tid);
    const bool begins = std::exchange(before_, key) != key;
    Thread& thread = threads_[key];
    if (isNext(thread, at)) {
      ++thread.next;
      return add(offset);
    }
    thread.next = kNowhere;
    if (fields.type == kBasicFunction && (fields.tsc < thread.latest || (begins && fields.tsc == thread.latest))) {
      if (const size_t place = placeOf(thread, fields.tsc, at); place != kNowhere) {
        thread.next = place + 1;
        return add(offset);
      }
    }
    if (fields.type == kBasicFunction) {
      thread.latest = std::max(thread.latest, fields.tsc);
      thread.places.try_emplace(fields.tsc, thread.kept.size());
    }
    Kept kept;
    kept.begins = begins;
    std::memcpy(kept.record, at, kBasicRecord);
    thread.kept.push_back(kept);
  }

  std::vector<Extent> finish() {
    for (const Extent& extent : found_) {
      const uint64_t count = extent.size / kBasicRecord;
      warnings_.add(file_.path, extent.offset, "records that stand once",
                    std::to_string(count) + (count == 1 ? " record" : " records") +
                        " for the second time, as a program that forks writes them; left out");
    }
    return std::move(found_);
  }

 private:
  static constexpr size_t kNowhere = ~size_t{0};

  struct Kept {
    std::byte record[kBasicRecord];
    bool begins = false;  // The record before it in the file is of another thread.
  };
  struct Thread {
    std::vector<Kept> kept;
    std::unordered_map<uint64_t, size_t> places;  // Position of the first record of a time.
    uint64_t latest = 0;
    size_t next = kNowhere;  // Position of the record that comes next if what is repeated goes on.
  };

  static bool isAt(const Thread& thread, size_t position, const std::byte* at) {
    return position < thread.kept.size() && std::memcmp(thread.kept[position].record, at, kBasicRecord) == 0;
  }
  static bool isNext(const Thread& thread, const std::byte* at) {
    return thread.next != kNowhere && isAt(thread, thread.next, at);
  }

  // Returns where the same record is among those of its time. On a coarse clock, a call may be as another one of the
  // same time. So where time does not go back, what is repeated has to be what a thread began with.
  static size_t placeOf(const Thread& thread, uint64_t tsc, const std::byte* at) {
    constexpr size_t kCompared = 64;
    const auto found = thread.places.find(tsc);
    if (found == thread.places.end()) return kNowhere;
    for (size_t place = found->second; place < found->second + kCompared; ++place)
      if (isAt(thread, place, at)) return tsc < thread.latest || thread.kept[place].begins ? place : kNowhere;
    return kNowhere;
  }

  void add(uint64_t offset) {
    if (!found_.empty() && found_.back().offset + found_.back().size == offset)
      found_.back().size += kBasicRecord;
    else
      found_.push_back({offset, kBasicRecord});
  }

  const FileEntry& file_;
  const LogHeader& header_;
  WarningLog& warnings_;
  std::map<Key, Thread> threads_;
  Key before_ = {-1, -1};
  std::vector<Extent> found_;
};

}  // namespace

std::vector<Extent> findRepeats(const FileEntry& file, const LogHeader& header, const BasicGrid& grid,
                                WarningLog& warnings) {
  if (!mayRepeat(file, header, grid)) return {};
  Comparing comparing(file, header, warnings);
  eachRecord(file, grid, [&](const std::byte* at, uint64_t offset) {
    comparing.take(at, offset);
    return true;
  });
  return comparing.finish();
}

std::vector<BasicPart> withoutRepeats(const BasicGrid& grid, const std::vector<Extent>& repeats) {
  std::vector<BasicPart> out;
  auto repeat = repeats.begin();
  for (const Extent& piece : grid.pieces) {
    bool broken = &piece != &grid.pieces.front();
    uint64_t at = piece.offset;
    const uint64_t end = piece.offset + piece.size;
    for (; repeat != repeats.end() && repeat->offset < end; ++repeat) {
      if (repeat->offset > at) out.push_back({{at, repeat->offset - at}, std::exchange(broken, false)});
      at = repeat->offset + repeat->size;
    }
    if (end > at) out.push_back({{at, end - at}, broken});
  }
  return out;
}

}  // namespace tp::xray
