#include "core/formats/perf/processes.h"

#include <algorithm>

namespace tp::perf {

void AddressSpace::add(const Mapping& mapping) {
  if (mapping.size == 0 || mapping.end() < mapping.begin) return;
  const auto endsBehind = [](const Mapping& one, uint64_t address) { return one.end() <= address; };
  auto first = std::lower_bound(mappings_.begin(), mappings_.end(), mapping.begin, endsBehind);
  // What is left of those that the new one covers in part.
  std::vector<Mapping> rests;
  auto last = first;
  for (; last != mappings_.end() && last->begin < mapping.end(); ++last) {
    if (last->begin < mapping.begin)
      rests.push_back({last->begin, mapping.begin - last->begin, last->offset, last->file});
    if (last->end() <= mapping.end()) continue;
    const uint64_t cut = mapping.end() - last->begin;
    rests.push_back({mapping.end(), last->size - cut, last->offset + cut, last->file});
  }
  rests.push_back(mapping);
  std::sort(rests.begin(), rests.end(), [](const Mapping& a, const Mapping& b) { return a.begin < b.begin; });
  first = mappings_.erase(first, last);
  mappings_.insert(first, rests.begin(), rests.end());
}

const Mapping* AddressSpace::find(uint64_t address) const {
  const auto found = std::lower_bound(mappings_.begin(), mappings_.end(), address,
                                      [](const Mapping& one, uint64_t wanted) { return one.end() <= wanted; });
  return found != mappings_.end() && found->begin <= address ? &*found : nullptr;
}

void Processes::map(int32_t pid, const Mapping& mapping) {
  full_ = full_ || ++mappings_ > kMaxMappings;
  if (full_) return;
  std::shared_ptr<const AddressSpace>& space = spaces_[pid];
  auto changed = space ? std::make_shared<AddressSpace>(*space) : std::make_shared<AddressSpace>();
  changed->add(mapping);
  space = std::move(changed);
}

void Processes::fork(int32_t pid, int32_t from) {
  if (pid == from) return;
  const auto parent = spaces_.find(from);
  if (parent == spaces_.end() || spaces_.size() >= kMaxThreads) {
    spaces_.erase(pid);
  } else {
    spaces_[pid] = parent->second;
  }
}

const Mapping* Processes::find(int32_t pid, uint64_t address) const {
  const auto space = spaces_.find(pid);
  return space != spaces_.end() ? space->second->find(address) : nullptr;
}

void Processes::setComm(int32_t tid, NameId comm) {
  full_ = full_ || comms_.size() >= kMaxThreads;
  if (!full_) comms_[tid] = comm;
}

void Processes::inheritComm(int32_t tid, int32_t from) {
  if (const NameId comm = commOf(from); comm != kNoName) setComm(tid, comm);
}

// Spaces that processes share are written once.
void Processes::save(WireWriter& out) const {
  std::map<const AddressSpace*, uint32_t> numbers;
  std::vector<const AddressSpace*> spaces;
  std::vector<std::pair<int32_t, uint32_t>> of;
  for (const auto& [pid, space] : spaces_) {
    const auto [known, fresh] = numbers.try_emplace(space.get(), static_cast<uint32_t>(spaces.size()));
    if (fresh) spaces.push_back(space.get());
    of.emplace_back(pid, known->second);
  }
  out(static_cast<uint32_t>(spaces.size()));
  for (const AddressSpace* space : spaces) out(*space);
  out(of, comms_, static_cast<uint64_t>(mappings_));
  out.bits(full_);
}

bool Processes::restore(WireReader& in) {
  const auto count = in.read<uint32_t>();
  std::vector<std::shared_ptr<const AddressSpace>> spaces;
  for (uint32_t i = 0; i < count && !in.failed(); ++i)
    spaces.push_back(std::make_shared<const AddressSpace>(in.read<AddressSpace>()));
  std::vector<std::pair<int32_t, uint32_t>> of;
  uint64_t mappings = 0;
  in(of, comms_, mappings);
  in.bits(full_);
  mappings_ = static_cast<size_t>(mappings);
  spaces_.clear();
  for (const auto& [pid, number] : of) {
    in.require(number < spaces.size());
    if (!in.failed()) spaces_[pid] = spaces[number];
  }
  return !in.failed();
}

}  // namespace tp::perf
