// The sections of a perf.data that say something of the recording, called features there. In a pipe they are records.
#pragma once

#include "core/formats/perf/perf_file.h"

namespace tp::perf {

enum Feature : uint32_t {
  kFeatureTracingData = 1,
  kFeatureBuildId = 2,
  kFeatureHostname = 3,
  kFeatureOsRelease = 4,
  kFeatureVersion = 5,
  kFeatureArch = 6,
  kFeatureCpus = 7,
  kFeatureCpuDescription = 8,
  kFeatureCommandLine = 11,
  kFeatureEventDescription = 12,
  kFeatureStat = 19,
  kFeatureSampleTime = 21,
  kFeatureCompressed = 27,
  kFeatureClockData = 29,
  kFeatureMetaInfo = 129,  // of simpleperf
};
inline constexpr size_t kFeatures = 256;

// Takes what the section says into `file`; ignores those that are not used. Returns false if it is cut.
bool readFeature(uint32_t feature, Bytes section, PerfFile& file);

// Takes the id of a program from a record of the type kBuildId into `file`.
void readBuildId(Bytes record, PerfFile& file);

}  // namespace tp::perf
