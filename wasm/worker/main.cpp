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

namespace {

tp::FileSet files;
std::vector<tp::FileEntry> listed;  // to come into `files`, together: they may be very many
tp::FileSet later;
std::vector<std::shared_ptr<tp::wasm::JsFileSource>> sources;  // by number
tp::IndexWorker worker;
tp::IndexWorker::Want wanted;
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

// Something that was dropped and can't be read: why.
EMSCRIPTEN_KEEPALIVE void tpw_note(const char* path, const char* why) {
  files.note({path, tp::kNoOffset, "something that can be read", why});
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
