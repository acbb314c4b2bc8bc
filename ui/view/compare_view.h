// What is compared with what, as it was chosen.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "ui/view/compare_answer.h"
#include "ui/view/compared_times.h"
#include "ui/view/difference_look.h"

namespace tp::ui {

enum class ComparedBy : uint8_t { Functions, Threads, Stacks, Latencies, Waits };
// By ComparedBy, in links.
inline constexpr std::string_view kComparedBy[] = {"functions", "threads", "stacks", "latencies", "waits"};

// A file of what is compared: the report or the flame graph of the command line, or its table of what is shown.
enum class CompareFile : uint8_t { Html, Csv, Svg };
struct CompareFileRow {
  CompareFile file;
  std::string_view word, label;
};
inline constexpr CompareFileRow kCompareFiles[] = {{CompareFile::Html, "html", "Report of all that differs (HTML)"},
                                                   {CompareFile::Csv, "csv", "Table of what differs (CSV)"},
                                                   {CompareFile::Svg, "svg", "Differential flame graph (SVG)"}};

// One that is being made, of what was compared when it was asked for.
struct CompareFileWanted {
  CompareFile file;
  CompareAnswer::Scopes scopes;
  FunctionsHow how;
};

struct CompareView {
  uint64_t opening = 0;                                // Session::opening() that it is about; see compareView()
  std::array<std::optional<ComparedScope>, 2> chosen;  // A, B; nullopt: as compared() chooses
  std::optional<ComparedBy> by;                        // nullopt: by what the trace tells most about
  FunctionsHow how;
  // Of how.slowest: side 0 or 1, of which the calls are; nullopt: of what A was chosen to be, or of all that is open.
  std::optional<size_t> slowestSide;
  DifferenceLook look;
  CompareAnswer answer;
  ComparedTimes times;
};

}  // namespace tp::ui
