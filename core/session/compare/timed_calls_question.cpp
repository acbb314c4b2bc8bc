#include "core/session/compare/timed_calls_question.h"

#include <utility>
#include <vector>

#include "core/session/calls/call_reading.h"

namespace tp {
namespace {

struct Request {
  CallScope scope;
  std::string function;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.scope, self.function);
  }
};

// Looks at each call of a worker's streams.
class TimedCallsJob final : public Job, private CallTaker {
 public:
  TimedCallsJob(Request of, TraceReader& reader)
      : of_(std::move(of)), reader_(reader), calls_(of_.scope, reader), reading_(of_.scope, calls_, *this) {
    calls_.watch([this](const SeenCall& call) { see(call); });
  }

  bool step(const JobSite& site, WireWriter& answer) override {
    if (reading_.step(site)) return true;
    answer(class_, durations_.told());
    return false;
  }
  float progress() const override { return reading_.progress(); }

 private:
  void take(uint32_t, ChunkReplay&, RecordBatch& batch) override { calls_.add(batch); }
  size_t bestClass() const override { return class_; }
  bool fromBegin() const override { return false; }
  bool allUnits() const override { return false; }

  void see(const SeenCall& call) {
    const auto of = static_cast<uint32_t>(CallProfiles::classOf(reader_.tracks()[call.track].key.kind));
    if (of > class_) return;
    if (of < class_) {
      class_ = of;
      durations_ = {};
    }
    if (isMeant(call.name)) durations_.add(call);
  }
  // Compares each name once.
  bool isMeant(NameId name) {
    const NameTable& names = reader_.names();
    while (meant_.size() <= name) {
      const auto next = static_cast<NameId>(meant_.size());
      meant_.push_back(next < names.size() && names.view(next) == of_.function);
    }
    return meant_[name];
  }

  const Request of_;
  TraceReader& reader_;
  CallAggregator calls_;
  CallReading reading_;
  std::vector<bool> meant_;  // by name
  uint32_t class_ = CallProfiles::kClasses;
  TimedDurations durations_;
};

}  // namespace

std::unique_ptr<Job> makeTimedCallsJob(JobKind, WireReader& request, TraceReader& reader) {
  auto of = request.read<Request>();
  if (request.failed()) return nullptr;
  of.scope.stacks = of.scope.functions = false;
  of.scope.within.reset();
  return std::make_unique<TimedCallsJob>(std::move(of), reader);
}

void TimedCallsQuestion::write(const TraceIndex&, uint32_t, uint32_t, WireWriter& out) const {
  out(Request{scope_, function_});
}

bool TimedCallsQuestion::read(const TraceIndex&, uint32_t, WireReader& in) {
  const auto theirs = in.read<uint32_t>();
  const auto told = in.read<TimedDurations::Told>();
  if (in.failed() || theirs > CallProfiles::kClasses || told.parts.size() > TimedDurations::kMostParts) return false;
  if (theirs > class_) return true;
  if (theirs < class_) durations_ = {};
  class_ = theirs;
  durations_.merge(told);
  return true;
}

}  // namespace tp
