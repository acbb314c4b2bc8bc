#include "core/joint/joined_driver.h"

namespace tp {

JoinedDriver::JoinedDriver(JoinedPart& part, size_t unit, size_t firstStream)
    : part_(part), driver_(makeDriver(part.reader(), unit)), firstStream_(firstStream) {}

RecordDriver::Step JoinedDriver::next(RecordBatch& batch) {
  Step step = driver_->next(theirs_);
  part_.sync();
  part_.translate(theirs_, batch);
  return step;
}

RecordDriver::Want JoinedDriver::want() const {
  Want want = driver_->want();
  want.file = part_.file(want.file);
  return want;
}

RecordDriver::Origin JoinedDriver::describe(const RecordBatch&, uint32_t at, EventRow& row) {
  Origin origin = driver_->describe(theirs_, at, row);
  part_.sync();
  part_.translate(row);
  origin.stream += firstStream_;
  return origin;
}

NameId JoinedDriver::rowName(const RecordBatch&, uint32_t at) const {
  return part_.name(driver_->rowName(theirs_, at));
}

void JoinedDriver::share(const std::vector<bool>& whole, Listener listener) {
  driver_->share(whole, [this, listener = std::move(listener)](size_t input, const RecordBatch& batch) {
    part_.sync();
    part_.translate(batch, shared_);
    listener(input, shared_);
  });
}

}  // namespace tp
