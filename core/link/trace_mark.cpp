#include "core/link/trace_mark.h"

#include <map>
#include <string>

#include "core/link/link_text.h"

namespace tp {
namespace {

// Of several traces, what each has drawn, in their order: links number them.
std::string partsText(const TraceIndex& index) {
  std::string text;
  if (index.info().parts.size() < 2) return text;
  std::map<uint32_t, uint64_t> slices;  // by TrackKey::trace
  for (const Lane& lane : index.lanes()) slices[index.tracks()[lane.track].key.trace] += lane.slices;
  for (const TracePart& part : index.info().parts) text += "\n" + std::to_string(slices[part.number]);
  return text;
}

}  // namespace

uint32_t traceMark(const TraceIndex& index) {
  return labelHash(index.info().format + "\n" + std::to_string(index.rows()) + "\n" + std::to_string(index.begin()) +
                   "\n" + std::to_string(index.end()) + partsText(index));
}

uint32_t recordsMark(const TraceIndex& index) {
  return labelHash(index.info().format + "\n" + std::to_string(index.rows()) + partsText(index));
}

}  // namespace tp
