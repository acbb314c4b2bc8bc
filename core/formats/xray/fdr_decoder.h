// Decodes the buffers of one thread of a Flight Data Recorder log.
#pragma once

#include "core/formats/xray/shared.h"

namespace tp::xray {

class FdrDecoder final : public StreamDecoder {
 public:
  FdrDecoder(Shared& shared, const ThreadStream& stream) : shared_(shared), stream_(stream) {}

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  std::vector<std::byte> save() const override;
  bool restore(Bytes state) override;
  void describe(const Record& record, EventRow& row) override;

 private:
  struct State {
    uint64_t tsc = 0;
    int32_t cpu = -1;
    uint32_t extent = ~uint32_t{0};
    uint32_t ended = 0;  // an end-of-buffer record: the rest of the extent is rubbish
  };

  // Bytes of the record at `at`, 0: more are needed; `ok` is false where none can begin there.
  size_t recordSize(const DecodeInput& input, size_t at, bool& ok) const;
  void metadata(Bytes record, uint64_t offset, RecordBatch& out);
  void event(Kind kind, Bytes record, uint64_t offset, RecordBatch& out);
  Record& push(RecordBatch& out, uint64_t offset, size_t size);

  Shared& shared_;
  const ThreadStream& stream_;
  State state_;
  CallDepths calls_;
  DecodeInput last_;  // for describe()
};

}  // namespace tp::xray
