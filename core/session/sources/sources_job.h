// Lists where the functions were written that a worker has met.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/decode/written_function.h"
#include "core/session/job.h"

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
};

class SourcesJob final : public Job {
 public:
  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return 0; }

 private:
  uint32_t fileOf(const WrittenFunction& function, std::string path);

  size_t next_ = 0;
  std::vector<SourceFile> files_;
  std::map<std::tuple<std::string, std::string, uint32_t>, uint32_t> fileOf_;
  std::vector<SourceLine> lines_;
};

}  // namespace tp
