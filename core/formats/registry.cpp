#include "core/formats/registry.h"

#include "core/formats/ctf/reader.h"
#include "core/formats/ftrace/reader.h"
#include "core/formats/lttng/reader.h"
#include "core/formats/perf/reader.h"
#include "core/formats/sniff.h"
#include "core/formats/tracecmd/reader.h"
#include "core/formats/uftrace/reader.h"
#include "core/formats/xray/function_map.h"
#include "core/formats/xray/reader.h"

namespace tp {

// A new format adds its header here and its row below.
static constexpr Format kFormats[] = {
    {.id = "uftrace",
     .accepts = "uftrace data directories",
     .probe = uftrace::probe,
     .open = uftrace::open,
     .traits = {.calls = true, .cpus = false, .cuts = true, .wholeCalls = true}},
    {.id = "trace-cmd",
     .accepts = "trace.dat files of trace-cmd (versions 6 and 7)",
     .probe = tracecmd::probe,
     .open = tracecmd::open,
     .singleFile = true,
     .belongTogether = tracecmd::belongTogether,
     .traits = {.kernel = true, .flags = true, .cuts = true}},
    {.id = "lttng",
     .accepts = "folders of LTTng legacy traces (LTT/LTTV, versions 0.3 to 0.8, 1.0 and 2.0 to 2.6)",
     .probe = lttng::probe,
     .open = lttng::open,
     .traits = {.kernel = true, .threads = false, .streams = true, .cuts = true}},
    {.id = "ctf",
     .accepts = "folders of CTF traces (LTTng 2 and others, CTF 1.8 and 2)",
     .probe = ctf::probe,
     .open = ctf::open,
     .traits = {.calls = true, .kernel = true, .streams = true, .cuts = true}},
    {.id = "xray",
     .accepts = "XRay logs of LLVM, with the program beside them for the names",
     .probe = xray::probe,
     .open = xray::open,
     .singleFile = true,
     .belongTogether = xray::belongTogether,
     .traits = {.calls = true, .namesBeside = true, .cuts = true, .wholeCalls = true}},
    {.id = "perf",
     .accepts = "perf.data of perf record (version 2)",
     .probe = perf::probe,
     .open = perf::open,
     .singleFile = true,
     .traits = {.kernel = true, .namesBeside = true}},
    {.id = "ftrace-text",
     .accepts = "text of ftrace (trace, trace_pipe, trace-cmd report)",
     .probe = ftrace::probe,
     .open = ftrace::open,
     .singleFile = true,
     .traits = {.kernel = true, .flags = true}},
};

std::span<const Format> formats() {
  return kFormats;
}

bool isPrinted(const Format& format) {
  return format.open == ftrace::open;
}

bool mayTellMore(const Format& format, const FileEntry& file) {
  if (format.open == perf::open) return perf::mayHoldNames(file);
  if (format.open == ctf::open) return ctf::mayHoldNames(file);
  return format.open == xray::open && xray::mayHoldMap(*file.source);
}

const Format* formatOf(const FileSet& files, const std::set<const Format*>& leftOut, std::string* refusals) {
  const Format* best = nullptr;
  int confidence = 0;
  for (const Format& format : kFormats) {
    if (leftOut.count(&format) > 0) continue;
    // Any other format is surer of its own files, which need not be searched for text then.
    if (isPrinted(format) && best != nullptr) continue;
    Probe probe = format.probe(files);
    if (probe.confidence > confidence) {
      best = &format;
      confidence = probe.confidence;
    }
    if (refusals != nullptr && probe.confidence == 0 && !probe.reason.empty()) *refusals += " " + probe.reason + ".";
  }
  return best;
}

Result<std::unique_ptr<TraceReader>> openTrace(const FileSet& files) {
  if (files.empty()) return Error{"", kNoOffset, "there is no file to open"};
  std::string refusals;
  const Format* best = formatOf(files, {}, &refusals);
  if (best != nullptr) {
    Result<std::unique_ptr<TraceReader>> reader = openAs(*best, files);
    if (reader)
      for (const Warning& note : files.notes())
        (*reader)->warnings().add(note.file, note.offset, note.expected, note.found);
    return reader;
  }

  // What is missing may be what would tell: nobody is to be sent for files that are in the archive.
  if (!files.notes().empty()) return Error{files.displayName(), kNoOffset, "holds nothing that can be opened"};
  std::string accepted;
  for (const Format& format : kFormats) {
    if (!accepted.empty()) accepted += ", ";
    accepted += format.accepts;
  }
  // If a format gave a reason for its refusal, the guess from the content is left out.
  const std::string why = refusals.empty() ? "looks like " + describeContent(files) + ", which Tracepane does not read."
                                           : "can't be opened:" + refusals;
  return Error{files.displayName(), kNoOffset, why, "It opens " + accepted + "."};
}

}  // namespace tp
