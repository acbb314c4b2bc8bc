// Finds the sub-buffers of a tracefile one after the other, past damaged ones.
#pragma once

#include "core/formats/lttng/trace_files.h"
#include "core/io/warning_log.h"

namespace tp::lttng {

// Reads ahead where the next thing wanted is near, and not at all where it has been lent.
class HeadWindow {
 public:
  explicit HeadWindow(const ByteSource& source) : source_(source) {}

  void lend(Bytes data, uint64_t offset);
  // Fewer than `length` at the end of the file only.
  Bytes at(uint64_t offset, size_t length, size_t ahead);

 private:
  const ByteSource& source_;
  uint64_t base_ = 0;
  std::vector<std::byte> bytes_;
  uint64_t lentBase_ = 0;
  Bytes lent_;
};

class SubBufferScan {
 public:
  // Sub-buffers of another version or byte order than `like` count as damaged, and once `file.first` is known, those
  // of another layout than that. `file` outlives the scan.
  SubBufferScan(const TraceFile& file, const Layout& like);

  // Bytes of the file at `offset`, which are not read again as long as they are valid: until the next call.
  void lend(Bytes data, uint64_t offset);

  // The first good sub-buffer from `at` on, which is where the one before ends; false: there is none. What is skipped
  // is a warning.
  bool next(uint64_t at, SubBuffer& header, SubBufferPlace& place, WarningLog* warnings);

  // When the file ends, once `file.first` is known: by the last sub-buffer, where that is found at once.
  uint64_t endTsc();

 private:
  bool firstKnown() const { return file_.firstPlace.next > 0; }
  HeaderState read(uint64_t at, SubBuffer& out) { return judge(window_.at(at, kHeadBytes, ahead_), out); }
  HeaderState judge(Bytes head, SubBuffer& out) const;
  bool damagedAlone(uint64_t at, const SubBuffer& header);
  uint64_t endOf(uint64_t at, const SubBuffer& header, WarningLog* warnings);
  uint64_t likelyWithin(uint64_t at, const SubBuffer& header, uint64_t end);
  uint64_t afterDamage(uint64_t at, uint64_t declared);
  uint64_t nextHeader(uint64_t at, uint64_t end);
  bool goodAt(uint64_t at);
  void warn(WarningLog* warnings, uint64_t at, std::string expected, std::string found) const;

  const TraceFile& file_;
  const Layout like_;
  HeadWindow window_;
  HeadWindow probe_;  // for looks elsewhere, which must not cost what was read ahead
  uint64_t size_;
  size_t ahead_ = kHeadBytes;
};

// Fills `file.first`, `file.firstPlace` and `file.endTsc`, by a few reads whatever the size; what is lost before the
// first sub-buffer is a warning. False: there is none.
bool findEnds(TraceFile& file, const Layout& like, WarningLog& warnings);

// The first good header of a file whose version is not known, which is searched for where the file does not begin with
// one. Of another version or none: whatever was found at its beginning.
HeaderState findFirst(const ByteSource& source, SubBuffer& out);

}  // namespace tp::lttng
