// Events among the records of a task: their names, and their data in words.
// Source: uftrace's documentation of the data format, and the event ids of 0.13 to 0.19.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/io/cursor.h"

namespace tp::uftrace {

class Events {
 public:
  // `text`: the file events.txt, where there is one.
  explicit Events(std::string_view text);

  // "read:proc/statm", "provider:event"; "event:123" for one that is not known.
  std::string name(uint64_t id) const;
  // Data as the reference tool words it; empty for what is not known.
  static void appendData(std::string& out, uint64_t id, Bytes data, Endian endian, bool is64);

 private:
  std::map<uint64_t, std::string> names_;
};

}  // namespace tp::uftrace
