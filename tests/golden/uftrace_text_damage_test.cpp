// A uftrace directory whose text files are damaged: where that makes values wrong or costs names, it is warned of.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/io/local_files.h"
#include "core/io/sources.h"
#include "tests/support/calls.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

FileSet folder(const std::string& path) {
  auto files = openLocalFiles({path});
  EXPECT_TRUE(files) << path;
  return files ? std::move(*files) : FileSet();
}

// The only file whose name ends so.
const FileEntry* fileOf(const FileSet& files, std::string_view ending) {
  for (const FileEntry& file : files.files())
    if (file.path.ends_with(ending)) return &file;
  return nullptr;
}

FileSet with(const FileSet& files, const FileEntry& file, const std::string& text) {
  FileSet other = files;
  other.add(file.path, std::make_shared<MemorySource>(text));
  return other;
}

// Warnings of the file, all of the trace read.
std::vector<std::string> warningsOf(const FileSet& files, const std::string& path) {
  test::LocalSession local;
  local.open(files);
  std::vector<std::string> found;
  for (const Warning& warning : local.session.index().warnings())
    if (warning.file == path) found.push_back(warning.text());
  return found;
}

TEST(UftraceText, ListsOfArgumentsThatAreDamagedAreToldOf) {
  const FileSet files = folder(test::samplesPath("uftrace") + "/args-spec/uftrace.data");
  const FileEntry* info = fileOf(files, "/info");
  ASSERT_NE(info, nullptr);
  const std::string whole(asText(readAll(*info->source)));
  EXPECT_TRUE(warningsOf(files, info->path).empty());
  const std::pair<std::string, std::string> damages[] = {{"f_ints@arg1/i8", "f_ints@asg1/i8"},
                                                         {"f_ints@arg1/i8", "f_ints@arg1/q8"},
                                                         {"f_ints@arg1/i8", "f_ints@arg1/i7"},
                                                         {"f_ints@arg1/i8", "f_ints@arg1.i8"},
                                                         {"i8,arg2/i16", "i8-arg2/i16"},
                                                         {"f_ints@arg1/i8", "f_ints@arg\x01/i8"},
                                                         {"arg7%stack+1", "arg7%stack!1"},
                                                         {"f_pst@arg1%rdi",
                                                          "f_pst@arg1%\xf2"
                                                          "di"},
                                                         {"f_ld@retval/f80", "f_ld@retval/g80"},
                                                         {"f_ld@retval/f80", "f_ld@retval/f9"},
                                                         {"f_enum@arg1/e:color", "f_enum@arg1/e;color"},
                                                         {"f_vec@arg1/t24", "f_vec@arg1/t24x"}};
  for (const auto& [before, after] : damages) {
    std::string text = whole;
    const size_t at = text.find(before, text.find("\nargspec:f_"));
    ASSERT_NE(at, std::string::npos) << before;
    text.replace(at, before.size(), after);
    const std::vector<std::string> warnings = warningsOf(with(files, *info, text), info->path);
    // Bytes that no text has are told of by themselves, too.
    EXPECT_EQ(std::count_if(warnings.begin(), warnings.end(),
                            [](const std::string& one) {
                              return one.find("expected lists of arguments and return values") != std::string::npos;
                            }),
              1)
        << after;
  }
}

// Of every recording that has any: no recorder writes what is warned of.
TEST(UftraceText, ListsOfArgumentsThatAreWholeAreNot) {
  size_t lists = 0;
  for (const char* name : {"args-auto", "args-auto-013", "args-spec", "fib-args", "fib-args-013", "fib-argspec",
                           "patch-pfe-args", "rust-legacy", "dlopen", "libcall", "m32-fib", "cxx", "sdt"}) {
    const FileSet files = folder(test::samplesPath("uftrace") + "/" + name + "/uftrace.data");
    const FileEntry* info = fileOf(files, "/info");
    ASSERT_NE(info, nullptr) << name;
    lists += std::string(asText(readAll(*info->source))).find("@arg") != std::string::npos ? 1 : 0;
    EXPECT_TRUE(warningsOf(files, info->path).empty()) << name;
  }
  EXPECT_GE(lists, 3u);
}

std::set<std::string> functionsOf(const FileSet& files) {
  const test::TraceCalls calls = test::callsOf(files, {});
  std::set<std::string> names;
  if (calls.reader == nullptr) return names;
  for (const FunctionStats& row : makeFunctionTable(calls.profile, calls.reader->names()).rows)
    names.insert(std::string(calls.reader->names().view(row.name)));
  return names;
}

// Within a line: between two, nothing tells a shorter file from a whole one.
TEST(UftraceText, AMapThatIsCutIsToldOfWhereItCostsNames) {
  for (const std::string& path :
       {test::sourcePath("assets/samples/kitchen/data"), test::samplesPath("uftrace") + "/libcall/uftrace.data"}) {
    const FileSet files = folder(path);
    const FileEntry* map = fileOf(files, ".map");
    ASSERT_NE(map, nullptr) << path;
    const std::string whole(asText(readAll(*map->source)));
    const std::set<std::string> all = functionsOf(files);
    size_t costs = 0;
    std::vector<size_t> cuts{0};
    for (size_t at = 0; at < whole.size(); ++at)
      if (whole[at] == '\n') cuts.insert(cuts.end(), {at - at % 7 - 1, at});
    for (size_t cut : cuts) {
      const FileSet less = with(files, *map, whole.substr(0, cut));
      const std::set<std::string> names = functionsOf(less);
      if (names == all) continue;
      ++costs;
      EXPECT_FALSE(warningsOf(less, map->path).empty()) << path << " cut to " << cut;
    }
    EXPECT_GT(costs, 0u) << path;
  }
}

}  // namespace
}  // namespace tp
