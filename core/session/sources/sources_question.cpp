#include "core/session/sources/sources_question.h"

#include <algorithm>
#include <utility>

namespace tp {

void SourcesQuestion::write(const TraceIndex&, uint32_t, uint32_t, WireWriter&) const {}

uint32_t SourcesQuestion::fileOf(SourceFile file) {
  auto [at, fresh] = fileOf_.try_emplace({file.path, file.folder, file.trace}, static_cast<uint32_t>(files_.size()));
  if (fresh) files_.push_back(std::move(file));
  return at->second;
}

bool SourcesQuestion::read(const TraceIndex& index, uint32_t worker, WireReader& in) {
  std::vector<SourceFile> files;
  std::vector<SourceLine> lines;
  in(files, lines);
  if (in.failed()) return false;
  std::vector<uint32_t> ours;
  for (SourceFile& file : files) ours.push_back(fileOf(std::move(file)));
  for (const SourceLine& line : lines) {
    if (line.file >= ours.size()) return false;
    const NameId name = index.toName(worker, line.name);
    if (name != kNoName) lines_.push_back({name, ours[line.file], line.line});
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
