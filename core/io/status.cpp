#include "core/io/status.h"

namespace tp {
namespace {

std::string place(const std::string& file, uint64_t offset) {
  std::string out = file;
  if (offset != kNoOffset) {
    if (!out.empty()) out += ": ";
    out += "offset " + std::to_string(offset);
  }
  if (!out.empty()) out += ": ";
  return out;
}

}  // namespace

std::string Error::text() const {
  return place(file, offset) + message;
}

std::string Warning::text() const {
  return place(file, offset) + "expected " + expected + ", found " + found;
}

void WarningLog::add(Warning warning) {
  ++total_;
  if (kept_.size() < kKept) kept_.push_back(std::move(warning));
}

void WarningLog::add(std::string file, uint64_t offset, std::string expected, std::string found) {
  add(Warning{std::move(file), offset, std::move(expected), std::move(found)});
}

void WarningLog::absorb(WarningLog& other) {
  total_ += other.total_ - other.kept_.size();
  for (Warning& warning : other.kept_) add(std::move(warning));
  other = {};
}

void WarningLog::rewind(size_t kept, uint64_t total) {
  if (kept < kept_.size()) kept_.resize(kept);
  total_ = total;
}

}  // namespace tp
