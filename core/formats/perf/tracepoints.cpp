#include "core/formats/perf/tracepoints.h"

#include "core/formats/tracecmd/file_cursor.h"
#include "core/formats/tracecmd/metadata.h"

namespace tp::perf {

Tracepoints::Tracepoints(const FileEntry& entry, const PerfFile& file, NameTable& names, WarningLog& warnings) {
  description_.endian = file.endian;
  if (file.tracing.size > 0) {
    constexpr std::string_view kMagic{"\x17\x08\x44tracing", 10};
    tracecmd::FileCursor in(*entry.source, file.endian, file.tracing.offset);
    bool good = in.text(kMagic.size()) == kMagic;
    in.cString();  // version
    description_.endian = in.u8() == 0 ? Endian::Little : Endian::Big;
    in.setEndian(description_.endian);
    description_.longSize = description_.kernelLongSize = in.u8();
    description_.pageSize = in.u32();
    good = good && (description_.longSize == 4 || description_.longSize == 8);
    if (!good) description_.longSize = description_.kernelLongSize = 8;
    if (good) {
      tracecmd::readHeaderInfo(in, description_);
      tracecmd::readFtraceFormats(in, description_);
      tracecmd::readEventFormats(in, description_);
      tracecmd::readKallsyms(in, description_);
      tracecmd::readPrintk(in, description_);
      good = !in.failed();
    }
    if (!good)
      warnings.add(entry.path, file.tracing.offset, "descriptions of tracepoints", "a section that is cut or damaged");
  }
  events_ = std::make_unique<tracecmd::Events>(description_, names);
  words_ = std::make_unique<tracecmd::EventWords>(*events_, description_, maps_, nullptr);
}

const tracecmd::Event* Tracepoints::of(const EventAttr& attr) const {
  if (!attr.isTracepoint() || attr.config > 0xffff) return nullptr;
  return events_->find(static_cast<uint16_t>(attr.config));
}

}  // namespace tp::perf
