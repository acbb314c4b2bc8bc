#include "core/formats/tracecmd/statistics.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace tp::tracecmd {
namespace {

uint64_t numberAfter(const std::string& text, std::string_view label) {
  size_t at = text.find(label);
  return at == std::string::npos ? 0 : std::strtoull(text.c_str() + at + label.size(), nullptr, 10);
}

bool lostNone(const std::string& text) {
  const std::string_view labels[] = {"overrun: ", "commit overrun: ", "dropped events: "};
  return std::all_of(std::begin(labels), std::end(labels),
                     [&](std::string_view label) { return numberAfter(text, label) == 0; });
}

// Returns the CPUs that have data, sorted.
std::vector<uint32_t> cpusOf(const Buffer& buffer) {
  std::vector<uint32_t> out;
  for (const CpuData& cpu : buffer.cpus)
    if (cpu.size > 0) out.push_back(cpu.cpu);
  std::sort(out.begin(), out.end());
  return out;
}

bool holds(const std::vector<uint32_t>& sorted, uint32_t cpu) {
  return std::binary_search(sorted.begin(), sorted.end(), cpu);
}

// Returns the first of `some` that is not among `others`; both are sorted.
std::string oneBeyond(const std::vector<uint32_t>& some, const std::vector<uint32_t>& others) {
  auto found = std::find_if(some.begin(), some.end(), [&](uint32_t cpu) { return !holds(others, cpu); });
  return found == some.end() ? std::string() : "CPU " + std::to_string(*found);
}

}  // namespace

// Each CPU has a text "CPU: 0,entries: 7,...,read events: 9"; those of an instance follow one with its name, "Buffer:
// name".
std::vector<Recorded> recordedBuffers(const TraceFile& file) {
  constexpr std::string_view kName = "Buffer: ";
  std::vector<Recorded> out(1);
  for (const auto& [key, text] : file.metadata) {
    if (key != "statistics") continue;
    if (size_t at = text.find(kName); at != std::string::npos) {
      out.emplace_back().name = text.substr(at + kName.size(), kMaxBufferName);
      continue;
    }
    uint32_t cpu = static_cast<uint32_t>(numberAfter(text, "CPU: "));
    bool read = numberAfter(text, "read events: ") > 0;
    bool any = read || numberAfter(text, "entries: ") > 0;
    if (read) out.back().read.push_back(cpu);
    if (any) out.back().cpus.push_back(cpu);
    if (!any && lostNone(text)) out.back().idle.push_back(cpu);
    out.back().told = true;
  }
  return out;
}

bool recordedNothing(const std::vector<Recorded>& buffers, uint32_t cpu) {
  return std::all_of(buffers.begin(), buffers.end(), [cpu](const Recorded& one) {
    return one.told && std::find(one.idle.begin(), one.idle.end(), cpu) != one.idle.end();
  });
}

void compareBuffers(const FileEntry& entry, const TraceFile& file, WarningLog& warnings) {
  std::vector<Recorded> recorded = recordedBuffers(file);
  const bool allTold = recorded.size() == file.buffers.size();
  for (size_t i = 0; i < std::min(recorded.size(), file.buffers.size()); ++i) {
    Recorded& counts = recorded[i];
    const Buffer& buffer = file.buffers[i];
    if (!counts.told) continue;
    if (allTold && counts.name != buffer.name)
      warnings.add(entry.path, kNoOffset, "an instance \"" + counts.name + "\", as the kernel's counts call it",
                   "\"" + buffer.name + "\"");
    std::vector<uint32_t> there = cpusOf(buffer);
    for (std::vector<uint32_t>* one : {&counts.cpus, &counts.read}) std::sort(one->begin(), one->end());
    const std::string of = counts.name.empty() ? "" : " of " + counts.name;
    const std::string more = oneBeyond(there, counts.cpus), less = oneBeyond(counts.read, there);
    // Missing data of a CPU alone are no reason to warn: a trace that was split may lack them.
    if (!more.empty())
      warnings.add(entry.path, kNoOffset, "data of the CPUs that were recorded" + of,
                   "those of " + more + ", which was not" + (less.empty() ? "" : ", and none of " + less));
  }
  if (file.cpuCount == 0 || recorded.front().told) return;
  for (const Buffer& buffer : file.buffers)
    if (const std::vector<uint32_t> there = cpusOf(buffer); !there.empty() && there.back() >= file.cpuCount)
      warnings.add(entry.path, kNoOffset, "data of " + std::to_string(file.cpuCount) + " CPUs",
                   "those of CPU " + std::to_string(there.back()));
}

}  // namespace tp::tracecmd
