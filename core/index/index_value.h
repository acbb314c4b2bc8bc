// The index of a trace as a value: parts of a megabyte or so, one after the other, so that nobody needs memory for all
// of them at once, and a front end can go on between two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/index/trace_index.h"
#include "core/io/wire.h"

namespace tp {

// Numbers of names and tracks are those of wholeVocabulary(), so the bytes do not depend on the order in which workers
// sent what they had.
class IndexValueWriter {
 public:
  // All must be indexed. What is added to the index later, or by TraceIndex::addLane(), is left out. It must outlive
  // the writer.
  explicit IndexValueWriter(const TraceIndex& index);

  // Appends the next part to `out`. Returns false after the last.
  bool next(WireWriter& out);
  // What the index's numbers are in the value. Valid once next() was called.
  const NumberMap& numbers() const { return numbers_; }

 private:
  void writeStart(WireWriter& out);
  bool writeMarks(WireWriter& out);

  const TraceIndex& index_;
  NumberMap numbers_;
  std::vector<uint32_t> lanes_;  // positions in TraceIndex::lanes(), in the order of the value
  bool begun_ = false;
  size_t lane_ = 0;  // in lanes_
  bool inLane_ = false;
  int level_ = 0;    // of its next marks; kLevels + 1: the tail
  size_t from_ = 0;  // its first mark that was not written
  std::vector<Mark> told_;
};

class IndexValueReader {
 public:
  // `index` must be empty, and outlive the reader. Which worker has a stream, TraceIndex::readOpened() tells.
  explicit IndexValueReader(TraceIndex& index) : index_(index) {}

  // Takes the next part. Returns false if it is something else; the index is then to be dropped.
  bool take(WireReader& in);

 private:
  bool readStart(WireReader& in);
  bool readLane(WireReader& in);
  bool readMarks(WireReader& in);

  TraceIndex& index_;
  bool begun_ = false;
  NumberMap names_;       // by which what is no name becomes kNoName
  Lane* lane_ = nullptr;  // whose marks are read
};

}  // namespace tp
