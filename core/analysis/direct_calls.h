// Who calls a function, and what it calls: one step up and one step down, each call once, recursive ones too.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/io/wire.h"
#include "core/trace/names.h"

namespace tp {

// The calls between the function and one other, which may be the function itself.
struct DirectCall {
  NameId name = kNoName;  // of a caller: kNoName where none was recorded
  uint64_t calls = 0;
  // Of these: their time is in that of others already. Of a caller, calls of the function within a call of it; of a
  // callee, calls of the function itself, and those within a call of the same callee by the function.
  uint64_t within = 0;
  uint64_t open = 0;  // beside `calls`: of which nobody knows how long they took
  int64_t total = 0;  // durations of `calls` without `within`, summed
};

// Those that were met, by name.
class DirectCalls {
 public:
  DirectCall& of(NameId name);
  // The most time first, then the most calls, then by what they are called.
  std::vector<DirectCall> sorted(const std::function<std::string(NameId)>& textOf) const;

  void write(WireWriter& out) const { out.putArray(rows_); }
  // Adds what write() wrote elsewhere, where names are numbered otherwise.
  void merge(WireReader& in, const std::function<NameId(NameId)>& rename);

 private:
  std::vector<DirectCall> rows_;
  std::unordered_map<NameId, uint32_t> known_;
};

}  // namespace tp
