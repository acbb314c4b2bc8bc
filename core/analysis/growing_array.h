// A list of plain values that only grows, for lists of many megabytes. Unlike std::vector, it leaves moving them to
// realloc(), which moves large blocks without copying or clearing memory where it can. Aborts if memory runs out.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace tp {

template <class T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  GrowingArray() = default;
  GrowingArray(GrowingArray&& other) noexcept
      : values_(std::move(other.values_)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  GrowingArray& operator=(GrowingArray&& other) noexcept {
    values_ = std::move(other.values_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }

  size_t size() const { return size_; }
  // References stay valid until the next push() or room().
  T& operator[](size_t at) { return values_.get()[at]; }
  const T& operator[](size_t at) const { return values_.get()[at]; }
  std::span<const T> all() const { return {values_.get(), size_}; }

  void push(const T& value) {
    if (size_ == capacity_) grow();
    new (values_.get() + size_++) T(value);
  }
  // Returns where the next `more` values go. They must be written there before resize() takes them in.
  T* room(size_t more) {
    while (capacity_ - size_ < more) [[unlikely]] grow();
    return values_.get() + size_;
  }
  void resize(size_t size) { size_ = size; }

 private:
  struct Free {
    void operator()(T* values) const { std::free(values); }
  };

  [[gnu::noinline]] void grow() {
    constexpr size_t kMax = std::numeric_limits<size_t>::max() / 2 / sizeof(T);
    size_t capacity = capacity_ == 0 ? 16 : capacity_ * 2;
    // Larger blocks are not part of the heap: they grow without being copied, and take memory only as it is written.
    constexpr size_t kOfHeap = size_t{32} << 20;
    if (sizeof(void*) == 8 && capacity > kOfHeap / sizeof(T) / 16 && capacity <= kOfHeap / sizeof(T))
      capacity = kOfHeap / sizeof(T) * 2;
    void* moved = capacity <= kMax ? std::realloc(static_cast<void*>(values_.get()), capacity * sizeof(T)) : nullptr;
    if (moved == nullptr) std::abort();  // as `new` does without exceptions
    static_cast<void>(values_.release());
    values_.reset(static_cast<T*>(moved));
    capacity_ = capacity;
  }

  std::unique_ptr<T, Free> values_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace tp
