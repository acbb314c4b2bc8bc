// One record as text and numbers: what `tracepane events` prints and the event table shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/decode/detail_row.h"
#include "core/decode/row_schema.h"
#include "core/decode/shown_value.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

// Filled by StreamDecoder::describe() and StreamMerger::describe(). The views are valid until the decoder describes or
// decodes further. Reuse one object for many records: `args` and the vectors keep their memory.
struct EventRow {
  enum Field : uint32_t {
    kCpu = 1 << 0,
    kPid = 1 << 1,
    kTid = 1 << 2,
    kDepth = 1 << 3,
    kTsc = 1 << 4,
    kId = 1 << 5,
    kCount = 1 << 6,         // number of lost records
    kCountUnknown = 1 << 7,  // records were lost, number unknown
    kAddr = 1 << 8,
    kFlags = 1 << 9,  // flags, preemptCount
  };

  uint32_t present = 0;   // which of the numbers below are set
  Time time = 0;          // on the clock that the reference tool prints
  std::string_view kind;  // "entry", "exit", "event", "lost" ...
  std::string_view name;
  // The full declaration of the record's function; empty if it has none.
  std::string_view signature;
  std::string_view comm;    // empty if it does not apply
  std::string_view buffer;  // trace-cmd instance
  std::string_view stream;  // LTTng file name
  std::string_view trace;   // name of the trace, if several are joined
  // Name of the system call whose number is in the record; empty if there is none.
  std::string_view syscall;
  int32_t cpu = 0;
  int64_t pid = 0;
  int64_t tid = 0;
  int32_t depth = 0;
  uint8_t flags = 0, preemptCount = 0;  // of a kernel's record: core/trace/latency_flags.h
  uint64_t addr = 0;                    // shown in hex, without a prefix
  uint64_t tsc = 0;
  uint64_t id = 0;
  int64_t count = 0;
  // For the end of a call: what its beginning shows, if the caller has set it (core/analysis/call_arguments.h).
  ShownText entry;
  mutable std::string args;  // text; empty if there is none or words() has not been called yet
  // The values in `args`, of records that have no schema; of others those that the schema only finds in a record.
  std::vector<ShownValue> values;
  ShownText shown() const { return {words(), values}; }

  // The record's own fields; null if the trace does not describe them.
  const RowSchema* schema = nullptr;
  RowBytes bytes;  // what `schema` reads

  // Set by callers that may not need `args`; clear() keeps it. If there is a schema, `args` is then made by the first
  // call of words() only.
  bool sparing = false;
  const std::string& words() const {
    if (wordsLeft) schema->print(bytes, args);
    wordsLeft = false;
    return args;
  }
  // For describe(): sets the fields, and with them the text.
  void setFields(const RowSchema& of, const RowBytes& in) {
    schema = &of;
    bytes = in;
    wordsLeft = true;
    if (!sparing) words();
  }
  mutable bool wordsLeft = false;
  // For describe(): records were lost; a negative number if their number is unknown.
  void setLost(int64_t records) {
    kind = name = "lost";
    count = records;
    present |= records < 0 ? kCountUnknown : kCount;
  }

  // Set after clear() by callers that show details of the record: describe() then fills `raw`, and adds further notes.
  // `notes` are labels and texts, `links` other places that are related to the record.
  bool detailed = false;
  std::vector<DetailRow> notes;
  struct Link {
    std::string_view label;  // "woken by"
    TrackId track = kNoTrack;
    Time time = 0;
    // The record is the cause of what is at the other place; otherwise it is the other way round.
    bool outgoing = false;
    uint16_t depth = 0;      // of the slice at the other place
    std::string name = {};   // of the slice there; empty: use the track's
    int64_t tid = -1;        // if `track` is kNoTrack: the thread with this id
    bool mentioned = false;  // neither is the cause of the other
  };
  std::vector<Link> links;
  // The bytes of the record in its file.
  struct Raw {
    uint64_t offset = 0;           // of the record, or of the compressed block that it is in
    bool unpacked = false;         // the record was in compressed data
    uint32_t size = 0;             // size of the whole record; 0: unknown
    std::vector<std::byte> bytes;  // at most kMaxRaw
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

  // As a message: without what only describe() and its callers use. When reading, the texts are views into the message.
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    visitNumbers(self, [&](auto& number) { wire(number); });
    visitTexts(self, [&](auto& text) { wire(text); });
    wire.as([&] { return std::string_view(self.words()); }, [&](std::string_view text) { self.args = text; });
  }

  // Called once for every record, so strings and vectors keep their memory.
  void clear() {
    visitNumbers(*this, [](auto& number) { number = 0; });
    visitTexts(*this, [](std::string_view& text) { text = {}; });
    entry = {};
    args.clear();
    values.clear();
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
