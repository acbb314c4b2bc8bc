#include "core/formats/tracecmd/time_sync.h"

#include <algorithm>
#include <cmath>

namespace tp::tracecmd {
namespace {

constexpr uint32_t kInterpolate = 1;

}  // namespace

void TimeSync::read(Bytes option, Endian endian) {
  Cursor in(option, endian);
  peer_ = in.u64();
  interpolate_ = (in.u32() & kInterpolate) != 0;
  uint32_t cpus = std::min(in.u32(), kMaxCpus);
  for (uint32_t cpu = 0; cpu < cpus && !in.failed(); ++cpu) {
    uint64_t count = in.u32();
    if (count > in.remaining() / 24) {
      whole_ = false;
      break;
    }
    std::vector<Sample> samples(static_cast<size_t>(count));
    for (Sample& sample : samples) sample.time = in.i64();
    for (Sample& sample : samples) sample.offset = in.i64();
    for (Sample& sample : samples) sample.scaling = in.i64();
    if (!in.failed()) cpus_.push_back(std::move(samples));
  }
  for (std::vector<Sample>& samples : cpus_)
    if (in.remaining() >= samples.size() * 8)
      for (Sample& sample : samples) sample.fraction = in.i64();
  auto earlier = [](const Sample& a, const Sample& b) { return a.time < b.time; };
  auto same = [](const Sample& a, const Sample& b) { return a.time == b.time; };
  for (std::vector<Sample>& samples : cpus_) {
    std::stable_sort(samples.begin(), samples.end(), earlier);
    samples.erase(std::unique(samples.begin(), samples.end(), same), samples.end());
  }
}

bool TimeSync::sound() const {
  constexpr int64_t kHour = int64_t{3600} * 1000000000;
  if (!whole_) return false;
  const Sample* first = nullptr;
  for (const std::vector<Sample>& samples : cpus_) {
    for (const Sample& sample : samples) {
      if (first == nullptr) first = &sample;
      int64_t apart = 0;
      bool near = !__builtin_sub_overflow(sample.offset, first->offset, &apart) && apart < kHour && apart > -kHour;
      bool alike = sample.fraction == first->fraction && sample.scaling / 2 <= first->scaling &&
                   first->scaling / 2 <= sample.scaling;
      if (!near || !alike) return false;
    }
  }
  return true;
}

uint64_t TimeSync::toHost(uint32_t cpu, uint64_t time) const {
  if (cpu >= cpus_.size() || cpus_[cpu].empty()) return time;
  const std::vector<Sample>& samples = cpus_[cpu];
  int64_t at = static_cast<int64_t>(time);
  if (samples.size() == 1) return time + static_cast<uint64_t>(samples[0].offset);
  auto after = std::upper_bound(samples.begin(), samples.end(), at,
                                [](int64_t t, const Sample& sample) { return t < sample.time; });
  // Before the first sample and after the last, the nearest pair is used.
  after = std::clamp(after, samples.begin() + 1, samples.end() - 1);
  const Sample& a = *(after - 1);
  const Sample& b = *after;
  double offset = static_cast<double>(a.offset);
  if (interpolate_) {
    double share = (static_cast<double>(at) - static_cast<double>(a.time)) /
                   (static_cast<double>(b.time) - static_cast<double>(a.time));
    // Adds a half and truncates whatever the sign, like the reference tool.
    offset += std::trunc(share * (static_cast<double>(b.offset) - static_cast<double>(a.offset)) + 0.5);
  }
  offset = std::clamp(offset, -9e18, 9e18);
  __extension__ using Wide = __int128;
  Wide scaled = static_cast<Wide>(at) * a.scaling >> std::clamp<int64_t>(a.fraction, 0, 63);
  return static_cast<uint64_t>(scaled) + static_cast<uint64_t>(static_cast<int64_t>(offset));
}

}  // namespace tp::tracecmd
