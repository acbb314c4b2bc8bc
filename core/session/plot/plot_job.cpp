// Computes the values of a field on a worker's streams, aggregated into levels of detail.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "core/analysis/event_fields.h"
#include "core/analysis/filter.h"
#include "core/analysis/numeric_field.h"
#include "core/index/chunk_replay.h"
#include "core/session/job.h"
#include "core/session/plot/plot.h"

namespace tp {
namespace {

// Bytes of marks that a plot may keep of a stream; beyond that, neighbours are aggregated at every zoom level.
constexpr uint64_t kStreamBytes = uint64_t{4} << 20;
// The same for the time that the user looks at.
constexpr uint64_t kNearBytes = uint64_t{8} << 20;
// The same for all streams of a worker.
constexpr uint64_t kMaxBytes = uint64_t{64} << 20;
constexpr size_t kMaxLines = 64;
constexpr uint64_t kBudgetEvery = 16 * 1024;

// Returns the value of the field that tells lines apart, as text.
std::string valueOf(const EventRow& row, const std::string& field) {
  std::string room, out;
  RowValue value;
  if (readOwn(row, field, false, room, value)) {
    appendValue(out, value);
    return out;
  }
  std::string_view text;
  if (readText(row, rowField(field), room, text)) return std::string(text);
  Number number;
  if (!readNumber(row, rowField(field), number)) return {};
  return (number.negative ? "-" : "") + std::to_string(number.magnitude);
}

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
  void writeAnswer(WireWriter& answer);

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

}  // namespace

PlotJob::PlotJob(PlotSpec spec, TraceReader& reader) : spec_(std::move(spec)) {
  FilterError error;
  if (!spec_.filter.empty()) filter_ = Filter::compile(spec_.filter, reader.info().clock, error);
}

bool PlotJob::step(const JobSite& site, WireWriter& answer) {
  const size_t streams = std::min(site.reader.streams().size(), site.indexers.size());
  for (uint32_t work = 0; stream_ < streams;) {
    if (!site.indexers[stream_] || chunk_ >= site.indexers[stream_]->chunks().size()) {
      endPart();
      part_ = Part::Before;
      lines_.clear();
      now_ = kNotWoken;
      ++stream_;
      chunk_ = 0;
      continue;
    }
    if (work++ == kChunksPerStep) {
      float within = static_cast<float>(chunk_) / static_cast<float>(site.indexers[stream_]->chunks().size());
      progress_ = (static_cast<float>(stream_) + within) / static_cast<float>(streams);
      writeAnswer(answer);
      return true;
    }
    chunk(site);
    ++chunk_;
  }
  progress_ = 1;
  writeAnswer(answer);
  return false;
}

// Answers stream by stream, so that the session does not have to take in all of it at once.
void PlotJob::writeAnswer(WireWriter& answer) {
  if (lanes_.empty()) return;
  answer(lanes_);
  lanes_.clear();
}

void PlotJob::chunk(const JobSite& site) {
  ChunkReplay& replay = run_.chunk(site.reader, stream_, site.files, *site.indexers[stream_], chunk_);
  const NameTable& names = site.reader.names();
  replay.eachRecord([&](const Record& record, const auto& describe) {
    if (!isRow(record)) return;
    if (record.kind == RecordKind::Lost) return addLoss();
    now_ = std::max(now_, record.time);
    // The name is compared until it is found; a record with another id is not of this event.
    if (event_ == kNoName && names.view(record.name) == spec_.event) event_ = record.name;
    if (record.name != event_ || event_ == kNoName) return;
    const EventRow& row = describe();
    if (!filter_ || filter_->matches(row)) add(record, row);
  });
  keepBudget();
}

void PlotJob::add(const Record& record, const EventRow& row) {
  Record sample;
  if (!numericField(row, spec_.field, sample.value)) return;
  if (!unit_) unit_ = fieldUnit(row, spec_.field);
  bool near = spec_.nearBegin <= spec_.nearEnd;
  if (near && part_ == Part::Before && record.time >= spec_.nearBegin) {
    endPart();
    part_ = Part::Near;
  }
  if (near && part_ == Part::Near && record.time > spec_.nearEnd) {
    endPart();
    part_ = Part::After;
  }
  std::string value = spec_.by.empty() ? std::string() : valueOf(row, spec_.by);
  if (!lines_.contains(value)) {
    if (lines_.size() >= kMaxLines) return;
    lines_.insert(value);
  }
  sample.time = record.time;
  put(value, sample);
}

// After a loss, no line's value is known from the last row on, until it is recorded again.
void PlotJob::addLoss() {
  Record end;
  end.time = now_;
  end.setLacksValue();
  for (const std::string& value : lines_) put(value, end);
}

void PlotJob::put(const std::string& value, const Record& sample) {
  auto at = open_.find(value);
  if (at == open_.end()) at = open_.try_emplace(value, kNoTrack, LaneKind::Counter, sample.time).first;
  Record counter = sample;
  counter.kind = RecordKind::Counter;
  at->second.add(counter);
  if (++samples_ % kBudgetEvery == 0) keepBudget();
}

void PlotJob::keepBudget() {
  uint64_t most = part_ == Part::Near ? kNearBytes : kStreamBytes;
  uint64_t allowed = std::max<uint64_t>(std::min(most, kMaxBytes - std::min(kMaxBytes, kept_)), 1 << 18);
  for (;;) {
    uint64_t marks = 0;
    int base = 0;
    for (auto& [value, lane] : open_) {
      base = lane.pyramid().baseLevel();
      marks += lane.pyramid().deadTotal();
    }
    if (marks * sizeof(Mark) <= allowed || base + 1 >= kLevels) return;
    for (auto& [value, lane] : open_) lane.pyramid().setBaseLevel(base + 1);
  }
}

void PlotJob::endPart() {
  keepBudget();
  for (auto& [value, lane] : open_) {
    PlotLane out;
    out.stream = stream_;
    out.value = value;
    out.unit = unit_.value_or("");
    out.samples = lane.slices();
    int base = lane.pyramid().baseLevel();
    for (int level = base + 1; level <= kLevels; ++level)
      if (std::vector<Mark>* dead = lane.pyramid().dead(level)) out.levels[level] = std::move(*dead);
    lane.pyramid().pending(out.tail);
    // Nothing finer will come, so what is drawn at the base level is drawn below it, too.
    auto lower = [base](std::vector<Mark>& marks) {
      for (Mark& mark : marks)
        if (mark.minLevel <= base) mark.minLevel = 0;
    };
    for (std::vector<Mark>& level : out.levels) lower(level), kept_ += level.size() * sizeof(Mark);
    lower(out.tail);
    lanes_.push_back(std::move(out));
  }
  open_.clear();
}

std::unique_ptr<Job> makePlotJob(JobKind, WireReader& request, TraceReader& reader) {
  return std::make_unique<PlotJob>(request.read<PlotSpec>(), reader);
}

}  // namespace tp
