// What is compared with what, as it was chosen.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "ui/view/compare_answer.h"
#include "ui/view/compared_times.h"

namespace tp::ui {

enum class ComparedBy : uint8_t { Functions, Threads, Stacks, Latencies, Waits };
// By ComparedBy, in links.
inline constexpr std::string_view kComparedBy[] = {"functions", "threads", "stacks", "latencies", "waits"};

struct CompareView {
  uint64_t opening = 0;                                // Session::opening() that it is about; see compareView()
  std::string name;                                    // of the session then
  std::array<std::optional<ComparedScope>, 2> chosen;  // A, B; nullopt: as compared() chooses
  std::optional<ComparedBy> by;                        // nullopt: by what the trace tells most about
  FunctionsHow how;
  CompareAnswer answer;
  ComparedTimes times;
};

}  // namespace tp::ui
