// Lists the slices on a worker's streams, or reads the words of some of them.
#include <chrono>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/session/slices/slice_reading.h"
#include "core/session/slices/state_reading.h"
#include "core/session/slices/word_reading.h"

namespace tp {
namespace {

// What is listed so far is told as often as this, since it takes a while to read.
constexpr auto kPause = std::chrono::milliseconds(250);

bool tellsStates(const SliceReading&) {
  return true;
}
bool tellsStates(const StateReading& reading) {
  return reading.tells();
}

// `Reading`: SliceReading or StateReading.
template <class Reading>
class SlicesJob final : public Job {
 public:
  SlicesJob(SliceQuery query, SliceSift sift, TraceReader& reader)
      : query_(std::move(query)), sift_(std::move(sift)), reading_(query_, sift_, reader), told_(Clock::now()) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return reading_.progress(); }

 private:
  using Clock = std::chrono::steady_clock;

  void writeAnswer(bool all, WireWriter& answer);

  const SliceQuery query_;
  SliceSift sift_;
  Reading reading_;
  Clock::time_point told_;
  bool systemCalls_ = false;
};

class SliceWordsJob final : public Job {
 public:
  explicit SliceWordsJob(std::vector<SlicesRequest::Wanted> wanted) : reading_(std::move(wanted)) {}

  bool step(const JobSite& site, WireWriter& answer) override {
    if (reading_.step(site)) return true;
    answer(reading_.texts());
    return false;
  }
  float progress() const override { return reading_.progress(); }

 private:
  WordReading reading_;
};

// Returns the slices under each name that their records may have: names that were changed may read the same.
std::vector<SlicesRequest::Wanted> underEachName(std::vector<SlicesRequest::Wanted> wanted, const NameTable& names) {
  std::unordered_map<NameId, std::vector<NameId>> known;
  const size_t count = wanted.size();
  for (size_t i = 0; i < count; ++i) {
    const NameId name = wanted[i].slice.name;
    const auto [same, added] = known.try_emplace(name);
    if (added) same->second = names.sameAs(name);
    for (const NameId other : same->second) {
      if (other == name) continue;
      wanted.push_back(wanted[i]);
      wanted.back().slice.name = other;
    }
  }
  return wanted;
}

}  // namespace

// Reads a request that SlicesQuestion has written.
std::unique_ptr<Job> makeSlicesJob(JobKind, WireReader& request, TraceReader& reader) {
  auto asked = request.read<SlicesRequest>();
  if (request.failed()) return nullptr;
  if (asked.words) return std::make_unique<SliceWordsJob>(underEachName(std::move(asked.wanted), reader.names()));
  FilterError error;
  std::optional<SliceSift> sift = SliceSift::make(asked.query, reader, error);
  if (!sift) return nullptr;
  const bool states = asked.query.kind == SliceKind::States;
  if (states) return std::make_unique<SlicesJob<StateReading>>(std::move(asked.query), std::move(*sift), reader);
  return std::make_unique<SlicesJob<SliceReading>>(std::move(asked.query), std::move(*sift), reader);
}

template <class Reading>
bool SlicesJob<Reading>::step(const JobSite& site, WireWriter& answer) {
  systemCalls_ = site.reader.hasSystemCalls();
  if (!reading_.step(site)) return writeAnswer(true, answer), false;
  if (Clock::now() - told_ > kPause) writeAnswer(false, answer);
  return true;
}

template <class Reading>
void SlicesJob<Reading>::writeAnswer(bool all, WireWriter& answer) {
  told_ = Clock::now();
  SlicesPart part;
  part.trackClass = static_cast<uint32_t>(sift_.trackClass());
  part.tells = tellsStates(reading_);
  part.systemCalls = systemCalls_;
  part.all = sift_.all();
  part.listed = sift_.listed();
  part.slices = sift_.list().sorted();
  if (all) {
    if (DurationCounts of = sift_.durations(); of.size() > 0)
      part.durations = SliceGroup{{}, part.listed, std::move(of)};
    part.left = sift_.groups().left();
    part.groups = sift_.groups().take();
    part.met = sift_.met();
    part.window = sift_.points().window();
    part.points = sift_.points().take();
  }
  answer(part);
}

}  // namespace tp
