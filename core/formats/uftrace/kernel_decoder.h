// Decodes kernel-cpu<N>.dat: pages of one CPU's ring buffer, with the kernel functions and events of the tasks.
#pragma once

#include <map>

#include "core/formats/uftrace/kernel_header.h"
#include "core/formats/uftrace/shared.h"
#include "core/kernel/print_text.h"
#include "core/kernel/ring_page.h"

namespace tp::uftrace {

// Data that the decoders of all CPUs share. Outlives them.
struct KernelShared {
  KernelHeader header;
  std::string kallsyms;
  kernel::KernelSymbols symbols{kallsyms};
  kernel::PrintContext context;

  explicit KernelShared(KernelHeader parsed, std::string symbolText);
  KernelShared(const KernelShared&) = delete;
  KernelShared& operator=(const KernelShared&) = delete;
};

// Kind, depth and thread of a kernel record, packed into Record::value for the merger.
struct KernelCall {
  KernelEvent::Kind kind = KernelEvent::Kind::Other;
  uint16_t depth = 0;  // Depth among the kernel's functions.
  int64_t tid = 0;

  int64_t pack() const {
    return static_cast<int64_t>(static_cast<uint64_t>(tid) << 32 | uint64_t{depth} << 8 | static_cast<uint64_t>(kind));
  }
  static KernelCall unpack(int64_t value) {
    uint64_t bits = static_cast<uint64_t>(value);
    return {static_cast<KernelEvent::Kind>(bits & 3), static_cast<uint16_t>(bits >> 8),
            static_cast<int32_t>(bits >> 32)};
  }
};

class KernelDecoder final : public StreamDecoder {
 public:
  // The references must outlive the decoder.
  KernelDecoder(Shared& shared, KernelShared& kernel, const std::vector<Task>& tasks, size_t file, int cpu);

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  void save(WireWriter&) const override {}
  bool restore(WireReader& in) override;
  void describe(const Record& record, EventRow& row) override;
  NameId rowName(const Record& record) const override {
    return record.kind == RecordKind::Lost ? kNoName : record.name;
  }

 private:
  bool page(Bytes bytes, uint64_t offset, RecordBatch& out);
  void add(Bytes data, Time time, uint64_t offset, RecordBatch& out);
  int64_t taskOf(const KernelEvent& event, Bytes data) const;
  NameId functionName(uint64_t address);

  Shared& shared_;
  KernelShared& kernel_;
  size_t file_;
  int cpu_;
  std::map<int64_t, const Task*> tasks_;
  std::map<int64_t, TrackId> tracks_;
  std::map<uint64_t, NameId> functions_;
  uint32_t done_ = 0;  // Records of the current page that have been appended already.
  DecodeInput last_;   // Input of the last decode(), for describe().
};

}  // namespace tp::uftrace
