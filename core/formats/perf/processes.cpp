#include "core/formats/perf/processes.h"

#include <iterator>

namespace tp::perf {

void AddressSpace::remove(uint64_t begin, uint64_t end) {
  auto at = mappings_.upper_bound(begin);
  if (at != mappings_.begin() && std::prev(at)->second.end() > begin) --at;
  while (at != mappings_.end() && at->second.begin < end) {
    const Mapping old = at->second;
    at = mappings_.erase(at);
    // What is left of one that is covered in part.
    if (old.begin < begin) {
      Mapping& before = mappings_[old.begin] = old;
      before.size = begin - old.begin;
    }
    if (old.end() <= end) continue;
    Mapping& behind = mappings_[end] = old;
    behind.begin = end;
    behind.size = old.end() - end;
    behind.offset = old.offset + (end - old.begin);
  }
}

void AddressSpace::add(const Mapping& mapping) {
  if (mapping.size == 0 || mapping.end() < mapping.begin) return;
  remove(mapping.begin, mapping.end());
  mappings_[mapping.begin] = mapping;
}

const Mapping* AddressSpace::find(uint64_t address) const {
  const auto behind = mappings_.upper_bound(address);
  if (behind == mappings_.begin()) return nullptr;
  const Mapping& found = std::prev(behind)->second;
  return address < found.end() ? &found : nullptr;
}

AddressSpace& Processes::ownSpace(int32_t pid) {
  std::shared_ptr<AddressSpace>& space = spaces_[pid];
  if (!space || space.use_count() > 1)
    space = space ? std::make_shared<AddressSpace>(*space) : std::make_shared<AddressSpace>();
  return *space;
}

void Processes::map(int32_t pid, const Mapping& mapping) {
  full_ = full_ || ++mappings_ > kMaxMappings;
  if (!full_) ownSpace(pid).add(mapping);
}

void Processes::unmap(int32_t pid, uint64_t begin, uint64_t end) {
  if (begin < end && spaces_.contains(pid)) ownSpace(pid).remove(begin, end);
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
  std::vector<std::shared_ptr<AddressSpace>> spaces;
  for (uint32_t i = 0; i < count && !in.failed(); ++i)
    spaces.push_back(std::make_shared<AddressSpace>(in.read<AddressSpace>()));
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
