// Decodes the records of one thread of a basic mode log: 32 bytes each, arguments in records of their own.
// Source: compiler-rt/include/xray/xray_records.h (XRayRecord, XRayArgPayload).
#pragma once

#include "core/formats/xray/shared.h"

namespace tp::xray {

class BasicDecoder final : public StreamDecoder {
 public:
  BasicDecoder(Shared& shared, const ThreadStream& stream) : shared_(shared), stream_(stream) {}

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  std::vector<std::byte> save() const override;
  bool restore(Bytes state) override;
  void describe(const Record& record, EventRow& row) override;

 private:
  Shared& shared_;
  const ThreadStream& stream_;
  CallDepths calls_;
  DecodeInput last_;  // for describe()
};

}  // namespace tp::xray
