// ExportLane passes what one stream says about one track to a writer. It pairs begins with ends, and holds back what
// can't be written before it has ended or before the range begins.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/filter.h"
#include "core/decode/record.h"
#include "core/export/export_writer.h"
#include "core/index/call_stack.h"

namespace tp {

// What is exported. Times are in clock units, both inclusive.
struct ExportScope {
  Time from = 0;  // from > to: everything
  Time to = -1;
  const Filter* filter = nullptr;

  bool ranged() const { return from <= to; }
  bool meets(Time begin, Time end) const { return !ranged() || (begin <= to && end >= from); }
};

class ExportLane {
 public:
  // What a lane writes to, and how.
  struct Target {
    const ExportScope& scope;
    const ClockInfo& clock;
    const NameTable& names;
    ExportWriter& writer;
    std::string& out;
  };

  ExportLane(TrackId track, Time start) : track_(track), stack_(start), now_(start) {}

  // Takes the records of the track in their order. `row` is the record's description if wantsRow() returned true, else
  // null.
  void add(const Record& record, const EventRow* row, Target& target);
  // Returns whether add() needs the record's description.
  bool wantsRow(const Record& record, const ExportScope& scope) const;
  // Ends what is open at `now`, and writes what was held back.
  void finish(Time now, Target& target);

 private:
  // A copy of a row that owns what its views refer to, as they are only valid until the decoder goes on.
  struct KeptRow {
    explicit KeptRow(const EventRow& row);
    KeptRow(const KeptRow&) = delete;
    KeptRow& operator=(const KeptRow&) = delete;

    EventRow row;
    std::string text;  // what the views refer to
    std::vector<std::byte> payload;
  };
  struct Open {
    bool told = false;
    std::unique_ptr<KeptRow> kept;  // null: written already, or not to be written
  };
  struct Whole {
    Time begin = 0, end = 0;
    NameId name = kNoName;
    uint16_t depth = 0;
    std::string args;
    int32_t cpu = -1;
    std::string_view duration;  // ExportItem::duration
  };

  ExportItem item(NameId name, uint16_t depth, const EventRow* row, const Target& target) const;
  void began(const Record& record, const EventRow* row, Target& target);
  void closed(const ClosedSlice& slice, const Record* record, const EventRow* row, Target& target);
  void enterRange(Target& target);
  // `duration` is ExportItem::duration.
  void keep(const ClosedSlice& slice, const EventRow* row, std::string_view duration, Target& target);
  void flush(Target& target);

  TrackId track_;
  CallStack stack_;
  std::vector<Open> open_;  // by depth, beside the stack
  std::vector<Whole> whole_;
  Time now_;
  bool entered_ = false;
};

}  // namespace tp
