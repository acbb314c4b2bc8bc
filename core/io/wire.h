// Messages between threads (natively) or workers (in the page) of one build: flat bytes without pointers, little
// endian. The other end is our own code, but WireReader still reads through a Cursor.
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/io/cursor.h"

namespace tp {

class WireWriter {
 public:
  template <class T>
  void put(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof value);
  }
  void putString(std::string_view text) {
    put(static_cast<uint32_t>(text.size()));
    append(text.data(), text.size());
  }
  // Writes the number of elements as 32 bits, then the elements.
  template <class T>
  void putArray(const std::vector<T>& values) {
    putArray(std::span<const T>(values));
  }
  template <class T>
  void putArray(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    put(static_cast<uint32_t>(values.size()));
    append(values.data(), values.size() * sizeof(T));
  }
  // Appends what another writer has written, unchanged.
  void append(const std::vector<std::byte>& bytes) { append(bytes.data(), bytes.size()); }
  // Reserves a 32-bit number that is known only later; returns its place for patch().
  size_t reserve32() {
    put(uint32_t{0});
    return bytes_.size() - sizeof(uint32_t);
  }
  void patch(size_t at, uint32_t value) { std::memcpy(bytes_.data() + at, &value, sizeof value); }

  size_t size() const { return bytes_.size(); }
  // Reserves memory for `size` bytes in all.
  void reserve(size_t size) { bytes_.reserve(size); }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void append(const void* data, size_t size) {
    if (size == 0) return;
    size_t at = bytes_.size();
    bytes_.resize(at + size);
    std::memcpy(bytes_.data() + at, data, size);
  }

  std::vector<std::byte> bytes_;
};

class WireReader {
 public:
  explicit WireReader(Bytes bytes) : cursor_(bytes) {}

  bool failed() const { return cursor_.failed(); }
  size_t remaining() const { return cursor_.remaining(); }
  template <class T>
  T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    Bytes bytes = cursor_.bytes(sizeof(T));
    if (!cursor_.failed()) std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }
  // Returns a view into the message.
  std::string_view getString() { return asText(cursor_.bytes(get<uint32_t>())); }
  // Appends the elements to `out`.
  template <class T>
  void getArray(std::vector<T>& out) {
    getArray(out, [](size_t) {});
  }
  // `before` is called with the number of elements if they are complete and not empty, before they are appended.
  template <class T, class Before>
  void getArray(std::vector<T>& out, Before&& before) {
    uint64_t count = get<uint32_t>();
    Bytes bytes = cursor_.bytes(count * sizeof(T));
    if (cursor_.failed() || count == 0) return;
    before(static_cast<size_t>(count));
    size_t at = out.size();
    out.resize(at + static_cast<size_t>(count));
    std::memcpy(out.data() + at, bytes.data(), bytes.size());
  }

 private:
  Cursor cursor_;
};

}  // namespace tp
