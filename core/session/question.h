// A Question is what a view asks of all workers at once (Session::ask). Each worker answers it for its streams by a
// Job, and the parts of the answer come together here. A view keeps its question, and looks whether it is done.
#pragma once

#include <cstdint>
#include <vector>

#include "core/index/trace_index.h"
#include "core/io/wire.h"
#include "core/session/messages.h"

namespace tp {

class Question {
 public:
  virtual ~Question() = default;

  virtual JobKind kind() const = 0;
  // Unique among all questions to a session, whatever is open; 0: it has not been asked.
  uint32_t id() const { return id_; }
  // Called each time before the workers are asked.
  virtual void begin(const TraceIndex& index) { (void)index; }
  // Writes the request for one of `workers` workers. `out` and `in` translate numbers of names and tracks.
  virtual void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const = 0;
  // Reads a part of a worker's answer. Returns false if it is invalid.
  virtual bool read(const TraceIndex& index, uint32_t worker, WireReader& in) = 0;
  // Returns true if what was read already decides the answer, so that no further part is waited for.
  virtual bool enough() const { return false; }
  // Called when all parts are there, or enough() returned true.
  virtual void finish(const TraceIndex& index) { (void)index; }
  // Called after finish(). Returns true if the question has to be asked again, for what follows; it is not done then.
  virtual bool goesOn() const { return false; }
  // Returns the progress of the whole, given the progress of the workers with what they were asked last.
  virtual float asPart(float progress) const { return progress; }
  // Called in the end: adds to the index what belongs there.
  virtual void keep(TraceIndex& index) { (void)index; }

  // Returns false if the question was not asked, is being worked on, or was given up for a newer one.
  bool done() const { return done_; }
  // Valid once done(): whether the answer is of what could still be read, not of all that was asked for.
  bool cut() const { return cut_; }
  // Returns a value from 0 to 1: that of all workers.
  double progress() const {
    if (done_ || progress_.empty()) return done_ ? 1 : 0;
    double sum = 0;
    for (float share : progress_) sum += static_cast<double>(share);
    return static_cast<double>(asPart(static_cast<float>(sum / static_cast<double>(progress_.size()))));
  }

 private:
  friend class Session;

  uint32_t id_ = 0;
  uint32_t left_ = 0;  // number of workers that are not done
  bool done_ = false;
  bool cut_ = false;
  std::vector<float> progress_;  // by worker
};

}  // namespace tp
