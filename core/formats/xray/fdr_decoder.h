// Decodes the buffers of one thread of a Flight Data Recorder log.
#pragma once

#include "core/formats/xray/fdr_walk.h"

namespace tp::xray {

class FdrDecoder final : public StreamDecoder {
 public:
  explicit FdrDecoder(const ThreadStream& stream) : log_(*stream.log), stream_(stream), walk_(log_, false) {}

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  std::vector<std::byte> save() const override;
  bool restore(Bytes state) override;
  void describe(const Record& record, EventRow& row) override;
  NameId rowName(const Record& record) const override { return record.name; }

 private:
  void addFunctions(const DecodeInput& input, size_t& at, RecordBatch& out);
  [[gnu::always_inline]] void start(Record& made, uint64_t tsc, uint64_t offset, size_t size) const;
  [[gnu::always_inline]] void complete(Record& made, const FunctionRecord& function);
  void describeEvent(Bytes raw, EventRow& row) const;
  NameId eventName(const FdrWalk::Item& item) const;

  const Shared& log_;
  const ThreadStream& stream_;
  FdrWalk walk_;
  CallDepths calls_;
  DecodeInput last_;  // for describe()
};

}  // namespace tp::xray
