// CutOutput writes a cut of a trace into a file or a folder, which takes its place once all of it is there.
#pragma once

#include <string>

#include "core/decode/cut.h"
#include "native/output/output_file.h"

namespace tp::native {

class CutOutput final : public CutSink {
 public:
  // With `single`, `path` is the one file of the cut; otherwise a folder for its files, which is empty or does not
  // exist.
  CutOutput(std::string path, bool single) : path_(std::move(path)), single_(single) {}
  ~CutOutput() override;
  CutOutput(const CutOutput&) = delete;
  CutOutput& operator=(const CutOutput&) = delete;

  // Returns false if the place can't be written to; error() says why.
  bool prepare();
  void begin(std::string_view path) override;
  void write(Bytes bytes) override;
  bool stopped() const override { return !error_.empty(); }
  // Puts what was written in its place. Returns false, and leaves nothing behind, if not all could be written.
  bool finish();

  const std::string& error() const { return error_; }

 private:
  void endFile();

  const std::string path_;
  const bool single_;
  std::string folder_;  // where files are written meanwhile; empty if there is none
  Unfinished unfinished_;
  OutputFile file_;
  std::string error_;
};

}  // namespace tp::native
