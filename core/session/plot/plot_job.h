// Computes the values of a field on a worker's streams, aggregated into levels of detail.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "core/analysis/filter.h"
#include "core/index/chunk_replay.h"
#include "core/session/job.h"
#include "core/session/plot/plot.h"

namespace tp {

class PlotJob final : public Job {
 public:
  PlotJob(PlotSpec spec, TraceReader& reader);

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  void chunk(const JobSite& site);
  void add(const Record& record, const EventRow& row);
  void addLoss();
  void put(const std::string& value, const Record& sample);
  void keepBudget();
  void endPart();
  void tell(WireWriter& answer);

  PlotSpec spec_;
  std::optional<Filter> filter_;
  // What each stream has before, within and after the time that the user looks at is kept apart, in lanes of their own.
  enum class Part : uint8_t { Before, Near, After } part_ = Part::Before;
  std::map<std::string, LaneBuilder, std::less<>> open_;  // of the current part, by value of PlotSpec::by
  std::set<std::string, std::less<>> lines_;              // of the stream, by the same value
  std::optional<std::string> unit_;                       // of the field, by the first record that has it
  Time now_ = kNotWoken;                                  // of the stream's latest row; kNotWoken: none yet
  std::vector<PlotLane> lanes_;
  NameId event_ = kNoName;
  uint64_t samples_ = 0;
  uint64_t kept_ = 0;  // bytes of marks in finished lanes
  ChunkRun run_;
  uint32_t stream_ = 0;
  size_t chunk_ = 0;
  float progress_ = 0;
};

}  // namespace tp
