// Messages between threads (natively) or workers (in the page) of one build, and saved states of decoders: flat bytes
// without pointers, little endian. The other end is our own code, but WireReader still reads through a Cursor.
//
// The layout of a message is said once, for both directions. A struct whose bytes can't be copied as a whole lists its
// members, which a WireWriter appends and a WireReader sets:
//
//   template <class Self, class Wire>
//   static void layout(Self& self, Wire& wire) {
//     wire(self.name, self.times, atMost(self.kind, Kind::Last));
//   }
//
// Numbers of names and tracks (core/io/table_number.h) may be others at the two ends. A writer or a reader that was
// given a NumberMap or SavedNumbers translates each of them on its way, so nobody else has to.
//
// `Self` is constant when writing. A member may be a number, a bool, a text, an enumeration (atMost), a struct with
// layout() or of flat bytes, or an optional, a pair, a tuple or a container of these. put(), get() and their like are
// for messages that are not read as they are written: merged, or read in place.
#pragma once

#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/io/cursor.h"
#include "core/io/saved_numbers.h"
#include "core/io/table_number.h"

namespace tp {

// Stands for a member of which greater values than `most` are invalid: WireReader fails for them.
template <class T>
struct AtMost {
  T& value;
  std::remove_const_t<T> most;
};
template <class T>
AtMost<T> atMost(T& value, std::type_identity_t<std::remove_const_t<T>> most) {
  return {value, most};
}
// Stands for a vector whose elements are copied as they are: its reader translates them.
template <class T>
struct Untranslated {
  T& values;
};
template <class T>
Untranslated<T> untranslated(T& values) {
  return {values};
}
// Stands for a container that has as many elements at both ends: WireReader fails for any other number, and never
// changes it.
template <class T>
struct SameSize {
  T& values;
};
template <class T>
SameSize<T> sameSize(T& values) {
  return {values};
}

namespace wire {

template <class T, class Wire>
concept HasLayout = requires(T& value, Wire& wire) {
  T::layout(value, wire);
};
template <class T>
inline constexpr bool kIsSpan = false;
template <class T, size_t kSize>
inline constexpr bool kIsSpan<std::span<T, kSize>> = true;
template <class T>
inline constexpr bool kIsTableNumber = false;
template <class Tag>
inline constexpr bool kIsTableNumber<TableNumber<Tag>> = true;

// Whether a struct has a member that is a TableNumber, among its first twelve. (It can't be asked for its members, but
// for what may initialise them.) A number deep within a member, behind others, is not found: such a struct needs a
// layout() in any case.
struct AnyMember {
  template <class T>
  operator T() const;
};
struct NumberMember {
  template <class Tag>
  operator TableNumber<Tag>() const;
};
template <class T, size_t... kBefore>
constexpr bool isNumberAfter(std::index_sequence<kBefore...>) {
  return requires {
    T{(static_cast<void>(kBefore), AnyMember())..., NumberMember()};
  };
}
template <class T, size_t... kAt>
constexpr bool anyNumberAt(std::index_sequence<kAt...>) {
  return (isNumberAfter<T>(std::make_index_sequence<kAt>()) || ...);
}
template <class T>
constexpr bool hasTableNumber() {
  if constexpr (std::is_aggregate_v<T>)
    return anyNumberAt<T>(std::make_index_sequence<12>());
  else
    return false;
}
// Copied as a whole: every byte tells something, any bytes are valid, as they need not be of an enumeration, and
// nothing is to be translated.
template <class T>
concept Flat = std::is_floating_point_v<T> || std::is_same_v<T, std::byte> ||
    (std::is_trivially_copyable_v<T>&& std::has_unique_object_representations_v<T> && !std::is_same_v<T, bool> &&
     !std::is_pointer_v<T> && !std::is_enum_v<T> && !kIsSpan<T> && !kIsTableNumber<T> && !hasTableNumber<T>());
template <class T>
concept Text = std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>;
template <class T>
concept TupleLike = requires {
  std::tuple_size<T>::value;
};
template <class T>
concept Container = requires(T& value) {
  typename T::value_type;
  value.begin();
  value.size();
};
// Elements that lie one behind the other, and are copied together.
template <class T>
concept FlatArray = Container<T> && Flat<typename T::value_type> && requires(T& value) {
  value.data();
};

template <class T>
struct ElementOf {
  using type = typename T::value_type;
};
// A map's own elements have constant keys.
template <class T>
requires requires {
  typename T::mapped_type;
}
struct ElementOf<T> {
  using type = std::pair<typename T::key_type, typename T::mapped_type>;
};

template <class T>
inline constexpr bool kIsAtMost = false;
template <class T>
inline constexpr bool kIsAtMost<AtMost<T>> = true;
template <class T>
inline constexpr bool kIsSameSize = false;
template <class T>
inline constexpr bool kIsSameSize<SameSize<T>> = true;
template <class T>
inline constexpr bool kIsUntranslated = false;
template <class T>
inline constexpr bool kIsUntranslated<Untranslated<T>> = true;
template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

}  // namespace wire

class WireWriter {
 public:
  static constexpr bool kReads = false;

