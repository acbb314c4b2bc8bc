// What a view asks of all workers at once (Session::ask): each works on its streams as a Job, and the parts of the
// answer come together here. A view holds on to its question and looks whether it is done.
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
  // Of all that a session is asked, whatever is open, no two have the same; 0: it has not been asked.
  uint32_t id() const { return id_; }
  // What one of `workers` is to know, by its own name and track ids.
  virtual void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const = 0;
  // A part of a worker's answer. False where it makes no sense.
  virtual bool read(const TraceIndex& index, uint32_t worker, WireReader& in) = 0;
  // What has been read already decides it: no further part is waited for.
  virtual bool enough() const { return false; }
  // All parts are there, or enough().
  virtual void finish(const TraceIndex& index) { (void)index; }
  // After that: it is asked once more, for what came of it; it is not done then.
  virtual bool goesOn() const { return false; }
  // How far the whole of it is, once a worker has come so far with what it was asked last.
  virtual float asPart(float progress) const { return progress; }
  // After that: what of the answer becomes part of the index.
  virtual void keep(TraceIndex& index) { (void)index; }

  // False while it has not been asked, is being worked on, or was given up for a newer one.
  bool done() const { return done_; }
  // Once done(): it is of what could still be read, not of all that was asked for.
  bool cut() const { return cut_; }
  // 0 to 1.
  double progress() const {
    if (done_ || progress_.empty()) return done_ ? 1 : 0;
    double sum = 0;
    for (float share : progress_) sum += static_cast<double>(share);
    return static_cast<double>(asPart(static_cast<float>(sum / static_cast<double>(progress_.size()))));
  }

 private:
  friend class Session;

  uint32_t id_ = 0;
  uint32_t left_ = 0;  // workers that have not done yet
  bool done_ = false;
  bool cut_ = false;
  std::vector<float> progress_;  // by worker
};

}  // namespace tp
