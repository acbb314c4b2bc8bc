// The fields of records, as filters and columns use them.
#pragma once

#include "core/decode/row_schema.h"
#include "core/formats/perf/record_fields.h"
#include "core/formats/perf/symbols.h"
#include "core/formats/tracecmd/event_schema.h"

namespace tp::perf {

struct Shared;

// The fields of the samples of one event: what perf recorded with them and, of a tracepoint, its own fields. A
// callchain gives `stack`, the names of the functions with ; between, the innermost first, and `frames`, their number.
// RowBytes::inHeader is a number of Shared::contexts.
class SampleSchema final : public RowSchema {
 public:
  // `shared` outlives this object.
  SampleSchema(Shared& shared, size_t event);

  RowValue read(size_t field, const RowBytes& of, std::string& room) const override;
  RowValue element(size_t field, uint64_t number, const RowBytes& of) const override;
  std::string symbol(uint64_t number) const override;
  void print(const RowBytes& of, std::string& out) const override;
  // Appends the stack of a sample, with `between` between two functions.
  void appendStack(const RowBytes& of, std::string_view between, std::string& out) const;

 private:
  enum class What : uint8_t {
    Period,
    Ip,
    Symbol,
    File,
    Addr,
    Stack,
    Frames,
    Chain,
    RawSize,
    Branches,
    StackSize,
    Weight,
    DataSource,
    Transaction,
    PhysAddr,
    Cgroup,
    DataPageSize,
    CodePageSize,
    AuxSize,
  };
  struct Own {
    What what;
    std::string_view name;
    uint64_t bits;  // SampleBits, of which any gives the field
  };
  static const Own kOwn[];

  static std::string systemOf(const Shared& shared, size_t event);
  static std::vector<Entry> entriesOf(Shared& shared, size_t event);
  // Sets `out`; returns false if the record is damaged.
  bool sampleOf(const RowBytes& of, Sample& out) const;
  const Processes* processesOf(const RowBytes& of) const;
  std::vector<Frame> frames(const RowBytes& of, const Sample& sample) const;
  RowValue periodOf(const RowBytes& of, const Sample& sample) const;
  RowValue own(What what, const RowBytes& of, const Sample& sample, std::string& room) const;

  Shared& shared_;
  const EventAttr& attr_;
  const tracecmd::Event* tracepoint_;  // null: it is none, or is not described
  size_t ofTracepoint_ = 0;            // the first fields are those of the tracepoint
  std::vector<What> own_;              // what the other ones are
};

// The fields of records of one type that are no samples.
class RecordSchema final : public RowSchema {
 public:
  // `shared` outlives this object.
  RecordSchema(const Shared& shared, uint32_t type);

  RowValue read(size_t field, const RowBytes& of, std::string& room) const override;
  RowValue element(size_t, uint64_t, const RowBytes&) const override { return {}; }
  void print(const RowBytes& of, std::string& out) const override;

 private:
  // Returns false if the record is damaged.
  bool fieldsOf(const RowBytes& of, RecordHeader& header, std::vector<RecordField>& out) const;

  const Shared& shared_;
};

// Returns "MMAP2", for example; empty for a type that is not known.
std::string_view recordName(uint32_t type);

}  // namespace tp::perf