  // Writes numbers of names and tracks as they are.
  WireWriter() = default;
  // Writes them as `numbers` has them. It must outlive the writer.
  explicit WireWriter(const NumberMap& numbers) : numbers_(&numbers) {}
  // For a saved state. `saved` must outlive the writer.
  explicit WireWriter(SavedNumbers& saved) : saved_(&saved) {}

  template <class... T>
  void operator()(const T&... values) {
    (write(values), ...);
  }
  // As many as eight flags, in one byte.
  template <class... Flag>
  void bits(const Flag&... flags) {
    static_assert(sizeof...(flags) <= 8 && (std::is_same_v<Flag, bool> && ...));
    unsigned all = 0, bit = 0;
    ((all |= unsigned{flags} << bit++), ...);
    put(static_cast<uint8_t>(all));
  }
  // For what is sent as another value than it is: `get` returns that value, `set` takes it when reading. The parameter
  // of `set` must be auto, and what it does depend on it, or it would have to compile for a constant `self` as well.
  template <class Get, class Set>
  void as(Get&& get, Set&&) {
    write(get());
  }
  // What a reader checks.
  void require(bool) {}

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
  template <class T>
  void write(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      put(static_cast<uint8_t>(value));
    } else if constexpr (wire::kIsAtMost<T>) {
      put(value.value);
    } else if constexpr (wire::kIsTableNumber<T>) {
      put(saved_ != nullptr ? saved_->save(value) : numbers_ != nullptr ? numbers_->to(value) : value);
    } else if constexpr (wire::kIsUntranslated<T>) {
      putArray(value.values);
    } else if constexpr (wire::kIsSameSize<T>) {
      write(value.values);
    } else if constexpr (wire::Text<T>) {
      putString(value);
    } else if constexpr (wire::HasLayout<const T, WireWriter>) {
      T::layout(value, *this);
    } else if constexpr (wire::Flat<T>) {
      put(value);
    } else if constexpr (wire::kIsOptional<T>) {
      write(value.has_value());
      if (value) write(*value);
    } else if constexpr (wire::TupleLike<T>) {
      std::apply([this](const auto&... parts) { (*this)(parts...); }, value);
    } else if constexpr (wire::FlatArray<T>) {
      putArray(std::span<const typename T::value_type>(value));
    } else {
      static_assert(wire::Container<T>, "give it layout(): its bytes can't be copied as a whole");
      put(static_cast<uint32_t>(value.size()));
      // Elements of vector<bool> are proxies in some libraries.
      for (const auto& one : value) write<typename T::value_type>(one);
    }
  }
  void append(const void* data, size_t size) {
    if (size == 0) return;
    size_t at = bytes_.size();
    bytes_.resize(at + size);
    std::memcpy(bytes_.data() + at, data, size);
  }

  std::vector<std::byte> bytes_;
  const NumberMap* numbers_ = nullptr;
  SavedNumbers* saved_ = nullptr;
};

