// The functions that web/sql_worker.js calls. They drive one SqlService. They are all that a module exports, so what
// they work on is found by one pointer, which tps_init() sets.
#include <emscripten.h>

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "core/sql/service/sql_service.h"
#include "wasm/worker/js_files.h"

// The bytes are valid during the call.
EM_JS(void, tps_send, (const void* data, unsigned size),
      { Module.send(HEAPU8.slice(data >>> 0, (data >>> 0) + (size >>> 0))); });

namespace {

// Of SQLite, which sorts in memory here: there are no files.
constexpr uint64_t kHeapBytes = uint64_t{512} << 20;

struct Worker {
  tp::wasm::JsFiles given;  // before all that may have sources
  std::vector<tp::FileEntry> listed;
  tp::FileSet notes;                          // has nothing but notes
  const std::atomic<bool> cancelled = false;  // the page ends the worker instead
  std::unique_ptr<tp::SqlService> service;
};
Worker* worker = nullptr;

}  // namespace

extern "C" {

// Before all others; a module has one worker as long as it lives.
EMSCRIPTEN_KEEPALIVE void tps_init() {
  worker = new Worker;
}

// As tpw_add_file(), tpw_note() and tpw_lost() (wasm/worker/main.cpp).
EMSCRIPTEN_KEEPALIVE void tps_add_file(const char* path, int number, double size, unsigned drop) {
  worker->listed.push_back({path, worker->given.add(number, size), drop});
}
EMSCRIPTEN_KEEPALIVE void tps_note(const char* path, double offset, const char* expected, const char* found) {
  worker->notes.note(tp::wasm::noteOf(path, offset, expected, found));
}
EMSCRIPTEN_KEEPALIVE void tps_lost(int number, int kind) {
  worker->given.lose(number, kind);
}

// `options` is JoinOptions::text(). Called once, when all files were added.
EMSCRIPTEN_KEEPALIVE void tps_open(const char* options) {
  tp::FileSet files = std::move(worker->notes);
  files.addAll(std::move(worker->listed));
  auto send = [](std::vector<std::byte> reply) { tps_send(reply.data(), static_cast<unsigned>(reply.size())); };
  tp::SqlLimits limits;
  limits.heapBytes = kHeapBytes;
  worker->service =
      std::make_unique<tp::SqlService>(std::move(files), tp::JoinOptions::of(options), worker->cancelled, send, limits);
}

// Takes a block of the index that the page has (SqlService::takeIndex()).
EMSCRIPTEN_KEEPALIVE void tps_take_index(const void* data, unsigned size) {
  worker->service->takeIndex({static_cast<const std::byte*>(data), size});
}

// Answers a SqlRequest by calls of Module.send(), and returns when it is done.
EMSCRIPTEN_KEEPALIVE void tps_ask(const void* data, unsigned size) {
  worker->service->answer({static_cast<const std::byte*>(data), size});
}

// Reads ahead for `seconds` at most, while there is no question (SqlService::prepare). Returns whether there is more.
EMSCRIPTEN_KEEPALIVE int tps_prepare(double seconds) {
  const double end = emscripten_get_now() + seconds * 1000;
  while (worker->service && worker->service->prepare())
    if (emscripten_get_now() >= end) return 1;
  return 0;
}
}
