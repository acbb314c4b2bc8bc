// JoinedPart is one of several traces that are joined. It owns the trace's reader, and translates what that returns to
// the numbers and times of the joined trace.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/decode/format.h"
#include "core/decode/held_batch.h"
#include "core/decode/state_record.h"
#include "core/trace/alignment.h"

namespace tp {

class JoinedPart {
 public:
  struct Tables {
    NameTable& names;
    TrackTable& tracks;
    WarningLog& warnings;
  };
  // `number` counts from 1. `files` is the index of each of the reader's files among those of the joined trace. The
  // tables are those of the joined trace, and must outlive the part.
  JoinedPart(std::unique_ptr<TraceReader> reader, uint32_t number, std::string name, std::vector<size_t> files,
             Tables into);
  JoinedPart(const JoinedPart&) = delete;
  JoinedPart& operator=(const JoinedPart&) = delete;

  // Sets the numbers of the part's first stream and first merge, as units of the joined trace. Must be called before
  // anything is decoded.
  void setUnits(uint32_t firstStream, uint32_t firstMerge);
  // Must be called before anything is translated. `shift` is in units of the common axis.
  void align(const Alignment& alignment, Time shift);

  TraceReader& reader() { return *reader_; }
  const TraceReader& reader() const { return *reader_; }
  const std::string& name() const { return name_; }
  uint32_t number() const { return number_; }
  const Alignment& alignment() const { return alignment_; }

  // Takes over the names, tracks and warnings that the reader has met since the last call.
  void sync();

  // Translate a time, or an id of the reader's. An id that is not known becomes kNoName, kNoTrack or file 0.
  Time time(Time theirs) const { return clampTime(alignment_.at(theirs)); }
  NameId name(NameId theirs) const { return theirs < names_.size() ? names_[theirs] : kNoName; }
  TrackId track(TrackId theirs) const { return theirs < tracks_.size() ? tracks_[theirs] : kNoTrack; }
  // Returns the reader's number for a track of the joined trace, which the reader gets if it has not met it; kNoTrack
  // if it is none of this part.
  TrackId trackInside(TrackId ours);
  size_t file(size_t theirs) const { return theirs < files_.size() ? files_[theirs] : 0; }

  // For the drivers of the part, which decode one after the other.
  BatchPool& batches() { return batches_; }

  // Translates what the reader has made; sync() must have been called since.
  void translate(const RecordBatch& theirs, RecordBatch& out) const;
  void translate(EventRow& row) const;

 private:
  void syncTracks();
  void addLife(TrackId theirs);
  void syncWarnings();
  Record translated(const Record& theirs) const;
  void translateState(const StateRecord& theirs, Time theirTime, Record& out) const;

  std::unique_ptr<TraceReader> reader_;
  uint32_t number_;
  std::string name_;
  std::vector<size_t> files_;
  Tables into_;
  BatchPool batches_;
  Alignment alignment_;
  bool aligned_ = false;
  TrackId heading_;
  std::vector<NameId> names_;    // by the reader's id
  std::vector<TrackId> tracks_;  // likewise
  std::vector<TrackKind> kinds_;
  uint64_t tracksVersion_ = 0;
  uint32_t firstStream_ = 0;
  uint32_t firstMerge_ = 0;
  uint64_t warningsVersion_ = 0;
  uint64_t openingTold_ = 0;  // how many of its warnings from opening were passed on
};

}  // namespace tp
