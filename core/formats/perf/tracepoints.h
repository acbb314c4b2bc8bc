// What a perf.data says of the kernel's tracepoints: the same text as in a trace.dat of version 6.
#pragma once

#include <memory>

#include "core/formats/perf/perf_file.h"
#include "core/formats/tracecmd/event_schema.h"
#include "core/formats/tracecmd/events.h"

namespace tp::perf {

class Tracepoints {
 public:
  // Reads the section of `file`; damage becomes a warning. `names` gets the names of the tracepoints.
  Tracepoints(const FileEntry& entry, const PerfFile& file, NameTable& names, WarningLog& warnings);

  // Returns null for an event that is no tracepoint, or is not described.
  const tracecmd::Event* of(const EventAttr& attr) const;
  // Returns the fields of a record of `event`; `raw` are its bytes.
  const tracecmd::EventSchema& schema(const tracecmd::Event& event, Bytes raw) {
    return words_->schemas.of(event, raw);
  }
  const tracecmd::EventSchema& schema(const tracecmd::Event& event) { return words_->schemas.of(event, {}); }
  const kernel::PrintContext& context() const { return words_->text.context(); }
  const tracecmd::Events& events() const { return *events_; }
  const tracecmd::TraceFile& description() const { return description_; }
  // The byte order of records is that of the machine that was recorded.
  Endian endian() const { return description_.endian; }

 private:
  tracecmd::TraceFile description_;
  tracecmd::ProcessMaps maps_{{}};
  std::unique_ptr<tracecmd::Events> events_;
  std::unique_ptr<tracecmd::EventWords> words_;
};

}  // namespace tp::perf
