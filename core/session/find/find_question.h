// Asks for the nearest beginning of a slice or instant of one name, before or after a time: on one track, or on all.
#pragma once

#include "core/session/find/find_job.h"
#include "core/session/question.h"

namespace tp {

class FindQuestion final : public Question {
 public:
  // `scope` has the session's ids; only the first of its names is used.
  explicit FindQuestion(FindScope scope) : scope_(std::move(scope)) {}

  const FindScope& scope() const { return scope_; }
  // Valid once done(). Its track is kNoTrack if nothing was found.
  const FoundPlace& found() const { return found_; }

  JobKind kind() const override { return JobKind::Find; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;

 private:
  FindScope scope_;
  FoundPlace found_;
};

}  // namespace tp
