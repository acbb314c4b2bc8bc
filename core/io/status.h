// How every reader says that something went wrong: an Error ends what was being done, a Warning is a loss that was
// survived. Both name the file and the byte offset, so that a person can look at the very place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace tp {

inline constexpr uint64_t kNoOffset = ~uint64_t{0};

struct Error {
  std::string file;             // path within the FileSet; empty where no single file is to blame
  uint64_t offset = kNoOffset;  // byte offset in that file
  std::string message;          // what is wrong and, where it helps, what to do

  // "FILE: offset N: message", without the parts that are not known.
  std::string text() const;
};

// A value or an Error. Exceptions are off in the core, so this is how functions fail.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  // Only when ok().
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }
  // Only when not ok().
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
};

}  // namespace tp
