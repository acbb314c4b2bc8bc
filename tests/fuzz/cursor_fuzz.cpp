// The cursor, driven by its own input: the first byte of each step says what to read.
#include <cstdlib>

#include "core/io/cursor.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tp::Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
  for (tp::Endian endian : {tp::Endian::Little, tp::Endian::Big}) {
    tp::Cursor steps(bytes);
    tp::Cursor cursor(bytes, endian);
    while (!steps.atEnd() && !steps.failed()) {
      switch (steps.u8() % 9) {
        case 0:
          cursor.u8();
          break;
        case 1:
          cursor.i16();
          break;
        case 2:
          cursor.u32();
          break;
        case 3:
          cursor.i64();
          break;
        case 4:
          cursor.skip(steps.u64());
          break;
        case 5:
          cursor.seek(static_cast<size_t>(steps.u32()));
          break;
        case 6:
          cursor.align(size_t{1} << (steps.u8() % 5));
          break;
        case 7:
          cursor.cString();
          break;
        default:
          cursor.bytes(cursor.unsignedOf(steps.u8() % 10));
      }
      if (cursor.position() > cursor.size()) std::abort();
    }
  }
  tp::LineCursor lines(tp::asText(bytes));
  for (std::string_view line; lines.next(line);)
    if (lines.offset() > size) std::abort();
  return 0;
}
