// ReportOutput writes a report: the page with a cut of a trace inside, as docs/one-file.md has it. Whatever the size of
// the cut, one part of it at a time is in memory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/decode/cut.h"
#include "native/output/output_file.h"
#include "native/output/page_file.h"

namespace tp::native {

class ReportOutput final : public CutSink {
 public:
  // Bytes of a file that go into one element, as they are before they are compressed.
  static constexpr size_t kPart = size_t{8} << 20;

  // `page` outlives the report. `folder`: of the cut's files, with a slash at its end; empty for files by themselves.
  // `view`: what a link to a view has behind its #.
  ReportOutput(const PageFile& page, std::string folder, std::string view)
      : page_(page), folder_(std::move(folder)), view_(std::move(view)) {}

  // Begins the file. Without, nothing is written, and bytes() tells how much that would have been. Returns false if the
  // place can't be written to; error() says why.
  bool prepare(const std::string& path);
  // The next file gets this name in place of its own.
  void rename(std::string name) { name_ = std::move(name); }
  void begin(std::string_view path) override;
  void write(Bytes bytes) override;
  bool stopped() const override { return !error_.empty(); }
  // Writes what is left, and puts the report in its place. Returns false, and leaves nothing behind, if not all could
  // be written.
  bool finish();

  uint64_t bytes() const { return bytes_; }        // of the report
  uint64_t cutBytes() const { return cutBytes_; }  // of the cut
  uint64_t files() const { return files_; }        // of the cut
  const std::string& error() const { return error_; }

 private:
  void put(std::string_view text);
  void putHead();
  void endPart();
  void endFile();

  const PageFile& page_;
  const std::string folder_;
  const std::string view_;
  std::string target_;  // empty: nothing is written
  OutputFile out_;
  bool headDone_ = false;
  std::string name_;
  std::string path_;             // of the file that was begun; empty: none was
  std::vector<std::byte> part_;  // what is not written of it
  size_t parts_ = 0;             // how many of its parts are
  uint64_t bytes_ = 0, cutBytes_ = 0, files_ = 0;
  std::string error_;
};

}  // namespace tp::native
