#include "core/joint/joined_driver.h"

namespace tp {

JoinedDriver::JoinedDriver(JoinedPart& part, size_t unit, size_t firstStream)
    : part_(part), driver_(makeDriver(part.reader(), unit)), firstStream_(firstStream) {}

RecordDriver::Step JoinedDriver::next(RecordBatch& batch) {
  RecordBatch& theirs = theirs_.room(part_.batches());
  Step step = driver_->next(theirs);
  part_.sync();
  part_.translate(theirs, batch);
  theirs_.hold(part_.batches());
  return step;
}

RecordDriver::Want JoinedDriver::want() const {
  Want want = driver_->want();
  want.file = part_.file(want.file);
  return want;
}

RecordDriver::Origin JoinedDriver::describe(Records, uint32_t at, EventRow& row) {
  Origin origin = driver_->describe(theirs_.records(), at, row);
  part_.sync();
  part_.translate(row);
  if (origin.stream != Origin::kNowhere) origin.stream += firstStream_;
  return origin;
}

NameId JoinedDriver::rowName(Records, uint32_t at) const {
  return part_.name(driver_->rowName(theirs_.records(), at));
}

SpanMark JoinedDriver::spanOf(Records, uint32_t at) const {
  SpanMark mark = driver_->spanOf(theirs_.records(), at);
  mark.scope = part_.track(mark.scope);
  return mark;
}

bool JoinedDriver::rowOf(uint32_t at, RowPlace& out) const {
  if (!driver_->rowOf(at, out)) return false;
  out.stream += firstStream_;
  out.time = part_.time(out.time);
  out.now = part_.time(out.now);
  return true;
}

void JoinedDriver::watchStacks(const StackWatch& watch) {
  driver_->watchStacks([this, watch](const SwitchStack& theirs) {
    part_.sync();
    std::vector<NameId> frames;
    for (const NameId frame : theirs.frames) frames.push_back(part_.name(frame));
    watch({part_.track(theirs.thread), part_.time(theirs.time), frames});
  });
}

void JoinedDriver::share(const std::vector<bool>& whole, Listener listener) {
  shared_ = std::make_unique<RecordBatch>();
  driver_->share(whole, [this, listener = std::move(listener)](size_t input, const RecordBatch& batch) {
    part_.sync();
    part_.translate(batch, *shared_);
    listener(input, *shared_);
  });
}

}  // namespace tp
