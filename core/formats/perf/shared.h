// What the decoders of one perf.data share. Outlives them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/formats/perf/perf_file.h"
#include "core/formats/perf/process_records.h"
#include "core/formats/perf/record_schema.h"
#include "core/formats/perf/symbols.h"
#include "core/formats/perf/tracepoints.h"
#include "core/kernel/syscalls.h"
#include "core/kernel/thread_tracks.h"

namespace tp::perf {

// What a decoder knows beyond the bytes of the record that it describes.
struct Described {
  const Processes* processes = nullptr;
  // Of an event whose samples its leader records: what it counted since the sample before.
  std::optional<uint64_t> period;
};

struct Shared {
  Shared(const FileEntry& entry, PerfFile opened, TraceReader& of);

  // The track of what a CPU recorded that is of no thread; that of records which tell neither if `cpu` is negative.
  TrackId eventsOfCpu(int64_t cpu);
  // The track that says who runs on the CPU.
  TrackId cpuTrack(uint32_t cpu);

  const std::string path;
  const PerfFile file;
  TraceReader& reader;
  Tracepoints tracepoints;
  kernel::ThreadTracks threads;
  kernel::SyscallNames syscalls;
  Symbols symbols;
  std::vector<NameId> eventNames;                    // by event
  std::vector<const tracecmd::Event*> tracepointOf;  // by event; null: it is none, or is not described
  // No record has a time. They are numbered then, which takes the place of times.
  bool timeless = false;
  Time firstTime = 0;  // of the first records that have a time; 0 if there is none
  // The events have wakings at the moment when they begin.
  bool hasWakings = false;
  // By event; and of the records that are no samples, by type.
  std::vector<std::unique_ptr<SampleSchema>> sampleSchemas;
  std::map<uint32_t, std::unique_ptr<RecordSchema>> recordSchemas;
  // Of a folder of files, whose records tell of the same processes, and of a file that tells of them at its end: what
  // all records say, in the order of time.
  std::vector<PastRecord> history;
  std::vector<Described> contexts;  // by number of the decoder
  // Returns a number for a decoder, which knows this of processes.
  size_t takeContext(const Processes& processes);

 private:
  TrackId cpuGroup();
  std::map<int64_t, TrackId> eventsOfCpus_;
};

}  // namespace tp::perf
