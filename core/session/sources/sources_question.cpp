#include "core/session/sources/sources_question.h"

#include <algorithm>
#include <utility>

#include "core/session/job.h"

namespace tp {
namespace {

// Lists where the functions were written that a worker has met.
class SourcesJob final : public Job {
 public:
  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return 0; }

 private:
  uint32_t fileOf(const WrittenFunction& function, std::string path);

  size_t next_ = 0;
  std::vector<SourceFile> files_;
  std::map<std::tuple<std::string, std::string, uint32_t>, uint32_t> fileOf_;
  std::vector<SourceLine> lines_;
};

}  // namespace

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

std::unique_ptr<Job> makeSourcesJob(JobKind, WireReader&, TraceReader&) {
  return std::make_unique<SourcesJob>();
}

void SourcesQuestion::write(const TraceIndex&, uint32_t, uint32_t, WireWriter&) const {}

uint32_t SourcesQuestion::fileOf(SourceFile file) {
  auto [at, fresh] = fileOf_.try_emplace({file.path, file.folder, file.trace}, static_cast<uint32_t>(files_.size()));
  if (fresh) files_.push_back(std::move(file));
  return at->second;
}

bool SourcesQuestion::read(const TraceIndex&, uint32_t, WireReader& in) {
  std::vector<SourceFile> files;
  std::vector<SourceLine> lines;
  in(files, lines);
  if (in.failed()) return false;
  std::vector<uint32_t> ours;
  for (SourceFile& file : files) ours.push_back(fileOf(std::move(file)));
  for (const SourceLine& line : lines) {
    if (line.file >= ours.size()) return false;
    if (line.name != kNoName) lines_.push_back({line.name, ours[line.file], line.line});
  }
  return true;
}

void SourcesQuestion::finish(const TraceIndex&) {
  auto key = [](const SourceLine& line) { return std::tie(line.name, line.file, line.line); };
  std::sort(lines_.begin(), lines_.end(), [&](const SourceLine& a, const SourceLine& b) { return key(a) < key(b); });
  auto same = [&](const SourceLine& a, const SourceLine& b) { return key(a) == key(b); };
  lines_.erase(std::unique(lines_.begin(), lines_.end(), same), lines_.end());
}

std::span<const SourceLine> SourcesQuestion::of(NameId name) const {
  auto first = std::lower_bound(lines_.begin(), lines_.end(), name,
                                [](const SourceLine& line, NameId wanted) { return line.name < wanted; });
  auto last = first;
  while (last != lines_.end() && last->name == name) ++last;
  return std::span<const SourceLine>(lines_).subspan(static_cast<size_t>(first - lines_.begin()),
                                                     static_cast<size_t>(last - first));
}

}  // namespace tp
