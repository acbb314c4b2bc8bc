// Decodes extern.dat, which users put beside the records: lines "SECONDS.NANOSECONDS MESSAGE".
// Source: uftrace's manual (replay, "EXTERNAL DATA").
#pragma once

#include "core/formats/uftrace/shared.h"

namespace tp::uftrace {

class ExternDecoder final : public StreamDecoder {
 public:
  ExternDecoder(Shared& shared, size_t file) : shared_(shared), file_(file) {}

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  void save(WireWriter&) const override {}
  bool restore(WireReader&) override { return true; }
  void describe(const Record& record, EventRow& row) override;

 private:
  void add(std::string_view line, uint64_t offset, RecordBatch& out);

  Shared& shared_;
  size_t file_;
  TrackId track_ = kNoTrack;
  DecodeInput last_;  // Input of the last decode(), from which describe() takes the text.
};

}  // namespace tp::uftrace
