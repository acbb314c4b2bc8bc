#include "core/analysis/flame_boxes.h"

#include <algorithm>

#include "core/trace/sums.h"

namespace tp {
namespace {

// The boxes for the callees of one box, from left to right.
class Callees {
 public:
  Callees(FlameBoxes& out, const FlameBox& caller, uint32_t row, float least)
      : out_(out), caller_(caller), row_(row), least_(static_cast<double>(least)), x_(static_cast<double>(caller.x)) {
    end_ = x_ + static_cast<double>(caller.w);
  }

  // `node`: 0 for stacks without nodes.
  void put(uint32_t node, int64_t weight) {
    const double w = std::min(static_cast<double>(weight) * out_.perUnit, end_ - x_);
    if (w <= 0) return;
    if (node == 0 || w < least_) {
      narrow_ += w;
      weight_ = plus(weight_, weight);
    } else {
      fold();
      out_.boxes.push_back({static_cast<float>(x_), static_cast<float>(w), node, row_, caller_.node, 0});
    }
    x_ += w;
  }
  // Draws as one what was too narrow so far.
  void fold() {
    if (narrow_ >= least_)
      out_.boxes.push_back(
          {static_cast<float>(x_ - narrow_), static_cast<float>(narrow_), 0, row_, caller_.node, weight_});
    narrow_ = 0;
    weight_ = 0;
  }

 private:
  FlameBoxes& out_;
  const FlameBox caller_;
  const uint32_t row_;
  const double least_;
  double x_, end_ = 0;
  double narrow_ = 0;
  int64_t weight_ = 0;
};

}  // namespace

FlameBoxes layFlameBoxes(const FlameSource& source, uint32_t top, float width, float least) {
  FlameBoxes out;
  for (uint32_t at = top; at != 0; at = source.parent(at)) out.boxes.push_back({0, width, at, 0, source.parent(at), 0});
  std::reverse(out.boxes.begin(), out.boxes.end());
  for (size_t i = 0; i < out.boxes.size(); ++i) {
    out.boxes[i].row = static_cast<uint32_t>(i);
    out.rows.emplace_back(i, i + 1);
  }
  out.callers = out.rows.empty() ? 0 : out.rows.size() - 1;
  const int64_t whole = source.weight(top);
  if (whole <= 0) return out;
  out.perUnit = static_cast<double>(width) / static_cast<double>(whole);
  // Row by row: nothing is drawn below a box that is too narrow.
  std::vector<FlameBox> callers{{0, width, top, 0, 0, 0}};
  std::vector<uint32_t> nodes;
  while (!callers.empty()) {
    const auto row = static_cast<uint32_t>(out.rows.size());
    const size_t begin = out.boxes.size();
    for (const FlameBox& caller : callers) {
      nodes.clear();
      source.children(caller.node, nodes);
      Callees callees(out, caller, row, least);
      for (const uint32_t node : nodes) callees.put(node, source.weight(node));
      callees.put(0, source.untold(caller.node));
      callees.fold();
    }
    if (out.boxes.size() == begin) break;
    out.rows.emplace_back(begin, out.boxes.size());
    callers.clear();
    for (size_t i = begin; i < out.boxes.size(); ++i)
      if (out.boxes[i].node != 0) callers.push_back(out.boxes[i]);
  }
  return out;
}

}  // namespace tp
