#include "core/link/trace_mark.h"

#include <string>

#include "core/link/link_text.h"

namespace tp {

uint32_t traceMark(const TraceIndex& index) {
  return labelHash(index.info().format + "\n" + std::to_string(index.rows()) + "\n" + std::to_string(index.begin()) +
                   "\n" + std::to_string(index.end()));
}

uint32_t recordsMark(const TraceIndex& index) {
  return labelHash(index.info().format + "\n" + std::to_string(index.rows()));
}

}  // namespace tp
