// All records of a trace in time order: a merge over its streams.
#pragma once

#include <memory>
#include <vector>

#include "core/index/record_driver.h"

namespace tp {

class EventMerge {
 public:
  // `streams` empty: all. The reader and the files outlive the merge.
  EventMerge(TraceReader& reader, const FileSet& files, const std::vector<size_t>& streams = {});
  ~EventMerge();

  // The next record that is a row of the event table, or false at the end. Equal times come in the order of streams.
  bool next();

  // Of the record that next() moved to; valid until the next next().
  const Record& record() const { return *record_; }
  size_t stream() const;
  // Fills `row` with its text.
  void describe(EventRow& row);

 private:
  struct Source;

  bool advance(Source& source);

  const FileSet& files_;
  std::vector<std::unique_ptr<Source>> sources_;
  std::vector<Source*> heap_;
  Source* current_ = nullptr;
  const Record* record_ = nullptr;
};

}  // namespace tp
