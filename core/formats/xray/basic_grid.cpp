#include "core/formats/xray/basic_grid.h"

#include <algorithm>

#include "core/formats/xray/basic_records.h"
#include "core/formats/xray/buffer_checks.h"

namespace tp::xray {
namespace {

constexpr uint64_t kBlock = uint64_t{1} << 20;
// This many records in a row show that records lie there, or all up to the end of the file, if these are kLeast.
constexpr size_t kShown = 4, kLeast = 2;
// More pieces are not separated.
constexpr size_t kMaxPieces = 4096;

// Returns whether one record may follow the other: of the same process, and near it in time.
bool mayFollow(const BasicFields& before, const BasicFields& next) {
  constexpr uint64_t kLongPause = uint64_t{1} << 46;
  if (before.pid != next.pid) return false;
  if (before.type != kBasicFunction || next.type != kBasicFunction) return true;
  return (before.tsc > next.tsc ? before.tsc - next.tsc : next.tsc - before.tsc) < kLongPause;
}

// Reads a file from front to back.
class Window {
 public:
  explicit Window(const ByteSource& source) : source_(source) {}

  // Returns up to `count` bytes, at most kBlock, from `at` on, fewer only at the end of the file. Valid until the next
  // call.
  Bytes at(uint64_t at, size_t count) {
    if (at < from_ || at + count > from_ + bytes_.size()) {
      // What lies just before is looked at again.
      from_ = at - std::min<uint64_t>(at, kShown * kBasicRecord);
      bytes_ = readAll(source_, from_, kBlock + kShown * kBasicRecord);
      source_.adviseDontNeed(from_, bytes_.size());
    }
    const auto begin = std::min<size_t>(static_cast<size_t>(at - from_), bytes_.size());
    return Bytes(bytes_).subspan(begin, std::min(count, bytes_.size() - begin));
  }

 private:
  const ByteSource& source_;
  uint64_t from_ = 0;
  std::vector<std::byte> bytes_;
};

class GridSearch {
 public:
  GridSearch(const ByteSource& source, const LogHeader& header)
      : header_(header), size_(source.size()), window_(source) {}

  uint64_t size() const { return size_; }

  bool isRecord(uint64_t at) {
    const Bytes bytes = window_.at(at, kBasicRecord);
    return bytes.size() == kBasicRecord && isSound(bytes.data(), readBasic(bytes.data(), header_));
  }

  // Returns whether several records in a row begin at `at`.
  bool areRecords(uint64_t at) {
    const Bytes bytes = window_.at(at, kShown * kBasicRecord);
    BasicFields before;
    size_t count = 0;
    for (; bytes.size() >= (count + 1) * kBasicRecord; ++count) {
      const std::byte* here = bytes.data() + count * kBasicRecord;
      const BasicFields fields = readBasic(here, header_);
      if (!isSound(here, fields) || fields.tid > kMaxThreadIds || (count > 0 && !mayFollow(before, fields)))
        return false;
      before = fields;
    }
    return count >= kLeast;
  }

  // Returns where the next records begin from `at` on; the end of the file if there are none. `before`: where a record
  // before it lies, or 0.
  uint64_t nextRecords(uint64_t at, uint64_t before) {
    auto fits = [&](uint64_t place) {
      return place + kLeast * kBasicRecord <= size_ && areRecords(place) &&
             (before == 0 || mayFollow(fieldsAt(before), fieldsAt(place)));
    };
    while (at + kLeast * kBasicRecord <= size_ && !fits(at)) at += std::max<uint64_t>(1, zerosAt(at));
    if (at + kLeast * kBasicRecord > size_) return size_;
    // A byte beside, records look alike, as most of their bytes are zeros; but the ids of threads are larger there.
    uint64_t best = at;
    for (uint64_t beside = at + 1; beside < at + kBasicRecord; ++beside)
      if (fits(beside) && fieldsAt(beside).tid < fieldsAt(best).tid) best = beside;
    return best;
  }

