#include "core/formats/xray/cpu_sightings.h"

#include <map>
#include <utility>

#include "core/formats/xray/basic_records.h"

namespace tp::xray {
namespace {

// No two changes of the thread on a CPU come faster.
constexpr uint64_t kPauseUs = 20;
constexpr uint64_t kLikelyHz = 2000000000;

void describeSighting(const Record& record, const TrackTable& tracks, EventRow& row) {
  row.kind = "run";
  row.time = record.time;
  row.tsc = static_cast<uint64_t>(record.time);
  row.cpu = static_cast<int32_t>(record.value);
  row.present = EventRow::kCpu | EventRow::kTsc;
  if (record.name >= tracks.size()) return;
  row.pid = tracks[record.name].key.pid;
  row.tid = tracks[record.name].key.tid;
  row.present |= EventRow::kPid | EventRow::kTid;
}

constexpr uint32_t kMostAtOnce = 2;

class FdrSightings final : public StreamDecoder {
 public:
  explicit FdrSightings(const ThreadStream& stream)
      : log_(*stream.log), walk_(log_, true), sightings_(log_.header, stream.tracks.thread) {}

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override {
    size_t at = 0;
    FdrWalk::Item item;
    while (out.hasRoom(kMostAtOnce)) {
      walk_.functions(input, at, [&](const FunctionRecord& function, uint64_t tsc, uint64_t offset) {
        add(function, tsc, offset, out);
        return out.hasRoom(kMostAtOnce);
      });
      if (!out.hasRoom(kMostAtOnce)) break;
      if (!walk_.next(input, at, item)) return {at, true, true};
      if (item.isFunction) add(item.function, item.tsc, item.offset, out);
    }
    return {at, false, true};
  }

  std::vector<std::byte> save() const override {
    WireWriter out;
    out.put(walk_.state());
    sightings_.save(out);
    return out.take();
  }

  bool restore(Bytes state) override {
    WireReader in(state);
    walk_.restore(in.get<FdrWalk::State>());
    return sightings_.restore(in);
  }

  void finish(RecordBatch& out) override { sightings_.finish(out); }
  void describe(const Record& record, EventRow& row) override { describeSighting(record, log_.reader.tracks(), row); }

 private:
  [[gnu::always_inline]] void add(const FunctionRecord& function, uint64_t tsc, uint64_t offset, RecordBatch& out) {
    sightings_.see(tsc, walk_.cpu(), offset, out);
    if (function.action == Action::Enter || function.action == Action::EnterArgs) {
      sightings_.enter(function.id);
    } else {
      sightings_.leave(function.id, function.action);
    }
  }

  const Shared& log_;
  FdrWalk walk_;
  CpuSightings sightings_;
};

class BasicSightings final : public StreamDecoder {
 public:
  explicit BasicSightings(const ThreadStream& stream) : log_(*stream.log), stream_(stream) {}

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override {
    size_t at = 0;
    for (; input.data.size() - at >= kBasicRecord; at += kBasicRecord) {
      if (!out.hasRoom(kMostAtOnce)) return {at, false, true};
      BasicFields fields = readBasic(input.data.data() + at, log_.header);
      if (fields.type != kBasicFunction || fields.action > static_cast<uint8_t>(Action::EnterArgs)) continue;
      CpuSightings* sightings = of(fields);
      if (sightings == nullptr) continue;
      sightings->see(fields.tsc, fields.cpu, input.offset + at, out);
      Action action = static_cast<Action>(fields.action);
      if (action == Action::Enter || action == Action::EnterArgs) {
        sightings->enter(fields.function);
      } else {
        sightings->leave(fields.function, action);
      }
    }
    return {input.extentEnd ? input.data.size() : at, true, true};
  }

  void finish(RecordBatch& out) override {
    for (auto& [key, sightings] : threads_)
      if (out.hasRoom(1)) sightings.finish(out);
  }

  std::vector<std::byte> save() const override {
    WireWriter out;
    out.put(static_cast<uint32_t>(threads_.size()));
    for (const auto& [key, sightings] : threads_) {
      out.put(key);
      sightings.save(out);
    }
    return out.take();
  }

  bool restore(Bytes state) override {
    WireReader in(state);
    threads_.clear();
    last_ = nullptr;
    for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
      CpuSightings* sightings = make(in.get<Key>());
      if (!sightings->restore(in)) return false;
    }
    return !in.failed();
  }

  void describe(const Record& record, EventRow& row) override { describeSighting(record, log_.reader.tracks(), row); }

 private:
  static constexpr size_t kMostThreads = size_t{1} << 16;
  struct Key {
    int64_t pid, tid;
    bool operator<(const Key& o) const { return pid != o.pid ? pid < o.pid : tid < o.tid; }
    bool operator==(const Key& o) const { return pid == o.pid && tid == o.tid; }
  };

  CpuSightings* of(const BasicFields& fields) {
    Key key{fields.pid, fields.tid};
    if (last_ != nullptr && lastKey_ == key) return last_;
    if (threads_.size() >= kMostThreads && threads_.count(key) == 0) return nullptr;
    lastKey_ = key;
    return last_ = make(key);
  }
  CpuSightings* make(const Key& key) {
    auto at = threads_.find(key);
    if (at == threads_.end()) {
      TrackId track = stream_.allThreads ? log_.tracksOf(key.pid, key.tid).thread : stream_.tracks.thread;
      at = threads_.emplace(key, CpuSightings(log_.header, track)).first;
    }
    return &at->second;
  }

  const Shared& log_;
  const ThreadStream& stream_;
  std::map<Key, CpuSightings> threads_;
  Key lastKey_{};
  CpuSightings* last_ = nullptr;
};

}  // namespace

CpuSightings::CpuSightings(const LogHeader& header, TrackId thread)
    : pause_((header.frequency > 0 ? header.frequency : kLikelyHz) / 1000000 * kPauseUs + 1), thread_(thread) {}

void CpuSightings::push(Sighting sighting, uint64_t tsc, RecordBatch& out) const {
  Record& record = out.push();
  record = Record{};
  record.time = clampTime(static_cast<int64_t>(tsc));
  record.ref = state_.offset;
  record.value = state_.cpu;
  record.name = thread_;
  record.depth = static_cast<uint16_t>(sighting);
}

// A thread that is inside of calls is taken to be where it was seen last; one outside of all has left.
void CpuSightings::moved(uint64_t tsc, int32_t cpu, RecordBatch& out) {
  bool elsewhere = cpu != state_.cpu;
  if (state_.cpu >= 0 && (elsewhere || calls_.none())) push(Sighting::Left, state_.last, out);
  state_.cpu = cpu;
  if (cpu >= 0) push(Sighting::Seen, tsc, out);
}

void CpuSightings::finish(RecordBatch& out) {
  if (state_.cpu < 0) return;
  push(Sighting::Left, state_.last, out);
  state_.cpu = -1;
}

void CpuSightings::save(WireWriter& out) const {
  out.put(state_);
  out.putArray(calls_.open());
}

bool CpuSightings::restore(WireReader& in) {
  state_ = in.get<State>();
  std::vector<uint32_t> open;
  in.getArray(open);
  calls_.restore(std::move(open));
  return !in.failed();
}

std::unique_ptr<StreamDecoder> makeSightingDecoder(const ThreadStream& stream) {
  if (stream.log->header.mode == Mode::Basic) return std::make_unique<BasicSightings>(stream);
  return std::make_unique<FdrSightings>(stream);
}

}  // namespace tp::xray
