// Lines of the kernel's own text of the tracer function_graph, where it is printed with the options funcgraph-abstime
// and funcgraph-proc: " 7160.517975 |   0)   bash-77    |   1.234 us    |    schedule();". Sources:
// kernel/trace/trace_functions_graph.c of the kernel, versions 2.6.33 to 6.18 (print_graph_prologue(),
// print_graph_duration(), print_graph_comment(), verif_pid()).
#pragma once

#include <cstdint>
#include <string_view>

#include "core/formats/ftrace/line.h"

namespace tp::ftrace {

// What a line of the tracer does not tell, for which it can't be read.
enum class GraphLack : uint8_t {
  NotOfTracer,
  Nothing,
  Time,
  Task,
};
GraphLack graphLack(std::string_view line);

// Whether it stands between such lines and tells no event: a rule, " 0)  bash-77  =>  ls-78", or an arrow that says
// that an interrupt begins or ends.
bool isGraphMark(std::string_view line);

// Reads a call, its end or, in the form of a comment, an event. Returns false if it is no such line, or lacks
// something.
bool readGraphLine(std::string_view line, Line& out);

}  // namespace tp::ftrace