class WireReader {
 public:
  static constexpr bool kReads = true;

  explicit WireReader(Bytes bytes) : cursor_(bytes) {}
  WireReader(Bytes bytes, const NumberMap& numbers) : cursor_(bytes), numbers_(&numbers) {}
  // From now on, reads numbers of names and tracks as `numbers` has them. It must outlive the reader.
  void translate(const NumberMap& numbers) { numbers_ = &numbers; }

  // Replaces the values. Once it has failed, what they are is not specified, but they are valid; containers take no
  // more memory than the bytes that are left may stand for.
  template <class... T>
  void operator()(T&&... values) {
    (take(values), ...);
  }
  template <class T>
  T read() {
    T value{};
    take(value);
    return value;
  }
  template <class... Flag>
  void bits(Flag&... flags) {
    static_assert(sizeof...(flags) <= 8 && (std::is_same_v<Flag, bool> && ...));
    const unsigned all = get<uint8_t>();
    unsigned bit = 0;
    ((flags = (all >> bit++ & 1) != 0), ...);
  }
  // `set` is not called if reading fails.
  template <class Get, class Set>
  void as(Get&& get, Set&& set) {
    std::remove_cvref_t<decltype(get())> value{};
    take(value);
    if (!failed()) set(std::move(value));
  }
  // Fails if what was read is not as it must be.
  void require(bool valid) {
    if (!valid) cursor_.skip(~uint64_t{0});  // no message has so many bytes
  }
  // Whether all could be read, and nothing is left.
  bool complete() const { return !failed() && remaining() == 0; }

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
  // For numbers that were read by get() or getArray().
  template <class Tag>
  TableNumber<Tag> translated(TableNumber<Tag> theirs) const {
    return numbers_ != nullptr ? numbers_->to(theirs) : theirs;
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
  template <class T>
  void take(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      value = get<uint8_t>() != 0;
    } else if constexpr (wire::kIsAtMost<T>) {
      readAtMost(value);
    } else if constexpr (wire::kIsTableNumber<T>) {
      value = translated(get<T>());
    } else if constexpr (wire::kIsUntranslated<T>) {
      value.values.clear();
      getArray(value.values);
    } else if constexpr (wire::kIsSameSize<T>) {
      readSameSize(value.values);
    } else if constexpr (wire::Text<T>) {
      value = getString();
    } else if constexpr (wire::HasLayout<T, WireReader>) {
      T::layout(value, *this);
    } else if constexpr (wire::Flat<T>) {
      value = get<T>();
    } else if constexpr (wire::kIsOptional<T>) {
      value.reset();
      if (get<uint8_t>() != 0) take(value.emplace());
    } else if constexpr (wire::TupleLike<T>) {
      std::apply([this](auto&... parts) { (*this)(parts...); }, value);
    } else if constexpr (wire::FlatArray<T>) {
      value.clear();
      getArray(value);
    } else {
      static_assert(wire::Container<T>, "give it layout(): its bytes can't be copied as a whole");
      readElements(value);
    }
  }
  template <class T>
  void readAtMost(const AtMost<T>& limited) {
    const T value = get<T>();
    require(value <= limited.most);
    if (!failed()) limited.value = value;
  }
  template <class T>
  void readSameSize(T& values) {
    require(get<uint32_t>() == values.size());
    if (failed()) return;
    if constexpr (wire::FlatArray<T>) {
      const Bytes bytes = cursor_.bytes(values.size() * sizeof(typename T::value_type));
      if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    } else {
      for (auto& one : values) take(one);
    }
  }
  template <class T>
  void readElements(T& out) {
    out.clear();
    const uint32_t count = get<uint32_t>();
    require(count <= remaining());  // each takes a byte at least
    for (uint32_t i = 0; i < count && !failed(); ++i) {
      typename wire::ElementOf<T>::type one{};
      take(one);
      if (!failed()) out.insert(out.end(), std::move(one));
    }
  }

  Cursor cursor_;
  const NumberMap* numbers_ = nullptr;
};

}  // namespace tp
