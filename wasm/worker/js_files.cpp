#include "wasm/worker/js_files.h"

#include <algorithm>

namespace tp::wasm {

std::shared_ptr<ByteSource> JsFiles::add(int number, double size) {
  const size_t at = static_cast<size_t>(number);
  sources_.resize(std::max(sources_.size(), at + 1));
  return sources_[at] = std::make_shared<JsFileSource>(number, static_cast<uint64_t>(size), block_);
}

void JsFiles::lose(int number, int kind) {
  const size_t at = static_cast<size_t>(number);
  if (at < sources_.size() && sources_[at]) sources_[at]->lose(static_cast<SourceChange::Kind>(kind));
}

Warning noteOf(const char* path, double offset, const char* expected, const char* found) {
  return {path, offset < 0 ? kNoOffset : static_cast<uint64_t>(offset), expected, found};
}

}  // namespace tp::wasm
