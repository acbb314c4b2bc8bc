// A cut of a trace in memory, as a trace of its own.
#pragma once

#include <utility>

#include "core/formats/cutters.h"
#include "core/formats/registry.h"

namespace tp::test {

class MemoryCut final : public CutSink {
 public:
  void begin(std::string_view path) override {
    end();
    path_ = path;
    begun_ = true;
  }
  void write(Bytes bytes) override { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

  // To be called once, behind the last write().
  FileSet take() {
    end();
    return std::move(files_);
  }

 private:
  void end() {
    if (begun_) files_.add("cut/" + path_, std::make_shared<MemorySource>(std::exchange(bytes_, {})));
    begun_ = false;
  }

  FileSet files_;
  std::string path_;
  std::vector<std::byte> bytes_;
  bool begun_ = false;
};

// Returns no files if the trace can't be cut.
inline FileSet cutOf(const FileSet& files, const CutRequest& request, WarningLog& warnings) {
  MemoryCut cut;
  const Format* format = formatOf(files);
  const CutTrace writes = format != nullptr ? cutterOf(format->id) : nullptr;
  if (writes == nullptr || !writes(files, request, cut, warnings)) return {};
  return cut.take();
}

}  // namespace tp::test
