#include "wasm/worker/unpacked.h"

#include <utility>

#include "core/io/archive.h"
#include "wasm/worker/js_file_source.h"

namespace tp::wasm {

Result<Unpacked> unpackAll(const FileSet& files) {
  Result<FileSet> expanded = expandArchives(files);
  if (!expanded) return expanded.error();
  Unpacked out;
  for (const Warning& note : expanded->notes()) out.notes.push_back(note);
  for (const FileEntry& entry : expanded->files()) {
    UnpackedEntry& made = out.entries.emplace_back();
    made.path = entry.path;
    made.drop = entry.drop;
    made.size = entry.source->size();
    const ByteSource& origin = entry.source->origin(made.offset);
    // What is not in memory is in a file of the page.
    if (origin.inMemory()) {
      made.source = entry.source;
    } else {
      made.number = static_cast<const JsFileSource&>(origin).number();
    }
  }
  return out;
}

bool sameAs(const Unpacked& unpacked, const FileSet& files) {
  if (!unpacked.notes.empty() || unpacked.entries.size() != files.files().size()) return false;
  for (size_t i = 0; i < unpacked.entries.size(); ++i) {
    const UnpackedEntry& entry = unpacked.entries[i];
    const FileEntry& given = files.files()[i];
    if (entry.path != given.path || entry.number < 0 || entry.size != given.source->size()) return false;
  }
  return true;
}

}  // namespace tp::wasm
