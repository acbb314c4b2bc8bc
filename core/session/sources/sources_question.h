// Asks where the functions of the trace were written.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/decode/written_function.h"
#include "core/session/question.h"

namespace tp {

// A file with sources, as the debugging information names it.
struct SourceFile {
  std::string path;
  std::string folder;  // that a relative path begins in; empty: not known
  uint32_t trace = 0;  // TrackKey::trace

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.path, self.folder, self.trace);
  }
};

struct SourceLine {
  NameId name = kNoName;
  uint32_t file = 0;  // position in the list of files
  uint32_t line = 0;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.name, self.file, self.line);
  }
};

class SourcesQuestion final : public Question {
 public:
  // Both are valid once done().
  const std::vector<SourceFile>& files() const { return files_; }
  // Sorted by name, each place of a name once.
  const std::vector<SourceLine>& lines() const { return lines_; }
  // The places of a function: several if functions share the name.
  std::span<const SourceLine> of(NameId name) const;

  JobKind kind() const override { return JobKind::Sources; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void finish(const TraceIndex& index) override;

 private:
  uint32_t fileOf(SourceFile file);

  std::vector<SourceFile> files_;
  std::map<std::tuple<std::string, std::string, uint32_t>, uint32_t> fileOf_;
  std::vector<SourceLine> lines_;
};

}  // namespace tp
