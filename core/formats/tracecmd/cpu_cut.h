// Cuts what one CPU recorded into one buffer.
#pragma once

#include <functional>
#include <map>

#include "core/decode/cut.h"
#include "core/formats/tracecmd/codec.h"
#include "core/formats/tracecmd/trace_file.h"
#include "core/kernel/event_format.h"
#include "core/kernel/page_cut.h"
#include "core/text/pseudonyms.h"

namespace tp::tracecmd {

// What all CPUs of a file have in common.
class CutFile {
 public:
  // The references outlive this object.
  CutFile(const FileEntry& entry, const TraceFile& file, const CutRequest& request, Pseudonyms& names,
          WarningLog& warnings);

  const FileEntry& entry() const { return entry_; }
  const TraceFile& file() const { return file_; }
  const CutRequest& request() const { return request_; }
  Pseudonyms& names() const { return names_; }
  void warn(uint64_t offset, std::string expected, std::string found) const {
    warnings_.add(entry_.path, offset, std::move(expected), std::move(found));
  }

  // Returns the first bytes of the cut, which all versions share. The file's own may be damaged.
  std::vector<std::byte> header() const;
  static constexpr uint64_t kHeader = 18;  // their number

  kernel::PageCut pageCut(const Buffer& buffer, uint32_t cpu) const;

 private:
  void anonymise(std::span<std::byte> record) const;

  const FileEntry& entry_;
  const TraceFile& file_;
  const CutRequest& request_;
  Pseudonyms& names_;
  WarningLog& warnings_;
  std::map<uint32_t, kernel::EventFormat> formats_;  // by event id
  uint32_t typeOffset_ = 0;
  uint32_t pidOffset_ = 4;
};

// What a CPU has in the cut. Its size is needed before it is written, so everything is cut twice.
struct CpuMeasure {
  uint64_t bytes = 0;  // of pages or chunks, without the count of chunks
  uint32_t chunks = 0;
  uint64_t records = 0;
};

// Reads the pages of a CPU and passes those of the cut to `out`, in the form of the buffer: plain, or in chunks. With
// `warns`, damaged pages, which are left out, are warned of. Returns how much it was.
CpuMeasure cutCpu(const CutFile& cut, const Buffer& buffer, const CpuData& data, bool warns,
                  const std::function<void(Bytes)>& out);

}  // namespace tp::tracecmd
