#include "core/io/file_changes.h"

#include <set>

namespace tp {
namespace {

using Kind = SourceChange::Kind;

}  // namespace

std::string FileChange::text() const {
  if (change.kind == Kind::Gone) return path + " is not there any more";
  if (change.kind == Kind::Unreadable) return path + " has changed since it was opened, or can't be read any more";
  return path + " has changed since it was opened";
}

Warning FileChange::warning() const {
  std::string found = change.kind == Kind::Gone         ? "none: it is not there any more"
                      : change.kind == Kind::Unreadable ? "one that has changed, or can't be read any more"
                                                        : "one that has changed since";
  return {path, kNoOffset, "the file as it was opened", std::move(found)};
}

std::vector<FileChange> changesOf(const FileSet& files, bool look) {
  std::vector<FileChange> changes;
  std::set<const ByteSource*> told;
  for (const FileEntry& file : files.files()) {
    if (look) file.source->look();
    SourceChange change = file.source->change();
    if (change.kind == Kind::None) continue;
    uint64_t offset = 0;
    if (told.insert(&file.source->origin(offset)).second) changes.push_back({file.path, change});
  }
  return changes;
}

}  // namespace tp
