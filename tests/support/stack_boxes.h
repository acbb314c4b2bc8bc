// The boxes of a tree of stacks by their names, for tests that compare trees of several sessions.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <ostream>
#include <string>

#include "core/analysis/call_tree.h"
#include "core/session/stacks/stacks_question.h"
#include "tests/support/local_session.h"

namespace tp::test {

struct Figures {
  int64_t total = 0, self = 0;
  uint64_t count = 0;

  bool operator==(const Figures&) const = default;
};
inline std::ostream& operator<<(std::ostream& out, const Figures& figures) {
  return out << figures.total << " total, " << figures.self << " self, " << figures.count << " calls";
}

// By the names of the stack.
using Boxes = std::map<std::string, Figures>;

inline std::string boxPath(const CallTree& tree, uint32_t node, bool byThread, const NameTable& names,
                           const TrackTable& tracks) {
  std::string path;
  for (uint32_t at = node; at != CallTree::kRoot; at = tree.nodes()[at].parent) {
    const CallNode& caller = tree.nodes()[at];
    const bool thread = byThread && caller.parent == CallTree::kRoot;
    path = ";" +
           (thread ? std::to_string(tracks[threadOf(caller.name)].key.tid) : std::string(names.told(caller.name))) +
           path;
  }
  return path;
}

// Those of `least` or more.
inline Boxes boxesOf(const CallTree& tree, bool byThread, const NameTable& names, const TrackTable& tracks,
                     int64_t least = 1) {
  Boxes boxes;
  for (uint32_t i = 1; i < tree.nodes().size(); ++i) {
    const CallNode& node = tree.nodes()[i];
    if (node.total < least) continue;
    boxes[boxPath(tree, i, byThread, names, tracks)] = {node.total, tree.self(i), node.count};
  }
  return boxes;
}

inline std::shared_ptr<StacksQuestion> ask(LocalSession& local, const StackQuery& query, bool all) {
  auto question = std::make_shared<StacksQuestion>(JobKind::Stacks, query, all);
  local.session.ask(question);
  for (int i = 0; i < 100 && !question->done(); ++i) local.finish();
  EXPECT_TRUE(question->done());
  return question;
}

inline bool lies(const std::string& path, const std::string& below) {
  return path.compare(0, below.size(), below) == 0 && (path.size() == below.size() || path[below.size()] == ';');
}

// All that is told is as it is, and all of `least` or more is told. `below`: the box that was asked for.
inline void expectExact(const Boxes& told, const Boxes& all, int64_t least, const std::string& below,
                        const std::string& what) {
  size_t wrong = 0, missing = 0;
  for (const auto& [path, figures] : told) {
    if (!lies(path, below)) continue;
    const auto found = all.find(path);
    if (found != all.end() && found->second == figures) continue;
    if (++wrong < 4)
      ADD_FAILURE() << what << path << ": " << figures << "; " << (found == all.end() ? Figures() : found->second);
  }
  for (const auto& [path, figures] : all)
    if (figures.total >= least && lies(path, below) && told.count(path) == 0 && ++missing < 4)
      ADD_FAILURE() << what << path << " is missing: " << figures;
  EXPECT_EQ(wrong, 0u) << what;
  EXPECT_EQ(missing, 0u) << what;
}

}  // namespace tp::test
