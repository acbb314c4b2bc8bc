// Events among the records of a task: their names, and their data in words.
// Source: uftrace's documentation of the data format, and the event ids of 0.13 to 0.19.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/formats/uftrace/text_lines.h"
#include "core/io/cursor.h"

namespace tp::uftrace {

// Ids of what the recorder itself writes. Below them are the kernel's, from a million on the user's own.
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
// The data of kWatchVariable.
WatchedValue readWatched(Bytes data, Endian endian, bool is64);

// The name of what lies at an address, empty where there is none.
using SymbolName = std::function<std::string_view(uint64_t)>;

class Events {
 public:
  // `text`: the file events.txt, where there is one.
  explicit Events(std::string_view text, const TextLog& log = {});

  // "read:proc/statm", "provider:event"; "event:123" for one that is not known.
  std::string name(uint64_t id) const;
  // Data as the reference tool words it; empty for what is not known. `symbol`: the name at an address, or nothing.
  static void appendData(std::string& out, uint64_t id, Bytes data, Endian endian, bool is64, const SymbolName& symbol);

 private:
  std::map<uint64_t, std::string> names_;
};

}  // namespace tp::uftrace
