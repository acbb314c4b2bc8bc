// All records of a trace in time order: a merge over its streams.
#pragma once

#include <memory>
#include <vector>

#include "core/decode/held_batch.h"
#include "core/decode/record_driver.h"

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
  // What is drawn beside it, of the same raw record; valid as long as that.
  Records derived() const;
  TraceReader& reader() const { return reader_; }
  const FileSet& files() const { return files_; }
  // What it begins or ends, beside the slices of its stream.
  SpanMark span() const;
  // As StreamDecoder has it.
  NameId rowName() const;
  // Fills `row` with its text.
  void describe(EventRow& row);

 private:
  struct Source;
  // The next record of a stream. On equal times, that of the stream listed first comes first.
  struct Head {
    Time time = 0;
    size_t stream = 0;
    Source* source = nullptr;
    bool earlier(Time than, size_t of) const { return time != than ? time < than : stream < of; }
  };

  bool advance(Source& source);
  void sink(size_t at, Time time, size_t stream, Source* source);

  TraceReader& reader_;
  const FileSet& files_;
  BatchPool batches_;
  std::vector<std::unique_ptr<Source>> sources_;
  std::vector<Head> heap_;  // the earliest first
  Source* current_ = nullptr;
  const Record* record_ = nullptr;
};

}  // namespace tp
