// Draws the kernel's functions within the program's calls during which they ran. That takes both kinds of stream: the
// program's depth is in the task's file, the kernel's functions are in the files of the CPUs.
#pragma once

#include <map>

#include "core/formats/uftrace/kernel_decoder.h"

namespace tp::uftrace {

class KernelMerger final : public StreamMerger {
 public:
  // The inputs are the tasks' streams in the order of `tasks`, then those of the CPUs. `tasks` outlives this object.
  explicit KernelMerger(const std::vector<Task>& tasks);

  void add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void describe(const Record& record, EventRow& row) override;

 private:
  struct Stack {
    uint32_t user = 0;    // Calls of the program that are open.
    uint32_t base = 0;    // Calls of the program that were open when the kernel was entered.
    uint32_t kernel = 0;  // Functions of the kernel that are open.
  };

  void cut(size_t task, Time time, RecordBatch& out);

  const std::vector<Task>& tasks_;
  std::vector<Stack> stacks_;  // By position in `tasks`.
  std::map<int64_t, size_t> byTid_;
};

}  // namespace tp::uftrace
