// Bytes of a record as the kernel prints them: masks, lists of bits, dumps. Sources: lib/vsprintf.c, lib/hexdump.c.
#pragma once

#include <string>
#include <string_view>

#include "core/io/cursor.h"

namespace tp::kernel {

// A bitmap of the kernel, an array of its longs. Bits behind the end of the bytes are unset.
struct Bitmap {
  Bytes bytes;
  size_t bits = 0;
  Endian endian = Endian::Little;
  uint32_t longSize = 8;  // 4 or 8

  // Returns 32 bits, those from 32 * `group` on.
  uint32_t group(size_t group) const;
};

// In groups of 32 bits, the highest first: "00000000,0000f00f".
void appendMask(std::string& out, const Bitmap& bitmap);
// The bits that are set: "0-3,12-15".
void appendBitList(std::string& out, const Bitmap& bitmap);

struct HexDump {
  std::string_view prefix;
  int64_t addresses = 0;  // 1: each line begins with the address of its bytes, 2: with the offset, else with neither
  int64_t rowSize = 16;
  int64_t groupSize = 1;
  bool characters = false;
};
// Begins with a line break, and has a line for each `rowSize` bytes. Their address is not known: it is the offset.
void appendHexDump(std::string& out, const HexDump& dump, Bytes bytes, Endian endian);

}  // namespace tp::kernel
