// How readers report problems: an Error ends the operation, a Warning reports a loss that was survived. Both name the
// file and the byte offset, so that the user can look at the place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace tp {

inline constexpr uint64_t kNoOffset = ~uint64_t{0};

struct Error {
  std::string file;             // path within the FileSet; empty if no single file is to blame
  uint64_t offset = kNoOffset;  // byte offset in that file
  std::string message;          // what is wrong and, if it helps, what to do
  std::string accepted = {};    // what would have been right, as a sentence, if that is long

  // "FILE: offset N: message accepted", without the parts that are unknown.
  std::string text() const;
  // The same in one line, without `accepted`.
  std::string line() const;
};

// A value or an Error. The core is compiled without exceptions, so functions that can fail return this.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  // Requires ok().
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }
  // Requires !ok().
  const Error& error() const { return error_; }

 private:
  std::optional<T> value_;
  Error error_;
};

struct Warning {
  std::string file;
  uint64_t offset = kNoOffset;
  std::string expected;
  std::string found;

  // "FILE: offset N: expected X, found Y".
  std::string text() const;

  auto tie() const { return std::tie(file, offset, expected, found); }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.file, self.offset, self.expected, self.found);
  }
};

}  // namespace tp
