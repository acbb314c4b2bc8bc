#include "native/cli/same_recording.h"

#include <filesystem>

#include "core/analysis/compare/compared_side.h"
#include "core/io/local_files.h"
#include "core/io/same_files.h"

namespace tp::cli {

bool sameRecording(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return false;
  std::error_code failed;
  if (std::filesystem::equivalent(a, b, failed) && !failed) return true;
  const Result<FileSet> filesA = openLocalFiles({a}), filesB = openLocalFiles({b});
  return filesA && filesB && sameFiles(*filesA, *filesB);
}

std::vector<std::string> copiesAmong(const std::vector<std::string>& paths) {
  std::vector<std::string> out;
  for (size_t i = 1; i < paths.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      if (!sameRecording(paths[j], paths[i])) continue;
      out.push_back(copyText(paths[i], paths[i] == paths[j] ? "one before it" : paths[j]));
      break;
    }
  return out;
}

}  // namespace tp::cli
