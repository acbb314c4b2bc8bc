// Asks for the record that is nearest to a place in a file.
#pragma once

#include "core/session/places/offset_job.h"
#include "core/session/question.h"

namespace tp {

class OffsetQuestion final : public Question {
 public:
  explicit OffsetQuestion(FileOffset wanted) : wanted_(std::move(wanted)) {}

  const FileOffset& wanted() const { return wanted_; }
  // Valid once done(). Its track is kNoTrack if no stream is recorded there.
  const OffsetPlace& found() const { return found_; }

  JobKind kind() const override { return JobKind::Offset; }
  void write(const TraceIndex&, uint32_t, uint32_t, WireWriter& out) const override { out(wanted_); }
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override {
    auto place = in.read<OffsetPlace>();
    if (in.failed()) return false;
    if (place.track != kNoTrack) place.track = index.toTrack(worker, place.track);
    if (place.nearer(found_, wanted_.offset)) found_ = place;
    return true;
  }

 private:
  FileOffset wanted_;
  OffsetPlace found_;
};

}  // namespace tp
