#include "core/session/slices/slices_job.h"

#include <utility>

namespace tp {
namespace {

// What is listed so far is told as often as this, since it takes a while to read.
constexpr auto kPause = std::chrono::milliseconds(250);

}  // namespace

std::unique_ptr<Job> makeSlicesJob(WireReader& request, TraceReader& reader) {
  auto asked = request.read<SlicesRequest>();
  if (request.failed()) return nullptr;
  if (asked.words) return std::make_unique<SliceWordsJob>(std::move(asked.wanted));
  FilterError error;
  std::optional<SliceSift> sift = SliceSift::make(asked.query, reader, error);
  if (!sift) return nullptr;
  return std::make_unique<SlicesJob>(std::move(asked.query), std::move(*sift), reader);
}

SlicesJob::SlicesJob(SliceQuery query, SliceSift sift, TraceReader& reader)
    : query_(std::move(query)), sift_(std::move(sift)), reading_(query_, sift_, reader), told_(Clock::now()) {}

bool SlicesJob::step(const JobSite& site, WireWriter& answer) {
  if (!reading_.step(site)) return tell(true, answer), false;
  if (Clock::now() - told_ > kPause) tell(false, answer);
  return true;
}

void SlicesJob::tell(bool all, WireWriter& answer) {
  told_ = Clock::now();
  SlicesPart part;
  part.trackClass = static_cast<uint32_t>(sift_.trackClass());
  part.all = sift_.all();
  part.listed = sift_.listed();
  part.slices = sift_.list().sorted();
  if (all) {
    part.left = sift_.groups().left();
    part.groups = sift_.groups().take();
    part.met = sift_.met();
    sift_.durations().settle();
    if (const DurationCounts* of = sift_.durations().of(0)) part.durations = SliceGroup{{}, part.listed, *of};
  }
  answer(part);
}

}  // namespace tp
