// The functions that web/worker.js calls. They drive one IndexWorker, which JavaScript feeds and empties. They are all
// that a module exports, so what they work on is found by one pointer, which tpw_init() sets.
#include <emscripten.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/session/index_worker.h"
#include "wasm/worker/js_files.h"
#include "wasm/worker/unpacked.h"

namespace {

struct Worker {
  tp::wasm::JsFiles given;  // before all that may have sources
  tp::FileSet files;
  std::vector<tp::FileEntry> listed;  // to be added to `files` all at once, since there may be very many
  tp::FileSet later;
  std::string refusal;  // why `later` can't lie beside what is open
  unsigned share = 0;
  tp::IndexWorker index;
  tp::IndexWorker::Want wanted;
  tp::wasm::Unpacked unpacked;
  std::vector<std::byte> outgoing;
};
Worker* worker = nullptr;

}  // namespace

extern "C" {

// Before all others; a module has one worker as long as it lives.
EMSCRIPTEN_KEEPALIVE void tpw_init() {
  worker = new Worker;
}

// `path` is UTF-8, NUL-terminated. Files are numbered in the order in which they come. `drop` is as in FileEntry.
EMSCRIPTEN_KEEPALIVE void tpw_add_file(const char* path, int number, double size, unsigned drop) {
  worker->listed.push_back({path, worker->given.add(number, size), drop});
}

// Adds a note on what was wrong when the files were gathered, as in Warning; `offset` < 0: none.
EMSCRIPTEN_KEEPALIVE void tpw_note(const char* path, double offset, const char* expected, const char* found) {
  worker->files.note(tp::wasm::noteOf(path, offset, expected, found));
}

// Unpacks archives among the files that were added, for all workers. Returns 0 if there is none; 1 if the functions
// below return what there is now, with which this worker's memory is full; 2 if they can't be opened, as its next
// message says.
EMSCRIPTEN_KEEPALIVE int tpw_unpack() {
  tp::FileSet given;
  given.addAll(std::move(worker->listed));
  worker->listed = {};
  tp::Result<tp::wasm::Unpacked> made = tp::wasm::unpackAll(given);
  if (!made) {
    worker->index.refuse(made.error());
    return 2;
  }
  if (tp::wasm::sameAs(*made, given)) return 0;
  worker->unpacked = std::move(*made);
  return 1;
}
// Returns the path of a file, from 0 on; null after the last. Writes to `out` the number of its drop, the number of the
// page's file of which it is a part or -1, its offset there, and its size.
EMSCRIPTEN_KEEPALIVE const char* tpw_unpacked_file(unsigned which, double* out) {
  if (which >= worker->unpacked.entries.size()) return nullptr;
  const tp::wasm::UnpackedEntry& entry = worker->unpacked.entries[which];
  out[0] = entry.drop;
  out[1] = entry.number;
  out[2] = static_cast<double>(entry.offset);
  out[3] = static_cast<double>(entry.size);
  return entry.path.c_str();
}
// Copies bytes of a file that is not part of one of the page's. Returns how many there were.
EMSCRIPTEN_KEEPALIVE unsigned tpw_unpacked_bytes(unsigned which, double offset, std::byte* data, unsigned size) {
  return static_cast<unsigned>(
      worker->unpacked.entries[which].source->read(static_cast<uint64_t>(offset), {data, size}));
}
// Returns a text of a note for tpw_note(): its file for `part` 0, what was expected for 1, what was found for 2; null
// after the last note. Writes its offset to `out`, or -1.
EMSCRIPTEN_KEEPALIVE const char* tpw_unpacked_note(unsigned which, unsigned part, double* out) {
  if (which >= worker->unpacked.notes.size()) return nullptr;
  const tp::Warning& note = worker->unpacked.notes[which];
  *out = note.offset == tp::kNoOffset ? -1 : static_cast<double>(note.offset);
  return (part == 0 ? note.file : part == 1 ? note.expected : note.found).c_str();
}

// Notes that a file could not be read and is not what it was; `kind` is SourceChange::Kind. The next call that looks at
// the file, or tpw_look(), reports it.
EMSCRIPTEN_KEEPALIVE void tpw_lost(int number, int kind) {
  worker->given.lose(number, kind);
}
EMSCRIPTEN_KEEPALIVE void tpw_look() {
  worker->index.look();
}

// As IndexWorker::keepWithin(), before tpw_open().
EMSCRIPTEN_KEEPALIVE void tpw_keep_within(double bytes) {
  worker->index.keepWithin(static_cast<uint64_t>(bytes));
}

// `options` is JoinOptions::text(). `kept`: 1 if the page has the index (IndexWorker::openKept()).
EMSCRIPTEN_KEEPALIVE void tpw_open(unsigned share, unsigned shares, const char* options, int kept) {
  worker->files.addAll(std::move(worker->listed));
  worker->share = share;
  const tp::JoinOptions how = tp::JoinOptions::of(options);
  if (kept != 0) return worker->index.openKept(worker->files, share, shares, how);
  worker->index.open(worker->files, share, shares, how);
}

// Adds files to the open trace: each of them by the first function. The second one returns whether they belong to it,
// the third one why they can't lie beside it; empty if they can. One worker looks for all.
EMSCRIPTEN_KEEPALIVE void tpw_add_later(const char* path, int number, double size) {
  worker->later.add(path, worker->given.add(number, size));
}
EMSCRIPTEN_KEEPALIVE int tpw_take_later() {
  bool taken = worker->index.add(worker->later);
  worker->refusal = taken || worker->share > 0 ? std::string() : worker->index.whyNotBeside(worker->later);
  worker->later = {};
  return taken ? 1 : 0;
}
EMSCRIPTEN_KEEPALIVE const char* tpw_refusal() {
  return worker->refusal.c_str();
}

// Writes to `out` what to read next: channel, offset, size, length of the run, number of the file. Returns 0 if there
// is nothing; 1 if it has to be provided; 2 if it was in memory, unpacked from an archive, and has been taken: call
// again.
EMSCRIPTEN_KEEPALIVE int tpw_want(double* out) {
  tp::IndexWorker::Want& wanted = worker->wanted;
  if (!worker->index.want(wanted)) return 0;
  const tp::ByteSource& source = *worker->index.files().files()[wanted.file].source;
  tp::Bytes view = source.view(wanted.offset, wanted.size);
  std::vector<std::byte> copy;
  uint64_t offset = wanted.offset;
  const tp::ByteSource& origin = source.origin(offset);
  if (view.empty() && origin.inMemory()) {
    // It lies across blocks of what was unpacked, so it is copied.
    copy.resize(static_cast<size_t>(wanted.size));
    copy.resize(source.read(wanted.offset, copy));
    worker->index.provide(wanted, copy);
    return 2;
  }
  if (!view.empty()) {
    worker->index.provide(wanted, view, true);
    return 2;
  }
  out[0] = wanted.channel;
  out[1] = static_cast<double>(offset);
  out[2] = static_cast<double>(wanted.size);
  out[3] = static_cast<double>(wanted.runBytes);
  // What is not in memory is in a file of the page.
  out[4] = static_cast<const tp::wasm::JsFileSource&>(origin).number();
  return 1;
}

EMSCRIPTEN_KEEPALIVE void tpw_provide(const void* data, unsigned size) {
  worker->index.provide(worker->wanted, {static_cast<const std::byte*>(data), size});
}

// Works for a step on a question that can be answered now. Returns 0 if there is none.
EMSCRIPTEN_KEEPALIVE int tpw_step_job() {
  return worker->index.stepJob() ? 1 : 0;
}

// Works for a step as IndexWorker::step() does. Returns 0 if there is nothing left to do.
EMSCRIPTEN_KEEPALIVE int tpw_step() {
  return worker->index.step() ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE void tpw_receive(const void* data, unsigned size) {
  worker->index.receive({static_cast<const std::byte*>(data), size});
}

// Takes the next message for the page, and returns its size; 0 if there is none. It is at tpw_message() until the next
// call.
EMSCRIPTEN_KEEPALIVE unsigned tpw_take() {
  return worker->index.take(worker->outgoing) ? static_cast<unsigned>(worker->outgoing.size()) : 0;
}

EMSCRIPTEN_KEEPALIVE const void* tpw_message() {
  return worker->outgoing.data();
}
}
