#include "core/session/report/report_job.h"

#include <utility>

#include "core/formats/cutters.h"
#include "core/joint/split.h"
#include "core/report/report_parts.h"

namespace tp {
namespace {

// With the files that came later: the program of a log that has numbers only, for example.
FileSet withAdded(FileSet files, const std::vector<FileSet>& added) {
  for (const FileSet& more : added) files.addDrop(more);
  return files;
}

std::string warned(const WarningLog& warnings) {
  if (warnings.total() == 0) return {};
  const std::string first = warnings.kept().front().text();
  return warnings.total() == 1 ? first : std::to_string(warnings.total()) + " warnings: " + first;
}

}  // namespace

void ReportJob::cut(const JobSite& site) {
  const Split split = splitTraces(site.files, false);
  if (split.traces.size() != 1) {
    end_.problem = "a report is of one trace";
    return;
  }
  const FoundTrace& trace = split.traces.front();
  const CutTrace write = cutterOf(trace.format->id);
  if (write == nullptr) {
    end_.problem = "there are no cuts of " + std::string(trace.format->id);
    return;
  }
  uint64_t bytes = 0;
  ReportParts* sink = nullptr;
  ReportParts out(trace.format->singleFile ? std::string() : trace.files.displayName() + "/",
                  [&](std::string_view part) {
                    parts_.emplace_back(part);
                    bytes += part.size();
                    if (bytes > kMaxText) sink->stop("it would be larger than 512 MB: a shorter range has room");
                  });
  sink = &out;
  CutRequest request;
  if (request_->from <= request_->to) request.from = request_->from, request.to = request_->to;
  request.around = trace.format->traits.wholeCalls;
  WarningLog warnings;
  const Result<CutSummary> summary = write(trace.files, request, out, warnings);
  if (!summary) {
    end_.problem = summary.error().line();
    return;
  }
  const NamesBeside names = writeNamesBeside(trace.format->id, withAdded(site.files, site.added), out);
  if (!out.finish()) {
    end_.problem = out.error();
    return;
  }
  end_.records = summary->records;
  end_.remark = warned(warnings);
  if (names == NamesBeside::Missing && end_.remark.empty())
    end_.remark = "its functions have no names, because the program is not open beside the log";
  if (summary->records == 0) end_.problem = "no record of the trace is in this range";
}

bool ReportJob::step(const JobSite& site, WireWriter& answer) {
  if (!request_) return false;
  if (!std::exchange(begun_, true)) {
    cut(site);
    if (!end_.problem.empty()) parts_.clear();
    all_ = parts_.size();
  }
  std::string part;
  if (!parts_.empty()) {
    part = std::move(parts_.front());
    parts_.pop_front();
  }
  const bool more = !parts_.empty();
  progress_ = more ? 1 - static_cast<float>(parts_.size()) / static_cast<float>(all_) : 1;
  answer.put(progress_);
  answer.putString(part);
  answer(more ? std::optional<ReportEnd>() : std::optional(end_));
  return more;
}

std::unique_ptr<Job> makeReportJob(JobKind, WireReader& request, TraceReader&) {
  return std::make_unique<ReportJob>(request.read<std::optional<ReportRequest>>());
}

}  // namespace tp
