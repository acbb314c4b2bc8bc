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
  return accepted.empty() ? line() : line() + " " + accepted;
}

std::string Error::line() const {
  return place(file, offset) + message;
}

std::string Warning::text() const {
  return place(file, offset) + "expected " + expected + ", found " + found;
}

}  // namespace tp
