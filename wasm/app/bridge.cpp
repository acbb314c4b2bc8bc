#include "wasm/app/bridge.h"

#include <emscripten.h>

#include <string>

EM_JS(void, tp_post, (int worker, const void* data, unsigned size),
      { Module.postToWorker(worker, HEAPU8.slice(data >>> 0, (data >>> 0) + (size >>> 0))); });
EM_JS(void, tp_call_page, (const char* what, int number, const char* text),
      { Module.callPage(UTF8ToString(what), number, UTF8ToString(text)); });

EM_JS(void, tp_put_file, (const void* data, unsigned size),
      { Module.putFile(HEAPU8.slice(data >>> 0, (data >>> 0) + (size >>> 0))); });

EM_JS(void, tp_ask_sql, (unsigned id, const void* data, unsigned size),
      { Module.askSql(id >>> 0, HEAPU8.slice(data >>> 0, (data >>> 0) + (size >>> 0))); });

namespace tp::wasm {

void askSql(const SqlRequest& request) {
  WireWriter out;
  out(request);
  const std::vector<std::byte> bytes = out.take();
  tp_ask_sql(request.id, bytes.data(), static_cast<unsigned>(bytes.size()));
}

void putFile(std::string_view part) {
  tp_put_file(part.data(), static_cast<unsigned>(part.size()));
}

void PageWorkers::post(uint32_t worker, std::vector<std::byte> message) {
  tp_post(static_cast<int>(worker), message.data(), static_cast<unsigned>(message.size()));
}

void callPage(const char* what, int number, std::string_view text) {
  tp_call_page(what, number, std::string(text).c_str());
}

}  // namespace tp::wasm
