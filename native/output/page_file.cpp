#include "native/output/page_file.h"

#include <filesystem>
#include <system_error>

#include "core/io/byte_source.h"
#include "core/io/local_files.h"
#include "native/output/program_path.h"

namespace tp::native {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxPage = uint64_t{256} << 20;  // bytes

}  // namespace

Result<PageText> readPage(const std::string& path) {
  std::error_code failure;
  if (fs::is_directory(path, failure)) return Error{path, kNoOffset, "this is a folder; the page is a file"};
  if (const uint64_t size = fs::file_size(path, failure); !failure && size > kMaxPage)
    return Error{path, kNoOffset, "no page of Tracepane is as large as this"};
  const Result<FileSet> files = openLocalFiles({path});
  if (!files) return files.error();
  // An archive may hold anything.
  if (files->files().size() != 1) return Error{path, kNoOffset, "this is no page of Tracepane"};
  const std::vector<std::byte> bytes = readAll(*files->files()[0].source, 0, kMaxPage);
  return PageText::of(std::string(asText(bytes)), path);
}

std::string installedPage() {
  const fs::path program = programPath();
  if (program.empty()) return {};
  std::error_code failure;
  const fs::path page = program.parent_path().parent_path() / "share/tracepane/tracepane.html";
  return fs::is_regular_file(page, failure) ? page.string() : std::string();
}

}  // namespace tp::native
