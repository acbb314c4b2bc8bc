// State that panels keep between frames.
#pragma once

#include <memory>
#include <vector>

namespace tp::ui {

// Holds one value of each type: default-constructed when it is first asked for, destroyed with the window's state. The
// types are private to the panels.
class Memory {
 public:
  // The reference is valid as long as the Memory.
  template <class T>
  T& of() {
    for (const Slot& slot : slots_)
      if (slot.type == &kType<T>) return *static_cast<T*>(slot.value.get());
    slots_.push_back({&kType<T>, std::make_shared<T>()});
    return *static_cast<T*>(slots_.back().value.get());
  }

 private:
  // The address identifies the type. Not const, because linkers may merge constants of equal value.
  template <class T>
  static inline char kType = 0;

  struct Slot {
    const void* type;
    std::shared_ptr<void> value;
  };
  std::vector<Slot> slots_;
};

}  // namespace tp::ui
