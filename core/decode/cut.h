// A cut is a part of a trace in the trace's own format: the records of a range of time, of some threads or CPUs. A
// format writes it piece by piece into a sink, so that neither the trace nor the cut has to fit into memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "core/io/byte_source.h"
#include "core/trace/trace_info.h"

namespace tp {

struct CutRequest {
  // The first and the last time, in units of the trace's clock; both belong to the cut.
  Time from = std::numeric_limits<Time>::min();
  Time to = std::numeric_limits<Time>::max();
  std::vector<int64_t> tids;  // empty: all
  std::vector<int64_t> cpus;  // empty: all
  bool anonymise = false;     // names are replaced by numbers; docs/cuts.md says which
  // Calls of uftrace and XRay that reach over an edge of the range keep their beginning and their end outside of it,
  // and so do waits of uftrace.
  bool around = false;
  // The first time of the whole trace, which the cut tells of. cutterOf() fills it in.
  std::optional<Time> origin;

  bool hasTime(Time time) const { return time >= from && time <= to; }
  bool hasTid(int64_t tid) const { return holds(tids, tid); }
  bool hasCpu(int64_t cpu) const { return holds(cpus, cpu); }

 private:
  static bool holds(const std::vector<int64_t>& wanted, int64_t one) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), one) != wanted.end();
  }
};

// Where a cut goes: into files, into the parts of a Blob, or nowhere, to learn its size.
class CutSink {
 public:
  virtual ~CutSink() = default;

  // Begins a file of the cut. `path` is relative to the cut's folder; of a format whose traces are single files, it is
  // the name of the trace's file.
  virtual void begin(std::string_view path) = 0;
  // Appends to the file that was begun last. `bytes` are valid during the call only.
  virtual void write(Bytes bytes) = 0;
  // Whether nothing more is wanted: the disk is full, or somebody has given up. The rest of the cut may be left out.
  virtual bool stopped() const { return false; }
};

// Counts what is written.
class CountingSink final : public CutSink {
 public:
  void begin(std::string_view) override { ++files_; }
  void write(Bytes bytes) override { bytes_ += bytes.size(); }

  uint64_t files() const { return files_; }
  uint64_t bytes() const { return bytes_; }

 private:
  uint64_t files_ = 0;
  uint64_t bytes_ = 0;
};

struct CutSummary {
  uint64_t records = 0;  // as the trace's own tool counts them
  uint64_t around = 0;   // of these, those that CutRequest::around adds
};

// Copies [offset, offset + size) of a file into the sink, a piece at a time.
void copyBytes(const ByteSource& source, uint64_t offset, uint64_t size, CutSink& sink);
inline void writeText(std::string_view text, CutSink& sink) {
  sink.write(std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace tp
