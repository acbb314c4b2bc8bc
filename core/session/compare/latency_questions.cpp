#include "core/session/compare/latency_questions.h"

#include <utility>

#include "core/export/scheduling_text.h"

namespace tp {
namespace {

class ComparedSlices final : public SlicesQuestion {
 public:
  using SlicesQuestion::SlicesQuestion;
  JobKind kind() const override { return JobKind::ComparedSlices; }
};

}  // namespace

LatencyQuestions::LatencyQuestions(const ComparedScope& scope, std::vector<int64_t> tids, const TraceIndex& index)
    : side_(comparedSide(scope, index)), tids_(std::move(tids)) {
  const std::optional<Time> middle = middleOf(side_);
  for (const SliceKind kind : kLatencySlices) {
    // Other traces have asynchronous slices of other kinds.
    if (kind == SliceKind::Async && !index.info().traits.kernel) continue;
    SliceQuery query = latencyQuery(kind);
    query.most = 0;
    query.scope = callScope(scope);
    query.scope.tids = tids_;
    query.scope.middle = middle;
    slices_.push_back(std::make_shared<ComparedSlices>(std::move(query)));
  }
  for (const int64_t tid : threadsOf(scope, index.tracks())) tids_.push_back(tid);
  SchedulingScope threads = schedulingScope(scope);
  threads.middle = middle;
  if (tids_.empty()) softirqs_ = std::make_shared<SoftirqsQuestion>(threads, JobKind::ComparedSoftirqs);
  scheduling_ = std::make_shared<SchedulingQuestion>(threads, LatencyFilter(), JobKind::ComparedThreads);
}

std::vector<std::shared_ptr<Question>> LatencyQuestions::all() const {
  std::vector<std::shared_ptr<Question>> all(slices_.begin(), slices_.end());
  if (softirqs_) all.push_back(softirqs_);
  all.push_back(scheduling_);
  return all;
}

std::shared_ptr<Question> LatencyQuestions::next() {
  for (std::shared_ptr<Question>& one : all())
    if (!one->done()) return std::move(one);
  return nullptr;
}

double LatencyQuestions::progress() const {
  const std::vector<std::shared_ptr<Question>> questions = all();
  double sum = 0;
  for (const std::shared_ptr<Question>& one : questions) sum += one->progress();
  return sum / static_cast<double>(questions.size());
}

bool LatencyQuestions::cut() const {
  for (const std::shared_ptr<Question>& one : all())
    if (one->done() && one->cut()) return true;
  return false;
}

SideTimes LatencyQuestions::times(const TraceIndex& index) const {
  SideTimes times = noLatencies(side_);
  const Scheduling& scheduling = scheduling_->scheduling();
  if (scheduling.switches) times.side.gaps = schedulingGaps(scheduling, index.info().clock, index.tracks(), tids_);
  addWakeups(times, scheduling, index.tracks(), tids_);
  for (const std::shared_ptr<SlicesQuestion>& one : slices_)
    addSlices(times, one->query().kind, one->groups(), index.names());
  if (softirqs_) addSoftirqs(times, softirqs_->waits(), index.tracks());
  return times;
}

}  // namespace tp
