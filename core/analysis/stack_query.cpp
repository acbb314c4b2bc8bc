#include "core/analysis/stack_query.h"

namespace tp {
namespace {

uint64_t mixed(uint64_t word) {
  word = (word ^ word >> 31) * 0x9e3779b97f4a7c15u;
  return word ^ word >> 29;
}

}  // namespace

uint64_t wordOf(std::string_view name) {
  uint64_t word = 0xcbf29ce484222325u;
  for (char c : name) word = (word ^ static_cast<uint8_t>(c)) * 0x100000001b3u;
  // 0 stands for none.
  return mixed(word) | 1;
}

uint64_t wordOf(const TrackKey& thread) {
  uint64_t word = wordOf(thread.label);
  for (int64_t part : {static_cast<int64_t>(thread.kind), thread.pid, thread.tid, int64_t{thread.cpu},
                       static_cast<int64_t>(thread.trace)})
    word = mixed(word ^ static_cast<uint64_t>(part)) * 0x2545f4914f6cdd1du;
  return mixed(word) | 1;
}

StackSpec StackSpec::of(const StackQuery& query, const NameTable& names, const TrackTable& tracks) {
  StackSpec spec;
  spec.scope = query.scope;
  spec.shape = query.shape;
  spec.shape.focus = kNoName;
  if (query.shape.focus != kNoName) spec.focus = wordOf(names.exact(query.shape.focus));
  if (query.leaf != kNoName) spec.leaf = wordOf(names.exact(query.leaf));
  spec.levels = query.levels;
  spec.functions = query.functions;
  for (size_t i = 0; i < query.root.size(); ++i) {
    const bool thread = i == 0 && query.scope.byThread;
    if (thread && query.root[i] < tracks.size()) spec.root.push_back(wordOf(tracks[threadOf(query.root[i])].key));
    if (!thread) spec.root.push_back(wordOf(names.exact(query.root[i])));
  }
  return spec;
}

}  // namespace tp
