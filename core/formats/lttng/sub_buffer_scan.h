// Finds the sub-buffers of a tracefile one after the other, and skips damaged ones.
#pragma once

#include "core/formats/lttng/trace_files.h"
#include "core/io/warning_log.h"

namespace tp::lttng {

// Reads parts of a file through a buffer. Bytes that have been lent are not read at all.
class HeadWindow {
 public:
  explicit HeadWindow(const ByteSource& source) : source_(source) {}

  void lend(Bytes data, uint64_t offset);
  // Returns `length` bytes of the file, or fewer at its end. Reads `ahead` bytes if that is more. The result is valid
  // until the next call.
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
  // Sub-buffers with a version or byte order other than those of `like` count as damaged; once `file.first` is known,
  // so do those with another layout than that. `file` outlives this object.
  SubBufferScan(const TraceFile& file, const Layout& like);

  // Lends bytes of the file at `offset`, which are then not read again. They are used, and have to stay valid, until
  // the next lend().
  void lend(Bytes data, uint64_t offset);

  // Finds the first good sub-buffer from `at` on, which is where the one before ends. Returns false if there is none.
  // Skipped bytes are warned of; `warnings` may be null.
  bool next(uint64_t at, SubBuffer& header, SubBufferPlace& place, WarningLog* warnings);

  // Returns the TSC at the end of the file, by its last sub-buffer if that is found quickly. `file.first` must be
  // known.
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
  HeadWindow probe_;  // For looking at other places, without losing what window_ has read ahead.
  uint64_t size_;
  size_t ahead_ = kHeadBytes;
};

// Sets `file.first`, `file.firstPlace` and `file.endTsc`, by a few reads whatever the file's size. Bytes lost before
// the first sub-buffer are warned of. Returns false if there is no sub-buffer.
bool findEnds(TraceFile& file, const Layout& like, WarningLog& warnings);

// Reads the first good header of a file whose version is not known. If the file does not begin with one, it is searched
// for. If none is found, returns the state of what the file begins with.
HeaderState findFirst(const ByteSource& source, SubBuffer& out);

}  // namespace tp::lttng