  // Returns how many bytes from `at` on begin no record, because all of their records are zeros; 0 is not exact.
  uint64_t zerosAt(uint64_t at) {
    constexpr size_t kLooked = 4096;
    const Bytes bytes = window_.at(at, kLooked);
    const auto other = std::find_if(bytes.begin(), bytes.end(), [](std::byte one) { return one != std::byte{0}; });
    const auto zeros = static_cast<uint64_t>(other - bytes.begin());
    return zeros >= kBasicRecord ? zeros - kBasicRecord + 1 : 0;
  }

  // Whether the record at `at` is seen a byte beside where it lies: it does not follow those before it in its piece,
  // and records that do begin within it.
  bool isBeside(uint64_t begin, uint64_t at) {
    for (uint64_t back : {kBasicRecord, 2 * kBasicRecord}) {
      if (at < begin + back || mayFollow(fieldsAt(at - back), fieldsAt(at))) continue;
      for (uint64_t place = at + 1; place < at + kBasicRecord; ++place)
        if (areRecords(place) && mayFollow(fieldsAt(at - back), fieldsAt(place)) &&
            fieldsAt(place).tid < fieldsAt(at).tid)
          return true;
    }
    return false;
  }

  // Whether the record at `at` is of another thread than the one before it in its piece: the bytes where something was
  // cut out may look like a record.
  bool isAlone(uint64_t begin, uint64_t at) {
    if (at < begin + kBasicRecord) return false;
    const BasicFields before = fieldsAt(at - kBasicRecord), fields = fieldsAt(at);
    return before.tid != fields.tid || before.pid != fields.pid;
  }

 private:
  // A whole record must be there.
  BasicFields fieldsAt(uint64_t at) { return readBasic(window_.at(at, kBasicRecord).data(), header_); }

  const LogHeader& header_;
  const uint64_t size_;
  Window window_;
};

// Returns whether the last records of the file are in step with the first.
bool endsInStep(GridSearch& search) {
  const uint64_t records = (search.size() - LogHeader::kSize) / kBasicRecord;
  return records > kShown && search.areRecords(LogHeader::kSize + (records - kShown) * kBasicRecord);
}

}  // namespace

BasicGrid findBasicGrid(const FileEntry& file, const LogHeader& header, WarningLog& warnings) {
  const uint64_t size = file.source->size();
  GridSearch search(*file.source, header);
  BasicGrid grid;
  uint64_t begin = LogHeader::kSize;
  uint64_t at = size > kMaxLookedThrough && endsInStep(search) ? size : begin;
  while (at + kBasicRecord <= size) {
    if (search.isRecord(at) && !search.isBeside(begin, at)) {
      at += kBasicRecord;
      continue;
    }
    // The last record before may be damaged as well.
    const uint64_t before = at >= begin + 2 * kBasicRecord ? at - 2 * kBasicRecord : 0;
    uint64_t next = search.nextRecords(at + 1, before);
    if (next == size && before != 0) next = search.nextRecords(at + 1, 0);  // after hours, perhaps
    // A damaged record that is in step is left to the decoder, and so are the last ones.
    if (next < size && (next - at) % kBasicRecord == 0) {
      at = next;
      continue;
    }
    if (next == size && size - at < kShown * kBasicRecord) break;
    uint64_t end = at;
    if (end > begin && search.isAlone(begin, end - kBasicRecord)) end -= kBasicRecord;
    const bool lost = next == size || grid.pieces.size() + 1 >= kMaxPieces;
    const uint64_t skipped = (lost ? size : next) - end;
    warnings.add(file.path, end, "a record of a function",
                 lost ? std::to_string(skipped) +
                            " bytes that are none, up to the end: what follows is lost for every "
                            "thread"
                      : std::to_string(skipped) + " bytes that are none, behind which records go on out of step");
    if (end > begin) grid.pieces.push_back({begin, end - begin});
    if (lost) {
      grid.restLost = true;
      return grid;
    }
    begin = at = next;
  }
  grid.pieces.push_back({begin, size - begin});
  return grid;
}

}  // namespace tp::xray
