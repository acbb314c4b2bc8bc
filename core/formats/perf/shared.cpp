#include "core/formats/perf/shared.h"

#include <algorithm>
#include <utility>

#include "core/kernel/cpu_limit.h"
#include "core/trace/cpu_name.h"

namespace tp::perf {

Shared::Shared(const FileEntry& entry, PerfFile opened, TraceReader& of)
    : path(entry.path),
      file(std::move(opened)),
      reader(of),
      tracepoints(entry, file, of.names(), of.warnings()),
      threads(of.tracks(), "", nullptr),
      syscalls(kernel::syscallTable(file.machine)),
      symbols(of.names(), of.warnings(), file.buildIds),
      timeless(!file.firstTime),
      firstTime(file.firstTime ? clampTime(static_cast<int64_t>(*file.firstTime)) : 0) {
  for (size_t i = 0; i < file.events.size(); ++i) {
    const tracecmd::Event* tracepoint = tracepointOf.emplace_back(tracepoints.of(file.events.at(i)));
    hasWakings = hasWakings || (tracepoint != nullptr && tracepoint->meaning == tracecmd::Meaning::Waking);
    eventNames.push_back(tracepoint != nullptr ? tracepoint->name : of.names().intern(file.events.at(i).name));
    sampleSchemas.push_back(std::make_unique<SampleSchema>(*this, i));
  }
}

size_t Shared::takeContext(const Processes& processes) {
  const auto free =
      std::find_if(contexts.begin(), contexts.end(), [](const Described& one) { return one.processes == nullptr; });
  const auto number = static_cast<size_t>(free - contexts.begin());
  if (free == contexts.end()) contexts.emplace_back();
  contexts[number] = {&processes, std::nullopt};
  return number;
}

TrackId Shared::cpuGroup() {
  Track group;
  group.key.kind = TrackKind::Group;
  group.key.label = "cpus";
  group.name = "CPUs";
  group.order = -1;
  return reader.tracks().add(group);
}

TrackId Shared::cpuTrack(uint32_t cpu) {
  Track track;
  track.key.kind = TrackKind::Cpu;
  track.key.cpu = static_cast<int32_t>(cpu);
  track.parent = cpuGroup();
  track.name = cpuName(cpu, false);
  track.order = cpu * int64_t{4};
  return reader.tracks().add(track);
}

TrackId Shared::eventsOfCpu(int64_t cpu) {
  if (cpu >= kernel::kMaxCpus) cpu = -1;
  const auto [known, fresh] = eventsOfCpus_.try_emplace(cpu, kNoTrack);
  if (!fresh) return known->second;
  Track events;
  events.key.kind = TrackKind::Events;
  events.key.cpu = static_cast<int32_t>(cpu);
  events.parent = cpuGroup();
  events.name = "events";
  events.detail = cpu < 0 ? "of no CPU" : cpuName(static_cast<uint32_t>(cpu), false);
  events.order = cpu < 0 ? -1 : cpu * 4 + 1;
  return known->second = reader.tracks().add(events);
}

}  // namespace tp::perf
