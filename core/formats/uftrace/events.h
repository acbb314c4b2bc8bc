// The events among a task's records: their names, and the text of their data.
// Source: uftrace's documentation of the data format, and the event ids of 0.13 to 0.19.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/decode/event_row.h"
#include "core/formats/uftrace/text_lines.h"
#include "core/io/cursor.h"

namespace tp::uftrace {

// Ids of the events that the recorder itself writes. Lower ids are those of the kernel's tracepoints, ids from 1000000
// on those of the user's own events.
namespace EventId {
inline constexpr uint64_t kReadStatm = 100001;
inline constexpr uint64_t kReadPageFault = 100002;
inline constexpr uint64_t kDiffStatm = 100003;
inline constexpr uint64_t kDiffPageFault = 100004;
inline constexpr uint64_t kReadCycle = 100005;
inline constexpr uint64_t kDiffCycle = 100006;
inline constexpr uint64_t kReadCache = 100007;
inline constexpr uint64_t kDiffCache = 100008;
inline constexpr uint64_t kReadBranch = 100009;
inline constexpr uint64_t kDiffBranch = 100010;
inline constexpr uint64_t kWatchCpu = 100011;
inline constexpr uint64_t kWatchVariable = 100012;
inline constexpr uint64_t kCallSite = 100013;
inline constexpr uint64_t kSchedIn = 200001;
inline constexpr uint64_t kSchedOut = 200002;
inline constexpr uint64_t kSchedOutPreempted = 200007;
}  // namespace EventId

struct WatchedValue {
  bool ok = false;
  uint64_t address = 0;
  int64_t value = 0;
};
// Decodes the data of a kWatchVariable event. `ok` is false in the result if the data has no value of 1 to 8 bytes
// after the address.
WatchedValue readWatched(Bytes data, Endian endian, bool is64);

// Returns the name of the symbol at an address, or empty if there is none.
using SymbolName = std::function<std::string_view(uint64_t)>;

class Events {
 public:
  // `text` is the content of events.txt, or empty if there is no such file. Damaged lines are warned of in `log`.
  explicit Events(std::string_view text, const TextLog& log = {});

  // Returns "read:proc/statm", "provider:event", or "event:123" if the id is unknown.
  std::string name(uint64_t id) const;
  // Appends the data to the row's text, as the reference tool prints it, and its numbers to the row's values; appends
  // nothing for unknown events. `symbol` returns the name at an address, which must last as long as the row.
  static void appendData(EventRow& row, uint64_t id, Bytes data, Endian endian, bool is64, const SymbolName& symbol);

 private:
  std::map<uint64_t, std::string> names_;
};

}  // namespace tp::uftrace
