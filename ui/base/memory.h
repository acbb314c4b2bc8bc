// What panels keep from one frame to the next.
#pragma once

#include <memory>
#include <vector>

namespace tp::ui {

// A value of each type that is asked for: made when it is first wanted, gone with the window whose it is. The types are
// the panels' own.
class Memory {
 public:
  template <class T>
  T& of() {
    for (const Slot& slot : slots_)
      if (slot.type == &kType<T>) return *static_cast<T*>(slot.value.get());
    slots_.push_back({&kType<T>, std::make_shared<T>()});
    return *static_cast<T*>(slots_.back().value.get());
  }

 private:
  // Told apart by where it lies, which is nowhere else only because it may be written to.
  template <class T>
  static inline char kType = 0;

  struct Slot {
    const void* type;
    std::shared_ptr<void> value;
  };
  std::vector<Slot> slots_;
};

}  // namespace tp::ui
