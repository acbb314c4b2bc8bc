// ReportOutput writes a report: the page with a cut of a trace inside, as docs/one-file.md has it. Whatever the size of
// the cut, one part of it at a time is in memory.
#pragma once

#include <string>
#include <string_view>

#include "core/report/report_parts.h"
#include "native/output/output_file.h"
#include "native/output/page_file.h"

namespace tp::native {

class ReportOutput final : public CutSink {
 public:
  // `page` outlives the report. `folder`: of the cut's files, with a slash at its end; empty for files by themselves.
  // `view`: what a link to a view has behind its #.
  ReportOutput(const PageText& page, std::string folder, std::string view)
      : page_(page), view_(std::move(view)), parts_(std::move(folder), [this](std::string_view text) {
          putHead();
          put(text);
        }) {}

  // Begins the file. Without, nothing is written, and bytes() tells how much that would have been. Returns false if the
  // place can't be written to; error() says why.
  bool prepare(const std::string& path);
  // The next file gets this name in place of its own.
  void rename(std::string name) { parts_.rename(std::move(name)); }
  void begin(std::string_view path) override { parts_.begin(path); }
  void write(Bytes bytes) override { parts_.write(bytes); }
  bool stopped() const override { return parts_.stopped(); }
  // Writes what is left, and puts the report in its place. Returns false, and leaves nothing behind, if not all could
  // be written.
  bool finish();

  uint64_t bytes() const { return bytes_; }             // of the report
  uint64_t cutBytes() const { return parts_.bytes(); }  // of the cut
  uint64_t files() const { return parts_.files(); }     // of the cut
  const std::string& error() const { return parts_.error(); }

 private:
  void put(std::string_view text);
  void putHead();

  const PageText& page_;
  const std::string view_;
  ReportParts parts_;
  std::string target_;  // empty: nothing is written
  OutputFile out_;
  bool headDone_ = false;
  uint64_t bytes_ = 0;
};

}  // namespace tp::native
