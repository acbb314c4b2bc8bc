#include "native/cli/open.h"

#include <cstdio>

#include "core/formats/registry.h"
#include "core/io/local_files.h"

namespace tp::cli {

void complain(const std::string& message) {
  std::fprintf(stderr, "tracepane: %s\n", message.c_str());
}

std::optional<OpenTrace> openOrComplain(const std::vector<std::string>& paths) {
  auto files = openLocalFiles(paths);
  if (!files) {
    complain(files.error().text());
    return std::nullopt;
  }
  auto reader = openTrace(*files);
  if (!reader) {
    complain(reader.error().text());
    return std::nullopt;
  }
  return OpenTrace{std::move(*files), std::move(*reader)};
}

void printWarnings(TraceReader& reader) {
  const WarningLog& log = reader.warnings();
  for (const Warning& warning : log.kept()) complain(warning.text());
  if (log.total() > log.kept().size()) {
    complain(std::to_string(log.total() - log.kept().size()) + " more warnings");
  }
}

}  // namespace tp::cli
