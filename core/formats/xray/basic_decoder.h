// Decodes the records of a basic mode log: those of one thread, or of all threads in the order of the file.
#pragma once

#include <map>
#include <utility>

#include "core/formats/xray/basic_records.h"
#include "core/formats/xray/shared.h"

namespace tp::xray {

class BasicDecoder final : public StreamDecoder {
 public:
  // `stream` and its log outlive the decoder.
  explicit BasicDecoder(const ThreadStream& stream) : log_(*stream.log), stream_(stream) {}

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void describe(const Record& record, EventRow& row) override;
  NameId rowName(const Record& record) const override { return record.name; }

 private:
  struct Thread {
    TrackId track = kNoTrack;
    uint64_t last = 0;  // TSC of the last record; 0 before the first one.
    int32_t cpu = -1;   // Of the last record.
    CallDepths calls;

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.track, self.last, self.cpu, self.calls);
    }
  };

  using Key = std::pair<int64_t, int64_t>;  // Process and thread.

  Thread& threadOf(const BasicFields& fields);
  void lose(uint64_t offset, RecordBatch& out) { lose(lastKey_, offset, out); }
  void lose(const Key& key, uint64_t offset, RecordBatch& out);
  bool loseAtCut(uint64_t end, RecordBatch& out);
  void loseBehindCut(const BasicFields& fields, RecordBatch& out);
  void tellBeyond(uint64_t offset, const BasicFields& fields);
  void tellBack(uint64_t offset, const BasicFields& fields);
  bool isKnown(const BasicFields& fields) const;

  const Shared& log_;
  const ThreadStream& stream_;
  std::map<Key, Thread> threads_;
  Key lastKey_;
  Thread* lastThread_ = nullptr;
  uint64_t cutAt_ = 0;     // where a loss at the end of an extent was told last
  uint64_t passed_ = 0;    // the last of these behind which a record was found
  Key lostTo_ = {-1, -1};  // up to which thread the loss of all was told
  bool beyondTold_ = false, backTold_ = false;
  DecodeInput last_;  // Input of the last decode(), for describe().
};

}  // namespace tp::xray
