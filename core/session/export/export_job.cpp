#include "core/session/export/export_job.h"

#include "core/joint/open_traces.h"

namespace tp {

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

}  // namespace tp
