// Which calls of a thread are open, by the records that began them: for cuts that keep calls over their edges whole.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/decode/record.h"

namespace tp {

class OpenCalls {
 public:
  // Where the record that began a call is: Record::ref and Record::size.
  struct Place {
    uint64_t ref = 0;
    uint32_t size = 0;  // 0: its beginning was not recorded
  };

  // Outermost first; valid until the next change.
  std::span<const Place> places() const { return open_; }
  // Records were lost: which calls ended meanwhile is not known.
  void clear() { open_.clear(); }
  // Takes the next record of the thread's track.
  void take(const Record& record) {
    if (record.kind == RecordKind::Begin || ends(record)) open_.resize(record.depth);
    if (record.kind == RecordKind::Begin) open_.push_back({record.ref, record.size});
  }
  // The same, but calls that begin are not noted any more. Returns whether the record is the end of one that was open.
  bool takeEnd(const Record& record) {
    if (record.depth >= open_.size() || (record.kind != RecordKind::Begin && !ends(record))) return false;
    open_.resize(record.depth);
    return record.kind == RecordKind::End;
  }

 private:
  bool ends(const Record& record) const {
    return (record.kind == RecordKind::End || record.kind == RecordKind::Cut) && record.depth < open_.size();
  }

  std::vector<Place> open_;
};

}  // namespace tp
