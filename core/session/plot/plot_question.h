// Asks for the values of a field, and adds them to the index as tracks of counters.
#pragma once

#include "core/session/plot/plot.h"
#include "core/session/question.h"

namespace tp {

// Returns the heading of all plots, which is added if it is not there.
TrackId plotGroup(TraceIndex& index);

class PlotQuestion final : public Question {
 public:
  explicit PlotQuestion(PlotSpec spec) : spec_(std::move(spec)) {}

  const PlotSpec& spec() const { return spec_; }
  // Valid once done(): the tracks that the plot has become, and the number of values on them; none if no record has
  // such a field.
  const std::vector<TrackId>& tracks() const { return tracks_; }
  uint64_t samples() const { return samples_; }

  JobKind kind() const override { return JobKind::Plot; }
  void write(const TraceIndex&, uint32_t, uint32_t, WireWriter& out) const override { out(spec_); }
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void keep(TraceIndex& index) override;

 private:
  PlotSpec spec_;
  std::vector<PlotLane> lanes_;
  std::vector<TrackId> tracks_;
  uint64_t samples_ = 0;
};

}  // namespace tp
