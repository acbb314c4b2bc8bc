// Writes the records of a directory's data files that belong to a cut.
#pragma once

#include <set>
#include <span>
#include <utility>

#include "core/decode/cut.h"
#include "core/decode/format.h"
#include "core/formats/uftrace/kernel_header.h"
#include "core/text/pseudonyms.h"

namespace tp::uftrace {

class RecordCut {
 public:
  struct Into {
    const CutRequest& request;
    CutSink& sink;
    Pseudonyms& names;
    WarningLog& warnings;
    CutSummary& summary;
  };
  RecordCut(const FileSet& files, Endian endian, Into into) : files_(files), endian_(endian), into_(into) {}

  // Writes the records of a task. `stream` is that of its file.
  void task(TraceReader& reader, size_t stream);
  // Notes the switches around the range in all of these files, for perf().
  void findSwitches(std::span<const FileEntry* const> files);
  void perf(const FileEntry& file);
  void kernel(const FileEntry& file, const KernelHeader& header);
  void external(const FileEntry& file);

 private:
  class TaskRun;
  // The switch of a thread that is next to the range.
  struct Switch {
    Time time = 0;
    bool out = false;
    const FileEntry* file = nullptr;
    uint64_t offset = 0;
  };
  int64_t threadOf(Bytes record, const FileEntry& file, const KernelHeader& header) const;

  const FileSet& files_;
  const Endian endian_;
  const Into into_;
  std::set<std::pair<const FileEntry*, uint64_t>> around_;  // switches outside of the range that are kept
};

}  // namespace tp::uftrace
