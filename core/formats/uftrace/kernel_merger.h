// Draws the kernel's functions within the calls of the program that they served. Neither side alone knows how: the
// program's depth is in its task's file, the kernel's functions are in those of the CPUs.
#pragma once

#include <map>

#include "core/formats/uftrace/kernel_decoder.h"

namespace tp::uftrace {

class KernelMerger final : public StreamMerger {
 public:
  // The inputs are the tasks, in their order, then the CPUs. `tasks` outlives this.
  explicit KernelMerger(const std::vector<Task>& tasks);

  void add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) override;
  std::vector<std::byte> save() const override;
  bool restore(Bytes state) override;
  void describe(const Record& record, EventRow& row) override;

 private:
  struct Stack {
    uint32_t user = 0;    // calls of the program that are open
    uint32_t base = 0;    // on how many of them the kernel's lie
    uint32_t kernel = 0;  // functions of the kernel that are open
  };

  void close(size_t task, uint32_t depth, Time time, RecordBatch& out);

  const std::vector<Task>& tasks_;
  std::vector<Stack> stacks_;  // by task
  std::map<int64_t, size_t> byTid_;
};

}  // namespace tp::uftrace
