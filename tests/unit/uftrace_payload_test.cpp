// Arguments in a task's file have no length of their own. What the recorder left in their padding may look like
// records.
#include <gtest/gtest.h>

#include "core/analysis/event_merge.h"
#include "core/formats/registry.h"
#include "core/io/file_reading.h"
#include "tests/support/uftrace_folder.h"

namespace tp {
namespace {

constexpr uint64_t kFirst = 2000000000;  // Time of the task's first record.
enum : uint32_t { kMain, kText, kPair, kPlain };
const std::vector<std::string> kNames = {"main", "text", "pair", "plain"};
constexpr const char* kRules =
    "argspec:lines=2\nargspec:text@arg1/s;pair@arg1/t16:pair%rdi+rsi\nretspec:text@retval/s\n";

std::string bytesOf(uint64_t value) {
  std::string out;
  for (int i = 0; i < 8; ++i) out += static_cast<char>(value >> 8 * i & 0xff);
  return out;
}

struct Row {
  uint64_t time;
  uint32_t depth;
  std::string name, args;
  bool operator==(const Row&) const = default;
};

// A task's records, and what has to be read of them.
struct Task {
  std::string bytes;
  std::vector<Row> rows;

  void call(uint64_t time, bool exit, uint32_t depth, uint32_t function, const std::string& payload = {},
            const std::string& args = {}) {
    const size_t at = bytes.size();
    test::putUftraceCall(bytes, time, exit, depth, function);
    if (!payload.empty()) bytes[at + 8] = static_cast<char>(bytes[at + 8] | 4);
    bytes += payload;
    rows.push_back({time, depth, kNames[function], args});
  }
};

// Returns the folder of one task, each file's name and text changed by `change`.
FileSet folderOf(const std::string& task, auto change) {
  const FileSet made = test::uftraceFolder(kNames, {task});
  FileSet files;
  for (const FileEntry& entry : made.files()) {
    std::vector<std::byte> bytes = readAll(*entry.source, 0, entry.source->size(), 1 << 20);
    std::string path = entry.path, text(asText(bytes));
    change(path, text);
    files.add(path, std::make_shared<MemorySource>(std::string_view(text)));
  }
  return files;
}

FileSet folderOf(const std::string& task) {
  return folderOf(task, [](const std::string& path, std::string& text) {
    if (path.ends_with("info")) text += kRules;
  });
}

std::vector<Row> read(const FileSet& files, std::vector<std::string>& warnings) {
  std::vector<Row> rows;
  auto reader = openTrace(files);
  EXPECT_TRUE(reader);
  if (!reader) return rows;
  EventMerge merge(**reader, files);
  EventRow row;
  while (merge.next()) {
    merge.describe(row);
    if (row.kind == "entry" || row.kind == "exit")
      rows.push_back(
          {static_cast<uint64_t>(row.time), static_cast<uint32_t>(row.depth), std::string(row.name), row.args});
  }
  for (const Warning& warning : (*reader)->warnings().kept()) warnings.push_back(warning.text());
  return rows;
}

TEST(UftracePayload, NoBytesOfAPaddingAreARecord) {
  Task task;
  uint64_t time = kFirst;
  task.call(time, false, 0, kMain);
  std::string word;
  test::putUftraceCall(word, 0, false, 1, kPlain);
  word = word.substr(8);
  // An empty string has a length of 0 and six bytes behind it that nobody wrote. They and the next time make a record,
  // if this has the bits of one: all are tried.
  for (int64_t off : {0, -70000, 70000, 1 << 20, 1 << 30})
    for (uint64_t low = 0; low < 64; ++low) {
      time = (time | 0xffff) + 0x10001;
      const uint64_t stale = (time + static_cast<uint64_t>(off)) & ~uint64_t{0xffff};
      task.call(time + 5, false, 1, kText, bytesOf(stale), "\"\"");
      task.call(time + 100 + low, true, 1, kText, bytesOf(stale), "\"\"");
      task.call(time + 200 + low, false, 1, kPlain);
      task.call(time + 300 + low, true, 1, kPlain);
      // Behind a string of four bytes, two are left.
      std::string four = bytesOf(stale);
      four.replace(0, 6, std::string("\4\0four", 6));
      task.call(time + 400 + low, false, 1, kText, four, "\"four\"");
      task.call(time + 500 + low, true, 1, kText, bytesOf(0), "\"\"");
    }
  // A struct holds what the program put there, be it a record of some time ago or of a time to come.
  for (int64_t off : {-5000, -70000, 5000, 1 << 30}) {
    time += 10000;
    task.call(time, false, 1, kPair, bytesOf(time + static_cast<uint64_t>(off)) + word, "pair{...}");
    task.call(time + 100, true, 1, kPair);
  }
  task.call(time + 1000, true, 0, kMain);
  std::vector<std::string> warnings;
  EXPECT_EQ(read(folderOf(task.bytes), warnings), task.rows);
  EXPECT_TRUE(warnings.empty()) << warnings[0];
}

// Two empty classes have the same place on the stack, and are one argument, as uftrace takes them.
TEST(UftracePayload, ArgumentsOfOnePlaceAreOne) {
  Task task;
  task.call(kFirst, false, 0, kMain, bytesOf(7), "7, tag{}");
  task.call(kFirst + 1000, true, 0, kMain);
  FileSet files = folderOf(task.bytes, [](const std::string& path, std::string& text) {
    if (path.ends_with("info")) text += "auto-args:1\n";
  });
  files.add("many/many.dbg", std::make_shared<MemorySource>(
                                 std::string_view("F: 1000 main\nA: @arg1,arg2/t0:tag%stack+1,arg3/t0:tag%stack+1\n")));
  std::vector<std::string> warnings;
  EXPECT_EQ(read(files, warnings), task.rows);
  EXPECT_TRUE(warnings.empty()) << warnings[0];
}

// A damaged length that leads to a later record, and a damaged mark that arguments follow, hide records.
TEST(UftracePayload, RecordsWithinItAreNoArguments) {
  for (bool length : {false, true}) {
    Task task;
    task.call(kFirst, false, 0, kMain);
    const size_t at = task.bytes.size();
    const std::string two("\2\0ab\0\0\0\0", 8);
    task.call(kFirst + 1000, false, 1, length ? kText : kPair, length ? two : "");
    task.call(kFirst + 2000, false, 2, kPlain);
    task.call(kFirst + 3000, true, 2, kPlain);
    task.call(kFirst + 4000, true, 1, length ? kText : kPair);
    task.call(kFirst + 5000, true, 0, kMain);
    if (length)
      task.bytes[at + 16] = 2 + 32;
    else
      task.bytes[at + 8] = static_cast<char>(task.bytes[at + 8] | 4);
    std::vector<std::string> warnings;
    std::vector<Row> rows = read(folderOf(task.bytes), warnings);
    ASSERT_EQ(rows.size(), task.rows.size());
    for (size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i].time, task.rows[i].time);
    EXPECT_EQ(warnings.size(), 1u);
  }
}

// Paths may hold blanks. uftrace 0.13 cuts them in the map, newer versions do not.
TEST(UftraceSymbols, OfAProgramWithBlanksInItsPath) {
  Task task;
  task.call(kFirst, false, 0, kMain);
  task.call(kFirst + 1000, true, 0, kMain);
  auto all = [](std::string& text, const std::string& from, const std::string& to) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  for (const char* path :
       {"/opt/a b/m n", "/opt/a b/many", "/opt/build-id: x/m n", "/opt/m\tn", "/opt/a:b/\xc3\xbc \"n\""})
    for (const char* mapped : {"%", "% build-id:6d753d8b5d07", "% (deleted)", "cut"}) {
      const std::string program = path, base = program.substr(program.rfind('/') + 1);
      const FileSet files = folderOf(task.bytes, [&](std::string& name, std::string& text) {
        if (name.ends_with(".map")) {
          std::string what = mapped;
          all(what, "%", program);
          if (what == "cut") what = program.substr(0, program.find_first_of(" \t"));
          all(text, "/bin/many", what);
        } else if (!name.ends_with(".dat")) {
          all(text, "/bin/many", program);
        }
        if (name.ends_with(".sym")) name = "many/" + base + ".sym";
      });
      std::vector<std::string> warnings;
      EXPECT_EQ(read(files, warnings), task.rows) << path << ", " << mapped;
      EXPECT_TRUE(warnings.empty()) << warnings[0];
    }
}

}  // namespace
}  // namespace tp
