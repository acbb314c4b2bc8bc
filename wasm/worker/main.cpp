// The worker module's doors for web/worker.js: one IndexWorker, fed and emptied by JavaScript.
#include <emscripten.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/session/index_worker.h"
#include "wasm/worker/js_file_source.h"
#include "wasm/worker/unpacked.h"

namespace {

tp::FileSet files;
std::vector<tp::FileEntry> listed;  // to come into `files`, together: they may be very many
tp::FileSet later;
std::vector<std::shared_ptr<tp::wasm::JsFileSource>> sources;  // by number
tp::IndexWorker worker;
tp::IndexWorker::Want wanted;
tp::wasm::Unpacked unpacked;
std::vector<std::byte> outgoing;

std::shared_ptr<tp::ByteSource> sourceOf(int number, double size) {
  sources.resize(std::max(sources.size(), static_cast<size_t>(number) + 1));
  return sources[static_cast<size_t>(number)] =
             std::make_shared<tp::wasm::JsFileSource>(number, static_cast<uint64_t>(size));
}

}  // namespace

extern "C" {

// `path` is UTF-8, NUL-terminated. Files are numbered in the order of their coming; `drop`: as FileEntry has it.
EMSCRIPTEN_KEEPALIVE void tpw_add_file(const char* path, int number, double size, unsigned drop) {
  listed.push_back({path, sourceOf(number, size), drop});
}

// What was found wrong while the files were gathered, as Warning has it; `offset` < 0: none.
EMSCRIPTEN_KEEPALIVE void tpw_note(const char* path, double offset, const char* expected, const char* found) {
  files.note({path, offset < 0 ? tp::kNoOffset : static_cast<uint64_t>(offset), expected, found});
}

// Takes archives among the files that were added apart, for all workers. 0: there is none; 1: what there is now is to
// be had by the calls below, and this worker's memory is full of it; 2: they can't be opened, as its next message says.
EMSCRIPTEN_KEEPALIVE int tpw_unpack() {
  tp::FileSet given;
  given.addAll(std::move(listed));
  listed = {};
  tp::Result<tp::wasm::Unpacked> made = tp::wasm::unpackAll(given);
  if (!made) {
    worker.refuse(made.error());
    return 2;
  }
  if (tp::wasm::sameAs(*made, given)) return 0;
  unpacked = std::move(*made);
  return 1;
}
// The path of a file, from 0 on; null beyond the last. Into `out`: the number of its drop, the number of the file of
// the page of which it is a part or -1, its offset there, its size.
EMSCRIPTEN_KEEPALIVE const char* tpw_unpacked_file(unsigned which, double* out) {
  if (which >= unpacked.entries.size()) return nullptr;
  const tp::wasm::UnpackedEntry& entry = unpacked.entries[which];
  out[0] = entry.drop;
  out[1] = entry.number;
  out[2] = static_cast<double>(entry.offset);
  out[3] = static_cast<double>(entry.size);
  return entry.path.c_str();
}
// Copies bytes of a file that is part of none of the page's; returns how many there were.
EMSCRIPTEN_KEEPALIVE unsigned tpw_unpacked_bytes(unsigned which, double offset, std::byte* data, unsigned size) {
  return static_cast<unsigned>(unpacked.entries[which].source->read(static_cast<uint64_t>(offset), {data, size}));
}
// A note for tpw_note(): its file, and its offset into `out`; then what was expected, and what was found.
EMSCRIPTEN_KEEPALIVE const char* tpw_unpacked_note(unsigned which, unsigned part, double* out) {
  if (which >= unpacked.notes.size()) return nullptr;
  const tp::Warning& note = unpacked.notes[which];
  *out = note.offset == tp::kNoOffset ? -1 : static_cast<double>(note.offset);
  return (part == 0 ? note.file : part == 1 ? note.expected : note.found).c_str();
}

// A file could not be read, and is not what it was: SourceChange::Kind. Told by whatever comes next, or tpw_look().
EMSCRIPTEN_KEEPALIVE void tpw_lost(int number, int kind) {
  if (static_cast<size_t>(number) < sources.size() && sources[static_cast<size_t>(number)])
    sources[static_cast<size_t>(number)]->lose(static_cast<tp::SourceChange::Kind>(kind));
}
EMSCRIPTEN_KEEPALIVE void tpw_look() {
  worker.look();
}

// `options`: JoinOptions::text().
EMSCRIPTEN_KEEPALIVE void tpw_open(unsigned share, unsigned shares, const char* options) {
  files.addAll(std::move(listed));
  worker.open(files, share, shares, tp::JoinOptions::of(options));
}

// Files for the open trace: each of them, and then whether they belong to it.
EMSCRIPTEN_KEEPALIVE void tpw_add_later(const char* path, int number, double size) {
  later.add(path, sourceOf(number, size));
}
EMSCRIPTEN_KEEPALIVE int tpw_take_later() {
  bool taken = worker.add(later);
  later = {};
  return taken ? 1 : 0;
}

// What to read next, into `out`: channel, offset, size, length of the run, number of the file. 0: nothing; 1: provide
// it; 2: it lay in memory, unpacked from an archive, and has been taken in: ask again.
EMSCRIPTEN_KEEPALIVE int tpw_want(double* out) {
  if (!worker.want(wanted)) return 0;
  const tp::ByteSource& source = *worker.files().files()[wanted.file].source;
  tp::Bytes view = source.view(wanted.offset, wanted.size);
  std::vector<std::byte> copy;
  uint64_t offset = wanted.offset;
  const tp::ByteSource& origin = source.origin(offset);
  if (view.empty() && origin.inMemory()) {
    // Across the blocks of what was unpacked.
    copy.resize(static_cast<size_t>(wanted.size));
    copy.resize(source.read(wanted.offset, copy));
    worker.provide(wanted, copy);
    return 2;
  }
  if (!view.empty()) {
    worker.provide(wanted, view, true);
    return 2;
  }
  out[0] = wanted.channel;
  out[1] = static_cast<double>(offset);
  out[2] = static_cast<double>(wanted.size);
  out[3] = static_cast<double>(wanted.runBytes);
  // What is not in memory is a file of the page.
  out[4] = static_cast<const tp::wasm::JsFileSource&>(origin).number();
  return 1;
}

EMSCRIPTEN_KEEPALIVE void tpw_provide(const void* data, unsigned size) {
  worker.provide(wanted, {static_cast<const std::byte*>(data), size});
}

// A part of what was asked and can be answered during the indexing; 0 when there is nothing of that kind.
EMSCRIPTEN_KEEPALIVE int tpw_step_job() {
  return worker.stepJob() ? 1 : 0;
}

// Statistics and other work beside the indexing; 0 when there is nothing left.
EMSCRIPTEN_KEEPALIVE int tpw_step() {
  return worker.step() ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE void tpw_receive(const void* data, unsigned size) {
  worker.receive({static_cast<const std::byte*>(data), size});
}

// The next message for the page: its size, 0 for none; it lies at tpw_message() until the next call.
EMSCRIPTEN_KEEPALIVE unsigned tpw_take() {
  return worker.take(outgoing) ? static_cast<unsigned>(outgoing.size()) : 0;
}

EMSCRIPTEN_KEEPALIVE const void* tpw_message() {
  return outgoing.data();
}
}
