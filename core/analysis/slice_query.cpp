#include "core/analysis/slice_query.h"

#include <utility>

namespace tp {
namespace {

constexpr std::pair<SliceKind, std::string_view> kKinds[] = {
    {SliceKind::Calls, "calls"}, {SliceKind::Threads, "threads"}, {SliceKind::Cpus, "cpus"},
    {SliceKind::Async, "async"}, {SliceKind::States, "states"},   {SliceKind::Syscalls, "syscalls"}};

}  // namespace

std::string_view sliceKindName(SliceKind kind) {
  for (const auto& [its, name] : kKinds)
    if (its == kind) return name;
  return {};
}

std::optional<SliceKind> sliceKindNamed(std::string_view name) {
  for (const auto& [kind, its] : kKinds)
    if (its == name) return kind;
  return std::nullopt;
}

}  // namespace tp
