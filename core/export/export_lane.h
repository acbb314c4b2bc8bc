// What one stream says about one track, on its way to a writer: pairs begins with ends, and holds back what can't be
// told before it has ended or before the range begins.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/filter.h"
#include "core/decode/record.h"
#include "core/export/export_writer.h"
#include "core/index/call_stack.h"

namespace tp {

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

  // `row`: the record's words, where wantsRow() said that they matter; else null.
  void add(const Record& record, const EventRow* row, Target& target);
  bool wantsRow(const Record& record, const ExportScope& scope) const;
  // Ends what is open, and tells what was held back.
  void finish(Time now, Target& target);

 private:
  // A row of which the views still hold when the decoder has gone on.
  struct KeptRow {
    explicit KeptRow(const EventRow& row);
    KeptRow(const KeptRow&) = delete;
    KeptRow& operator=(const KeptRow&) = delete;

    EventRow row;
    std::string text;  // what its views show
    std::vector<std::byte> payload;
  };
  struct Open {
    bool told = false;
    std::unique_ptr<KeptRow> kept;  // null: told already, or not to be
  };
  struct Whole {
    Time begin = 0, end = 0;
    NameId name = kNoName;
    uint16_t depth = 0;
    std::string args;
    int32_t cpu = -1;
    bool lasted = true;
  };

  ExportItem item(NameId name, uint16_t depth, const EventRow* row, const Target& target) const;
  void began(const Record& record, const EventRow* row, Target& target);
  void closed(const ClosedSlice& slice, const Record* record, const EventRow* row, Target& target);
  void enterRange(Target& target);
  void keep(const ClosedSlice& slice, const EventRow* row, Target& target);
  void flush(Target& target);

  TrackId track_;
  CallStack stack_;
  std::vector<Open> open_;  // beside the stack
  std::vector<Whole> whole_;
  Time now_;
  bool entered_ = false;
};

}  // namespace tp
