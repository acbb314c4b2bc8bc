// One record as a person reads it: what `tracepane events` prints and the event table shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/decode/row_schema.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

// The views are valid until the decoder describes or decodes further; `args` is kept between calls to save allocations.
struct EventRow {
  enum Field : uint32_t {
    kCpu = 1 << 0,
    kPid = 1 << 1,
    kTid = 1 << 2,
    kDepth = 1 << 3,
    kTsc = 1 << 4,
    kId = 1 << 5,
    kCount = 1 << 6,         // lost records, how many
    kCountUnknown = 1 << 7,  // lost records, number not known
    kAddr = 1 << 8,
    kFlags = 1 << 9,  // flags, preemptCount
  };

  uint32_t present = 0;   // which of the numbers below are set
  Time time = 0;          // on the clock that the reference tool prints
  std::string_view kind;  // "entry", "exit", "event", "lost" ...
  std::string_view name;
  std::string_view signature;  // of the function that it is of, in full; empty: of none
  std::string_view comm;       // empty: does not apply
  std::string_view buffer;     // trace-cmd instance
  std::string_view stream;     // LTTng file name
  std::string_view trace;      // of several that are joined: its name
  std::string_view syscall;    // what a number in the record stands for; empty: it has none, or a name
  int32_t cpu = 0;
  int64_t pid = 0;
  int64_t tid = 0;
  int32_t depth = 0;
  uint8_t flags = 0, preemptCount = 0;  // of a kernel's record: core/trace/latency_flags.h
  uint64_t addr = 0;                    // shown in hex, without a prefix
  uint64_t tsc = 0;
  uint64_t id = 0;
  int64_t count = 0;
  std::string_view entryWords;  // of an exit, where somebody asked for it: the text of the entry (CallArguments)
  mutable std::string args;     // text; empty: none, or not asked for yet: see words()

  // The record's own fields; null where the trace does not describe them.
  const RowSchema* schema = nullptr;
  RowBytes bytes;  // that `schema` reads

  // Set by whoever may do without `args`, and kept by clear(): where there is a schema, they are put together when
  // words() is asked for them.
  bool sparing = false;
  const std::string& words() const {
    if (wordsLeft) schema->print(bytes, args);
    wordsLeft = false;
    return args;
  }
  // For those who describe: fields, and with them the text.
  void setFields(const RowSchema& of, const RowBytes& in) {
    schema = &of;
    bytes = in;
    wordsLeft = true;
    if (!sparing) words();
  }
  mutable bool wordsLeft = false;
  // Records were lost; negative: how many is not known.
  void setLost(int64_t records) {
    kind = name = "lost";
    count = records;
    present |= records < 0 ? kCountUnknown : kCount;
  }

  // For whoever selects the record, and asks for it: label and text; and other places that it has to do with.
  bool detailed = false;
  std::vector<std::pair<std::string, std::string>> notes;
  struct Link {
    std::string_view label;  // "woken by"
    TrackId track = kNoTrack;
    Time time = 0;
    bool outgoing = false;   // this is the cause of what is there, else the other way round
    uint16_t depth = 0;      // of what is there
    std::string name = {};   // of what is there; empty: the track says
    int64_t tid = -1;        // where the track is not told: the thread of this id
    bool mentioned = false;  // neither is the cause of the other
  };
  std::vector<Link> links;
  // The record as it lies in its file.
  struct Raw {
    uint64_t offset = 0;           // of it, or of what it was compressed into
    bool unpacked = false;         // out of something compressed
    uint32_t size = 0;             // of all of it; 0: not known
    std::vector<std::byte> bytes;  // no more than kMaxRaw
  };
  static constexpr size_t kMaxRaw = 256;
  Raw raw;

  // Calls `visit` with each number, `present` included, and with each text but `args`. `Row`: EventRow, or a constant
  // one.
  template <class Row, class Visit>
  static void visitNumbers(Row& row, Visit&& visit) {
    visit(row.present), visit(row.time), visit(row.cpu), visit(row.pid), visit(row.tid), visit(row.depth);
    visit(row.flags), visit(row.preemptCount), visit(row.addr), visit(row.tsc), visit(row.id), visit(row.count);
  }
  template <class Row, class Visit>
  static void visitTexts(Row& row, Visit&& visit) {
    visit(row.kind), visit(row.name), visit(row.signature), visit(row.comm), visit(row.buffer);
    visit(row.stream), visit(row.trace), visit(row.syscall);
  }

  // Once for every record that is told of: what is empty mostly is left as it is.
  void clear() {
    visitNumbers(*this, [](auto& number) { number = 0; });
    visitTexts(*this, [](std::string_view& text) { text = {}; });
    entryWords = {};
    args.clear();
    schema = nullptr;
    wordsLeft = false;
    detailed = false;
    notes.clear();
    links.clear();
    raw.offset = 0;
    raw.unpacked = false;
    raw.size = 0;
    raw.bytes.clear();
  }
};

}  // namespace tp
