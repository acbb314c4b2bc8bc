// The stacks that the kernel records as events of their own: kernel_stack and user_stack. Their print format names
// eight frames, however many a record has, so it is not what their text is made by.
// Source: kernel/trace/trace.c (__ftrace_trace_stack(), ftrace_trace_userstack()) and trace_output.c
// (trace_stack_print(), trace_user_stack_print()) of the kernel.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/formats/tracecmd/event_text.h"
#include "core/formats/tracecmd/process_maps.h"

namespace tp::tracecmd {

// The frames of one record, the innermost first.
class StackFrames {
 public:
  // What the kernel records in the place of a trampoline of ftrace (FTRACE_TRAMPOLINE_MARKER).
  static constexpr uint64_t kTrampoline = 0x7fffffff;

  // `record` has the bytes of a record of `event`, which is one of a stack. Both outlive this object.
  StackFrames(const Event& event, const Bytes& record, Endian endian, uint32_t longSize);

  size_t size() const { return bytes_.size() / longSize_; }
  // Returns the address of a frame; `number` must be below size().
  uint64_t at(size_t number) const { return Cursor(bytes_.subspan(number * longSize_), endian_).unsignedOf(longSize_); }

 private:
  Bytes bytes_;
  Endian endian_;
  uint32_t longSize_;
};

// Returns whether the event is a stack whose frames can be read.
inline bool isStack(const Event& event) {
  return event.callers != nullptr;
}

// Names the frames of stacks.
class StackNames {
 public:
  // Both outlive this object.
  StackNames(EventText& text, const ProcessMaps& maps) : text_(text), maps_(maps) {}

  // Appends each frame as "vfs_read+0x9e", or "libc.so.6+0x1234" of a program whose memory map is known, with `between`
  // between two of them.
  void append(std::string& out, const Event& event, const Bytes& record, std::string_view between) const;
  StackFrames framesOf(const Event& event, const Bytes& record) const {
    return {event, record, text_.context().endian, text_.context().longSize};
  }

 private:
  EventText& text_;
  const ProcessMaps& maps_;
};

}  // namespace tp::tracecmd
