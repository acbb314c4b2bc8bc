// Asks the workers for what they know of their units, so that the index can be handed on as a value.
#pragma once

#include "core/session/kept/kept_units.h"
#include "core/session/question.h"

namespace tp {

class UnitsQuestion final : public Question {
 public:
  // Valid once done(). Complete if all units have been indexed to their ends.
  const KeptUnits& units() const { return units_; }
  bool complete(const TraceIndex& index) const { return done() && units_.units.size() == index.streams().size(); }

  JobKind kind() const override { return JobKind::Units; }
  void write(const TraceIndex&, uint32_t, uint32_t, WireWriter&) const override {}
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;

 private:
  KeptUnits units_;
};

}  // namespace tp
