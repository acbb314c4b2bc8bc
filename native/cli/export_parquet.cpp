#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "core/text/nearest.h"
#include "native/cli/export.h"
#include "native/cli/parquet_export.h"
#include "native/cli/parquet_output.h"
#include "native/cli/trace_tables.h"
#include "native/output/output_file.h"
#include "native/output/unfinished.h"
#include "native/pool/thread_pool.h"

namespace tp::cli {
namespace {

namespace fs = std::filesystem;

// Returns false (after complaining) if the options ask for what there is not.
bool optionsOrComplain(const ExportOptions& options) {
  auto refuse = [](const std::string& why) { return complain(why), false; };
  if (options.file == "-") return refuse("Parquet is a file for each table: -o names a folder");
  if (!options.filter.empty()) return refuse("Parquet has whole tables: --filter does not go with them");
  if (!options.tracks.empty()) return refuse("Parquet has whole tables: --track does not go with them");
  if (!options.columns.empty()) return refuse("Parquet has all columns: --columns does not go with it");
  const std::span<const ParquetSource> sources = parquetSources();
  for (const std::string& name : options.tables) {
    auto isNamed = [&](const ParquetSource& source) { return source.name == name; };
    if (std::any_of(sources.begin(), sources.end(), isNamed)) continue;
    std::vector<std::string> known;
    for (const ParquetSource& source : sources) known.emplace_back(source.name);
    return refuse("--tables: there is no table " + name + meantNames(name, known));
  }
  return true;
}

// The files of the folder, all of which take their places together.
class ParquetFolder {
 public:
  explicit ParquetFolder(const ExportOptions& options) : options_(options) {}
  // Removes the folder where it was made in vain. Files that are not in their places have been removed.
  ~ParquetFolder() {
    files_.clear();
    std::error_code ignored;
    for (const fs::path& made : madeFolders_) fs::remove(made, ignored);
  }
  ParquetFolder(const ParquetFolder&) = delete;
  ParquetFolder& operator=(const ParquetFolder&) = delete;

  // Makes the folder. Returns false (after complaining) if that fails.
  bool make() {
    if (native::isAmong(options_.file, options_.traces.paths)) {
      complain(options_.file + ": this is a part of the trace; give another folder for the export");
      return false;
    }
    const std::unique_lock<std::recursive_mutex> hold = native::holdUnfinished();
    std::error_code failure;
    for (fs::path path = fs::absolute(options_.file, failure).lexically_normal(); !fs::exists(path, failure);
         path = path.parent_path())
      madeFolders_.push_back(path);
    fs::create_directories(options_.file, failure);
    if (!failure && !fs::is_directory(options_.file, failure))
      failure = std::make_error_code(std::errc::not_a_directory);
    if (failure) return complain(options_.file + ": " + failure.message()), false;
    if (!madeFolders_.empty()) unfinished_ = native::Unfinished(madeFolders_.back().string());
    return true;
  }
  // Begins a file. Returns null (after complaining) if that fails.
  const native::OutputFile* begin(std::string_view name) {
    const std::string path = (fs::path(options_.file) / (std::string(name) + ".parquet")).string();
    native::OutputFile& file = *files_.emplace_back(std::make_unique<native::OutputFile>());
    // The folder may hold a link to a file of the trace.
    if (native::isAmong(path, options_.traces.paths)) {
      complain(path + ": this is a part of the trace; give another folder for the export");
      return nullptr;
    }
    if (file.begin(path)) return &file;
    complain(file.error());
    return nullptr;
  }
  // Puts all files in their places. Returns false (after complaining) if one can't be.
  bool finish() {
    // What does not fit on the disk shows before the first file takes its place.
    for (const std::unique_ptr<native::OutputFile>& file : files_)
      if (const int failure = native::writeFailure(file->file()); failure != 0)
        return complain(options_.file + ": " + std::strerror(failure)), false;
    for (const std::unique_ptr<native::OutputFile>& file : files_)
      if (!file->finish()) return complain(file->error()), false;
    madeFolders_.clear();
    unfinished_.finish();
    return true;
  }

 private:
  const ExportOptions& options_;
  std::vector<std::unique_ptr<native::OutputFile>> files_;
  native::Unfinished unfinished_;
  std::vector<fs::path> madeFolders_;  // the folder and those around it that were not there, from the inside
};

}  // namespace

int exportParquet(const ExportOptions& options) {
  constexpr int kFailure = 2;
  if (!optionsOrComplain(options)) return kFailure;
  TraceTables trace(options.traces);
  ParquetFolder folder(options);
  if (!trace.open() || !folder.make()) return kFailure;
  ParquetExport writing(trace, {options.range.from, options.range.to}, codecNamed(options.compression));
  for (const ParquetSource& source : parquetSources()) {
    const std::vector<std::string>& wanted = options.tables;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), source.name) == wanted.end()) continue;
    for (const std::unique_ptr<Table>& table : trace.tables()) {
      if (table->name() != source.table) continue;
      const native::OutputFile* file = folder.begin(source.name);
      if (file == nullptr) return kFailure;
      writing.add(*table, source, file->file());
    }
  }
  if (!writing.run(options.traces.threads > 0 ? options.traces.threads : native::usableCores())) return kFailure;
  trace.printWarnings();
  // Half of a trace must not replace what is there.
  return trace.isWhole() && folder.finish() ? 0 : kFailure;
}

}  // namespace tp::cli
