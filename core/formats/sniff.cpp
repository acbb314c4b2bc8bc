#include "core/formats/sniff.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tp {
namespace {

struct Magic {
  std::string_view bytes;
  std::string_view what;
};

using namespace std::string_view_literals;
constexpr std::array kMagics = {
    Magic{"\x7f"
          "ELF"sv,
          "an ELF program or library"},
    Magic{"\x89PNG"sv, "a PNG picture"},
    Magic{"\xff\xd8\xff"sv, "a JPEG picture"},
    Magic{"%PDF"sv, "a PDF document"},
    Magic{"PK\x03\x04"sv, "a zip archive"},
    Magic{"\x1f\x8b"sv, "a gzip file"},
    Magic{"\x28\xb5\x2f\xfd"sv, "a zstd file"},
    Magic{"\xfd"
          "7zXZ"sv,
          "an xz file"},
    Magic{"PERFILE2"sv, "a perf.data file"},
    Magic{"\xc1\x1f\xfc\xc1"sv, "a CTF stream (LTTng 2, which is not LTTng legacy)"},
    Magic{"\x17\x08\x44tracing"sv, "a trace-cmd file"},
    Magic{"<?xml"sv, "an XML text"},
};

std::string describeFile(const FileEntry& entry) {
  std::vector<std::byte> head = readAll(*entry.source, 0, 512);
  if (head.empty()) return "an empty file";
  std::string_view text = asText(head);
  for (const Magic& magic : kMagics) {
    if (text.starts_with(magic.bytes)) return std::string(magic.what);
  }
  size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && (text[first] == '{' || text[first] == '[')) return "a JSON text";
  bool printable = std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\r' || c == '\t';
  });
  return printable ? "a text file" : "a binary file of an unknown kind";
}

}  // namespace

std::string describeContent(const FileSet& files) {
  if (files.files().size() == 1) return describeFile(files.files().front());
  return "a set of " + std::to_string(files.files().size()) + " files, the first of them " +
         describeFile(files.files().front());
}

}  // namespace tp
