// What the records so far say of processes: the commands of threads, and which files are mapped where.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/io/wire.h"
#include "core/trace/names.h"

namespace tp::perf {

// A part of a file in the memory of a process, or of the kernel; or one function of the kernel.
struct Mapping {
  uint64_t begin = 0;
  uint64_t size = 0;    // in bytes
  uint64_t offset = 0;  // of its first byte in the file; of the kernel's own image, the address of _text
  NameId file = kNoName;
  NameId buildId = kNoName;  // of the file, in hexadecimal; kNoName: the record does not tell it
  bool function = false;     // `file` is the name of a function, which was made at run time

  uint64_t end() const { return begin + size; }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.begin, self.size, self.offset, self.file, self.buildId, self.function);
  }
};

// The mappings of one process, ordered by address; none overlaps another.
class AddressSpace {
 public:
  // Replaces what was mapped there before.
  void add(const Mapping& mapping);
  // Nothing is mapped there any more.
  void remove(uint64_t begin, uint64_t end);
  // Returns null if nothing is mapped there.
  const Mapping* find(uint64_t address) const;
  size_t size() const { return mappings_.size(); }

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.mappings_);
  }

 private:
  std::map<uint64_t, Mapping> mappings_;  // by begin
};

// When a process begins another program, its mappings stay until others take their place: it is still in the system
// call that the old program made.
class Processes {
 public:
  // The process that has the mappings of the kernel.
  static constexpr int32_t kKernel = -1;

  void map(int32_t pid, const Mapping& mapping);
  void unmap(int32_t pid, uint64_t begin, uint64_t end);
  // A process is copied from another one.
  void fork(int32_t pid, int32_t from);
  // Returns null if nothing is mapped there.
  const Mapping* find(int32_t pid, uint64_t address) const;

  void setComm(int32_t tid, NameId comm);
  // A thread takes over the command of the one that made it.
  void inheritComm(int32_t tid, int32_t from);
  // Returns kNoName if it is not known.
  NameId commOf(int32_t tid) const {
    const auto found = comms_.find(tid);
    return found != comms_.end() ? found->second : kNoName;
  }

  // Whether there were too many to keep them all.
  bool full() const { return full_; }

  void save(WireWriter& out) const;
  // Returns false if it was not written by save().
  bool restore(WireReader& in);

 private:
  // Bounds the memory, and what is saved, whatever the file claims.
  static constexpr size_t kMaxThreads = size_t{1} << 18, kMaxMappings = size_t{1} << 18;

  // Returns the mappings of a process, of which no other one has the same object.
  AddressSpace& ownSpace(int32_t pid);

  std::map<int32_t, std::shared_ptr<AddressSpace>> spaces_;  // by process; copies share theirs until they change
  std::map<int32_t, NameId> comms_;                          // by thread
  size_t mappings_ = 0;                                      // that were ever added
  bool full_ = false;
};

}  // namespace tp::perf
