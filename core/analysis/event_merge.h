// EventMerge reads all records of a trace in the order of time, merging its streams.
#pragma once

#include <memory>
#include <vector>

#include "core/analysis/event_places.h"
#include "core/decode/held_batch.h"
#include "core/decode/record_driver.h"

namespace tp {

class EventMerge {
 public:
  // Merges `streams`; empty: all. `reader` and `files` must outlive the merge.
  EventMerge(TraceReader& reader, const FileSet& files, const std::vector<size_t>& streams = {});
  // Merges all streams from a place on, null: from the first row on, and notes further points of the streams. `places`
  // must outlive the merge. A stream is decoded only when its next row is reached.
  EventMerge(TraceReader& reader, const FileSet& files, EventPlaces& places, const EventPlaces::Place* from);
  ~EventMerge();

  // Moves to the next record that is a row of the event table. Returns false at the end. Records of equal times come in
  // the order of their streams.
  bool next();

  // Returns the record that next() moved to; valid until the next call of next().
  const Record& record() const { return *record_; }
  // Returns the number of the record's stream.
  size_t stream() const;
  // Returns the records that are drawn beside it, made from the same raw record; valid as long as record().
  Records derived() const;
  TraceReader& reader() const { return reader_; }
  const FileSet& files() const { return files_; }
  // Returns what the record begins or ends, apart from the slices of its stream.
  SpanMark span() const;
  // As StreamDecoder::rowName().
  NameId rowName() const;
  // Fills `row` with the description of the record.
  void describe(EventRow& row);
  // Of a merge that notes points: where the streams are, the record that next() moved to included.
  std::vector<EventPlaces::Head> heads() const;

 private:
  struct Source;
  // The next record of a stream. Of equal times, that of the stream with the lower number comes first.
  struct Head {
    Time time = 0;
    size_t stream = 0;
    Source* source = nullptr;
    bool earlier(Time than, size_t of) const { return time != than ? time < than : stream < of; }
  };

  void addStream(size_t stream);
  bool advance(Source& source);
  bool wake(Source& source);
  void notePoint(Source& source);
  void dropFirst();
  void sink(size_t at, Time time, size_t stream, Source* source);

  TraceReader& reader_;
  const FileSet& files_;
  EventPlaces* places_ = nullptr;  // null if no points are noted
  BatchPool batches_;
  std::vector<std::unique_ptr<Source>> sources_;
  std::vector<Head> heap_;  // the earliest first
  Source* current_ = nullptr;
  const Record* record_ = nullptr;
};

}  // namespace tp
