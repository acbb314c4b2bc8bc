// Whatever is done to a trace's bytes: it opens as far as it can, or says why not; nothing else.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "core/io/local_files.h"
#include "tests/support/decode_all.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

// How often each file is damaged by a test.
constexpr size_t kRounds = test::kSlowBuild ? 2 : 20;

// The committed traces: each as its files with their bytes.
struct Trace {
  std::string name;
  std::vector<std::pair<std::string, std::string>> files;
};

std::vector<Trace> committed() {
  std::vector<Trace> traces;
  for (const char* folder : {"assets/samples", "tests/data/tracecmd", "tests/data/xray", "tests/data/lttng"}) {
    std::string root = test::sourcePath(folder);
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(root, error)) {
      std::string path = entry.path().string() + (std::filesystem::is_directory(entry) ? "/data" : "");
      auto opened = openLocalFiles({path});
      if (!opened) continue;
      Trace trace{entry.path().filename().string(), {}};
      for (const FileEntry& file : opened->files()) {
        std::vector<std::byte> bytes = readAll(*file.source);
        trace.files.emplace_back(file.path, std::string(asText(bytes)));
      }
      std::string kind = entry.path().extension().string();
      if (kind == ".dat" || kind == ".xray" || std::filesystem::is_directory(entry)) traces.push_back(std::move(trace));
    }
  }
  return traces;
}

FileSet makeSet(const Trace& trace, size_t changed, const std::string& bytes) {
  FileSet files;
  for (size_t i = 0; i < trace.files.size(); ++i)
    files.add(trace.files[i].first,
              std::make_shared<MemorySource>(std::string_view(i == changed ? bytes : trace.files[i].second)));
  return files;
}

bool worthDamaging(const std::string& path) {
  // Symbol tables of libraries are many bytes of the same.
  return path.find("lib") == std::string::npos && path.find("ld-") == std::string::npos;
}

TEST(Robust, Truncation) {
  for (const Trace& trace : committed()) {
    for (size_t i = 0; i < trace.files.size(); ++i) {
      const std::string& whole = trace.files[i].second;
      if (!worthDamaging(trace.files[i].first)) continue;
      for (size_t step = 0; step < kRounds; ++step)
        test::exercise(makeSet(trace, i, whole.substr(0, whole.size() * step / kRounds)));
    }
  }
}

TEST(Robust, FlippedBits) {
  std::mt19937 random(1);
  for (const Trace& trace : committed()) {
    for (size_t i = 0; i < trace.files.size(); ++i) {
      if (!worthDamaging(trace.files[i].first) || trace.files[i].second.empty()) continue;
      for (size_t round = 0; round < kRounds; ++round) {
        std::string bytes = trace.files[i].second;
        for (size_t flips = 1 + round % 8; flips > 0; --flips) {
          // Near the beginning more often: headers are there.
          size_t at = random() % bytes.size();
          if (round % 2 == 0) at = random() % std::min<size_t>(bytes.size(), 256);
          bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
        }
        test::exercise(makeSet(trace, i, bytes));
      }
    }
  }
}

TEST(Robust, MissingFiles) {
  for (const Trace& trace : committed()) {
    for (size_t left = 0; left < trace.files.size(); ++left) {
      FileSet files;
      for (size_t i = 0; i < trace.files.size(); ++i)
        if (i != left)
          files.add(trace.files[i].first, std::make_shared<MemorySource>(std::string_view(trace.files[i].second)));
      test::exercise(files);
    }
  }
}

TEST(Robust, DamagedTracesGoThroughTheWholeSession) {
  std::mt19937 random(2);
  for (const Trace& trace : committed()) {
    for (int round = 0; round < 5; ++round) {
      size_t i = random() % trace.files.size();
      std::string bytes = trace.files[i].second;
      if (bytes.empty()) continue;
      for (int flips = 0; flips < 20; ++flips) bytes[random() % bytes.size()] = static_cast<char>(random());
      test::LocalSession local(2);
      local.open(makeSet(trace, i, bytes), 4096);
      EXPECT_TRUE(local.session.phase() == Phase::Ready || local.session.phase() == Phase::Failed);
    }
  }
}

}  // namespace
}  // namespace tp
