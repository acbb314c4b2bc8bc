#include "core/formats/tracecmd/option_list.h"

namespace tp::tracecmd {
namespace {

constexpr size_t kHead = 6;
constexpr uint16_t kMaxId = 63;

struct Head {
  uint16_t id = 0;
  uint32_t size = 0;
};

Head headAt(Bytes data, size_t at, Endian endian) {
  Cursor in(data.subspan(at), endian);
  Head out;
  out.id = in.u16();
  out.size = in.u32();
  return out;
}

// Returns where the option at `at` ends according to its head; 0 if that is beyond `end`. Avoids an overflow of size_t.
size_t endOf(const Head& head, size_t at, size_t end) {
  if (end - at < kHead || head.size > end - at - kHead) return 0;
  return at + kHead + head.size;
}

bool isOne(const Head& head) {
  return head.id != 0 && head.id <= kMaxId;
}

}  // namespace

OptionList listOptions(Bytes data, Endian endian, bool endHasSize) {
  OptionList out;
  const size_t tail = endHasSize ? kHead + 8 : 2;
  if (data.size() < tail) return out;
  const size_t last = data.size() - tail;
  // From the end backwards: at which positions options begin that lead to the end.
  std::vector<bool> good(data.size() + 1, false);
  Cursor in(data.subspan(last), endian);
  good[last] = in.u16() == 0 && (!endHasSize || in.u32() == 8);
  for (size_t at = last; at-- > 0;) {
    if (data.size() - at < kHead) continue;
    Head head = headAt(data, at, endian);
    const size_t end = endOf(head, at, last);
    good[at] = isOne(head) && end != 0 && good[end];
  }
  size_t at = 0, next = 0;
  while (at < last && !good[at]) {
    if (out.sound) out.damagedAt = at;
    out.sound = false;
    if (next <= at) {
      next = at + 1;
      while (next < last && !good[next]) ++next;
    }
    // Options before the damaged one are taken by their sizes, as long as another option follows.
    Head head = headAt(data, at, endian);
    const size_t end = endOf(head, at, next - 1);
    if (isOne(head) && end != 0 && isOne(headAt(data, end, endian))) {
      out.options.push_back({head.id, at, data.subspan(at + kHead, head.size)});
      at = out.damagedAt = end;
      continue;
    }
    if (isOne(head) && next - at >= kHead)
      out.options.push_back({head.id, at, data.subspan(at + kHead, next - at - kHead)});
    at = next;
  }
  for (; at < last; at += kHead + out.options.back().value.size()) {
    Head head = headAt(data, at, endian);
    out.options.push_back({head.id, at, data.subspan(at + kHead, head.size)});
  }
  out.whole = good[last];
  if (!out.whole && out.sound) {
    out.sound = false;
    out.damagedAt = last;
  }
  if (out.whole) out.options.push_back({0, last, data.subspan(last + (endHasSize ? kHead : 2))});
  return out;
}

}  // namespace tp::tracecmd
