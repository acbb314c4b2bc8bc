#include <cstdio>

#include "core/formats/cutters.h"
#include "native/cli/cutting.h"
#include "native/cli/open.h"
#include "native/cli/report_link.h"
#include "native/output/report_output.h"

namespace tp::cli {
namespace {

constexpr int kFailure = 2;

std::optional<PageText> pageOrComplain(const ExportOptions& options) {
  const std::string path = options.page.empty() ? native::installedPage() : options.page;
  if (path.empty()) {
    complain(
        "there is no page beside this program: --page names tracepane-VERSION.html of a release, or the one that "
        "\"python3 tools/package.py html\" makes in build/packages");
    return std::nullopt;
  }
  Result<PageText> page = native::readPage(path);
  if (!page) return complain(page.error().text()), std::nullopt;
  return std::move(*page);
}

// The files of the cut as a person would drop them.
std::string folderOf(const FoundTrace& trace, bool anonymise) {
  if (trace.format->singleFile) return {};
  return (anonymise ? std::string("trace") : trace.files.displayName()) + "/";
}

bool placeOrComplain(const ExportOptions& options) {
  if (native::isAmong(options.file, options.traces.paths)) {
    complain(options.file + ": this is a part of the trace; give another file for the report");
    return false;
  }
  if (!options.page.empty() && native::isAmong(options.file, {options.page})) {
    complain(options.file + ": this is the page; give another file for the report");
    return false;
  }
  return true;
}

}  // namespace

int exportHtml(ExportOptions options) {
  if (!cutOptionsOrComplain(options, "a report")) return kFailure;
  const std::optional<PageText> page = pageOrComplain(options);
  if (!page) return kFailure;
  WarningLog warnings;
  const std::optional<FoundTrace> trace = cutTraceOrComplain(options, warnings);
  if (trace) options.around = trace->format->traits.wholeCalls;
  if (!trace || (!options.dryRun && !placeOrComplain(options))) return kFailure;
  const std::optional<std::string> view = reportLinkOrComplain(options);
  if (!view) return kFailure;
  native::ReportOutput out(*page, folderOf(*trace, options.anonymise), *view);
  if (!options.dryRun && !out.prepare(options.file)) return complain(out.error()), kFailure;
  if (options.anonymise && trace->format->singleFile) out.rename("trace");
  const std::optional<CutSummary> summary = cutOrComplain(*trace, options, out, warnings);
  if (!summary) return kFailure;
  const NamesBeside names =
      options.anonymise ? NamesBeside::Own : writeNamesBeside(trace->format->id, trace->files, out);
  if (!out.finish()) return complain(out.error()), kFailure;
  printWarnings(warnings);
  if (names == NamesBeside::Missing)
    complain("the log has no names of functions, and so has the report: give its program behind it");
  const std::string size = cutSizeText(*summary, out.cutBytes(), out.files());
  if (options.dryRun)
    std::printf("%s; the report would have %llu bytes\n", size.c_str(), static_cast<unsigned long long>(out.bytes()));
  else
    std::printf("%s: %llu bytes, with a cut of %s\n", options.file.c_str(),
                static_cast<unsigned long long>(out.bytes()), size.c_str());
  return 0;
}

}  // namespace tp::cli
