// ReportParts makes of a cut what a page has of it inside: an element for each part of a file, as docs/one-file.md has
// it. Whatever the size of the cut, one part of it at a time is in memory.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/decode/cut.h"

namespace tp {

class ReportParts final : public CutSink {
 public:
  // Bytes of a file that go into one element, as they are before they are compressed.
  static constexpr size_t kPart = size_t{8} << 20;

  // `folder`: of the cut's files, with a slash at its end; empty for files by themselves. `put` takes the text of each
  // element; it may call stop().
  ReportParts(std::string folder, std::function<void(std::string_view)> put)
      : folder_(std::move(folder)), put_(std::move(put)) {}

  // The next file gets this name in place of its own.
  void rename(std::string name) { name_ = std::move(name); }
  void begin(std::string_view path) override;
  void write(Bytes bytes) override;
  bool stopped() const override { return !error_.empty(); }
  // Call once, behind the last file. Returns false if not all could be put.
  bool finish();
  // Nothing is put any more. `why` is kept unless there is an error already.
  void stop(std::string why);

  uint64_t bytes() const { return bytes_; }  // of the cut
  uint64_t files() const { return files_; }
  const std::string& error() const { return error_; }

 private:
  void endPart();
  void endFile();

  const std::string folder_;
  const std::function<void(std::string_view)> put_;
  std::string name_;
  std::string path_;             // of the file that was begun; empty: none was
  std::vector<std::byte> part_;  // what is not put of it
  size_t parts_ = 0;             // how many of its parts are
  uint64_t bytes_ = 0, files_ = 0;
  std::string error_;
};

}  // namespace tp
