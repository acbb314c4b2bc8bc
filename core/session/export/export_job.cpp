// Writes the whole trace as a file for another tool. One worker does it alone, over all streams, because their order is
// that of the file.
#include <optional>

#include "core/export/file_export.h"
#include "core/joint/open_traces.h"
#include "core/session/job.h"

namespace tp {
namespace {

class ExportJob final : public Job {
 public:
  // nullopt: another worker does it.
  explicit ExportJob(std::optional<ExportRequest> request) : request_(std::move(request)) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  bool open(const JobSite& site);

  std::optional<ExportRequest> request_;
  // A reader of its own, because the worker's names and tracks are numbered in the order in which it met them.
  std::unique_ptr<TraceReader> reader_;
  std::unique_ptr<FileExport> file_;
  float progress_ = 0;
};

}  // namespace

bool ExportJob::open(const JobSite& site) {
  JoinOptions how = site.how;
  // Rows tell apart functions of the same name; files for other tools do not.
  how.functions = request_->format == ExportFormat::Csv ? FunctionIdentity::Apart : FunctionIdentity::Merged;
  auto opened = openTraces(site.files, how);
  if (!opened) return false;
  reader_ = std::move(*opened);
  std::vector<NameId> renamed;
  for (const FileSet& added : site.added) reader_->addFiles(added, renamed);
  file_ = makeFileExport(*request_, *reader_, site.files);
  return file_ != nullptr;
}

bool ExportJob::step(const JobSite& site, WireWriter& answer) {
  if (!request_ || (!file_ && !open(site))) return false;
  std::string text;
  bool more = file_->step(text);
  progress_ = static_cast<float>(more ? file_->progress() : 1);
  answer.put(progress_);
  answer.putString(text);
  return more;
}

std::unique_ptr<Job> makeExportJob(JobKind, WireReader& request, TraceReader&) {
  return std::make_unique<ExportJob>(request.read<std::optional<ExportRequest>>());
}

}  // namespace tp
