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

bool JoinedDriver::sampleOf(Records, uint32_t at, SampledStack& out) {
  if (!driver_->sampleOf(theirs_.records(), at, out)) return false;
  part_.sync();
  frames_.clear();
  for (const NameId frame : out.frames) frames_.push_back(part_.name(frame));
  out.frames = frames_;
  out.event = part_.name(out.event);
  if (out.thread != kNoTrack) out.thread = part_.track(out.thread);
  return true;
}

bool JoinedDriver::rowOf(uint32_t at, RowPlace& out) const {
  if (!driver_->rowOf(at, out)) return false;
  out.stream += firstStream_;
  out.time = part_.time(out.time);
  out.now = part_.time(out.now);
  return true;
}

void JoinedDriver::watchSides(const SideWatch& watch) {
  SideWatch theirs;
  if (watch.stack)
    theirs.stack = [this, told = watch.stack](const SwitchStack& one) {
      part_.sync();
      std::vector<NameId> frames;
      for (const NameId frame : one.frames) frames.push_back(part_.name(frame));
      told({part_.track(one.thread), part_.time(one.time), frames, one.waking});
    };
  if (watch.request)
    theirs.request = [this, told = watch.request](WakingRequest one) {
      part_.sync();
      one.thread = part_.track(one.thread);
      one.time = part_.time(one.time);
      if (one.done.last.issued != kNotWoken) one.done.last.issued = part_.time(one.done.last.issued);
      told(one);
    };
  driver_->watchSides(theirs);
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
