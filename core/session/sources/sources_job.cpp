#include "core/session/sources/sources_job.h"

#include <utility>

namespace tp {

uint32_t SourcesJob::fileOf(const WrittenFunction& function, std::string path) {
  auto [at, fresh] = fileOf_.try_emplace({path, function.folder, function.trace}, static_cast<uint32_t>(files_.size()));
  if (fresh) files_.push_back({std::move(path), function.folder, function.trace});
  return at->second;
}

bool SourcesJob::step(const JobSite& site, WireWriter& answer) {
  std::vector<WrittenFunction> some;
  next_ = site.reader.writtenFunctions(next_, some);
  for (const WrittenFunction& one : some)
    if (std::optional<SourcePlace> place = sourcePlaceOf(one.place); place && one.name != kNoName)
      lines_.push_back({one.name, fileOf(one, std::move(place->path)), place->line});
  if (next_ != 0) return true;
  answer(files_, lines_);
  return false;
}

}  // namespace tp
