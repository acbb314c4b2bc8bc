#include "core/formats/xray/basic_samples.h"

#include <map>
#include <optional>
#include <utility>

#include "core/formats/xray/basic_records.h"
#include "core/formats/xray/cpu_samples.h"
#include "core/io/wire.h"

namespace tp::xray {
namespace {

class BasicSamples final : public StreamDecoder {
 public:
  explicit BasicSamples(const ThreadStream& stream) : log_(*stream.log), stream_(stream) {}

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override {
    size_t at = 0;
    for (; input.data.size() - at >= kBasicRecord; at += kBasicRecord) {
      if (!out.hasRoom(CpuSamples::kMax)) return {at, false, true};
      BasicFields fields = readBasic(input.data.data() + at, log_.header);
      if (input.data.size() - at < kJudged && !input.extentEnd) return {at, true, true};
      // BasicDecoder warns of the records that are left out.
      if (!isSound(input.data.data() + at, fields) || fields.type != kBasicFunction) continue;
      const Bytes rest = input.data.subspan(at + kBasicRecord);
      if (!isKnown(fields) && isStray(rest, log_.header, fields)) continue;
      Thread* thread = of(fields);
      if (thread == nullptr) continue;
      BasicFields following;
      bool followed = nextOfThread(rest, log_.header, fields, following);
      if (!isInLine(thread->last, fields.tsc, followed ? &following : nullptr)) continue;
      thread->last = fields.tsc;
      thread->sightings.see(fields.tsc, fields.cpu, input.offset + at, thread->calls.none(), out);
      Action action = static_cast<Action>(fields.action);
      if (isEntry(action)) {
        thread->calls.enter(fields.function);
      } else {
        thread->calls.leave(fields.function, action);
      }
    }
    return {input.extentEnd ? input.data.size() : at, true, true};
  }

  void finish(RecordBatch& out) override {
    auto at = finished_ ? threads_.upper_bound(*finished_) : threads_.begin();
    for (; at != threads_.end() && out.hasRoom(1); ++at) {
      at->second.sightings.finish(out);
      finished_ = at->first;
    }
  }

  void save(WireWriter& out) const override { out(threads_); }

  bool restore(WireReader& in) override {
    threads_.clear();
    last_ = nullptr;
    finished_.reset();
    // Threads are not read as a map: each is made for its key.
    for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) in(*make(in.get<Key>()));
    return !in.failed();
  }

  void describe(const Record& record, EventRow& row) override { describeSighting(record, log_.reader.tracks(), row); }

 private:
  struct Key {
    int64_t pid, tid;
    bool operator<(const Key& o) const { return pid != o.pid ? pid < o.pid : tid < o.tid; }
    bool operator==(const Key& o) const { return pid == o.pid && tid == o.tid; }
  };

  struct Thread {
    CpuSamples sightings;
    CallDepths calls;
    uint64_t last = 0;  // TSC of the last record; 0 before the first one.

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.sightings, self.last, self.calls);
    }
  };

  bool isKnown(const BasicFields& fields) const {
    Key key{fields.pid, fields.tid};
    return (last_ != nullptr && lastKey_ == key) || threads_.count(key) != 0;
  }
  Thread* of(const BasicFields& fields) {
    Key key{fields.pid, fields.tid};
    if (last_ != nullptr && lastKey_ == key) return last_;
    if (threads_.size() >= kMaxThreads && threads_.count(key) == 0) return nullptr;
    lastKey_ = key;
    return last_ = make(key);
  }
  Thread* make(const Key& key) {
    auto at = threads_.find(key);
    if (at == threads_.end()) {
      TrackId track = stream_.allThreads ? log_.tracksOf(key.pid, key.tid).thread : stream_.tracks.thread;
      at = threads_.emplace(key, Thread{CpuSamples(log_.header, track), {}, 0}).first;
    }
    return &at->second;
  }

  const Shared& log_;
  const ThreadStream& stream_;
  std::map<Key, Thread> threads_;
  Key lastKey_{};
  Thread* last_ = nullptr;
  std::optional<Key> finished_;  // The last thread for which finish() has appended its record.
};

}  // namespace

std::unique_ptr<StreamDecoder> makeBasicSamples(const ThreadStream& stream) {
  return std::make_unique<BasicSamples>(stream);
}

}  // namespace tp::xray
