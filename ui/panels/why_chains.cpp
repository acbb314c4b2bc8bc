#include "ui/panels/why_chains.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/panels/why_parts.h"

namespace tp::ui {
namespace {

constexpr float kRow = 19, kBox = 18;

// Whether a chain is another one, or prolongs it.
bool isBelow(const WakeChains& chains, uint32_t chain, uint32_t above) {
  while (chains.chains[chain].depth > chains.chains[above].depth) chain = chains.chains[chain].parent;
  return chain == above;
}

std::optional<uint32_t> longestOf(const WhyAnswer& answer, uint32_t chain, const PathShare* share) {
  return answer.longestThat([&](uint32_t number) {
    const uint32_t of = answer.chainOf(number);
    return share != nullptr ? of == chain && share->has(answer.path()[number]) : isBelow(answer.chains(), of, chain);
  });
}

}  // namespace

void WhyChains::arrange(const WaitGraph& graph, const WakeChains& chains, float width, float least) {
  boxes_.clear();
  rows_ = 0;
  if (chains.chains.empty() || chains.chains.front().time <= 0) return;
  const double perUnit = static_cast<double>(width) / static_cast<double>(chains.chains.front().time);
  // What is to lie below a box: a chain or a part, behind frames of a stack; the end of the stack with which the
  // thread left its CPU for the part; or, behind the stack with which its thread woke another one, what a chain has.
  struct Below {
    Time time = 0;
    uint32_t chain = 0, part = kOfThread;
    std::span<const NameId> frames = {};
    bool ends = false, wakes = false;
  };
  std::vector<std::vector<Below>> ofChain(chains.chains.size()), ofPart(chains.parts.size());
  for (uint32_t i = 0; i < chains.parts.size(); ++i) {
    const WakeChains::Part& part = chains.parts[i];
    ofChain[part.chain].push_back({part.share.time, part.chain, i});
  }
  for (uint32_t i = 1; i < chains.chains.size(); ++i) {
    const WakeChains::Chain& chain = chains.chains[i];
    ofChain[chain.parent].push_back({chain.time, i, kOfThread, graph.stack(chain.stack)});
  }
  for (const WakeChains::Stack& one : chains.stacks)
    ofPart[one.part].push_back({one.time, chains.parts[one.part].chain, one.part, graph.stack(one.stack), true});
  boxes_.push_back({0, width, 0, 0, kOfThread, kNoName, false, chains.chains.front().time});
  std::vector<std::vector<Below>> below{{{chains.chains.front().time, 0, kOfThread, {}, false, true}}};  // by box
  for (size_t at = 0; at < boxes_.size(); ++at) {
    const Box box = boxes_[at];
    rows_ = std::max(rows_, box.row + 1);
    // Those with the same next frame are one box.
    std::vector<Box> found;
    std::vector<Time> times;
    std::vector<std::vector<Below>> inner;
    std::map<std::pair<NameId, bool>, size_t> known;
    std::unordered_map<TrackId, size_t> threads;
    std::vector<Below> items;
    for (const Below& one : below[at]) {
      if (one.wakes && one.frames.empty())
        items.insert(items.end(), ofChain[one.chain].begin(), ofChain[one.chain].end());
      else
        items.push_back(one);
    }
    below[at].clear();
    std::stable_sort(items.begin(), items.end(), [](const Below& a, const Below& b) { return a.time > b.time; });
    for (Below& one : items) {
      if (one.frames.empty()) {
        if (one.ends) continue;
        const bool thread = one.part == kOfThread;
        const auto [place, fresh] = thread ? threads.try_emplace(chains.chains[one.chain].thread, found.size())
                                           : std::pair(threads.end(), true);
        const size_t to = thread ? place->second : found.size();
        if (fresh) {
          found.push_back({0, 0, box.row + 1, one.chain, one.part});
          times.push_back(0);
          inner.emplace_back();
        }
        times[to] = plus(times[to], one.time);
        if (thread)
          inner[to].push_back(
              {one.time, one.chain, kOfThread, graph.stack(chains.chains[one.chain].wakerStack), false, true});
        else
          inner[to] = std::move(ofPart[one.part]);
        continue;
      }
      const NameId frame = one.frames.front();
      const auto [place, fresh] = known.try_emplace({frame, one.wakes}, found.size());
      if (fresh) {
        found.push_back({0, 0, box.row + 1, one.chain, one.part, frame, one.wakes});
        times.push_back(0);
        inner.emplace_back();
      }
      times[place->second] = plus(times[place->second], one.time);
      one.frames = one.frames.subspan(1);
      inner[place->second].push_back(one);
    }
    std::vector<size_t> order(found.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return times[a] > times[b]; });
    double x = static_cast<double>(box.x);
    for (const size_t one : order) {
      const double w = static_cast<double>(times[one]) * perUnit;
      if (w < static_cast<double>(least)) break;
      found[one].x = static_cast<float>(x);
      found[one].w = static_cast<float>(w);
      found[one].time = times[one];
      boxes_.push_back(found[one]);
      below.push_back(std::move(inner[one]));
      x += w;
    }
  }
}

void WhyChains::drawBox(Context& c, const WakeChains& chains, const Box& box, const Rect& place) {
  ImU32 ink = c.theme.sliceText;
  std::string text;
  const WaitContext context{*whyAnswer(c).graph(c.session), c.index()};
  if (box.frame != kNoName) {
    text = c.names.text(box.frame);
    c.draw->AddRectFilled(place.min(), place.max(), c.theme.slices[hueOf(text)], 2);
  } else if (box.part == kOfThread) {
    text = threadText(c.index(), chains.chains[box.chain].thread);
    c.draw->AddRectFilled(place.min(), place.max(), c.theme.slices[hueOf(text)], 2);
  } else {
    const PathShare& share = chains.parts[box.part].share;
    drawPathBox(c, share.kind, share.state, place);
    const ThreadState drawn = drawnState(share.kind, share.state);
    ink = drawn == ThreadState::Unknown ? c.theme.text : c.theme.stateInk(drawn);
    if (place.w > 20) text = shareText(context, share, share.thread);
  }
  if (place.w <= 20) return;
  drawText(c, c.fonts.words, kHintSize, {place.x + 5, place.y + 2}, ink,
           fitText(c.fonts.words, kHintSize, text, place.w - 8), &place);
}

void WhyChains::explain(Context& c, const WakeChains& chains, const Box& box) {
  const WaitContext context{*whyAnswer(c).graph(c.session), c.index()};
  const Time whole = chains.chains.front().time;
  if (box.frame != kNoName) {
    const TrackId thread =
        box.part != kOfThread ? chains.chains[box.chain].thread : chains.chains[chains.chains[box.chain].parent].thread;
    const std::vector<TipLine> lines{
        {std::string(c.names.text(box.frame)), c.fonts.strong, kWordSize, c.theme.text},
        {durationText(box.time, c.clock()) + ", " + percentText(box.time, whole), c.fonts.mono, kMonoSize, c.theme.dim},
        {"in the stack with which " +
             (box.wakes ? threadText(c.index(), chains.chains[box.chain].thread) + " woke " : std::string()) +
             threadText(c.index(), thread) + (box.wakes ? "" : " left its CPU"),
         c.fonts.words, kWordSize, c.theme.dim}};
    return drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight);
  }
  const PathShare* share = box.part != kOfThread ? &chains.parts[box.part].share : nullptr;
  const Time time = share != nullptr ? share->time : box.time;
  std::string what = threadText(c.index(), chains.chains[box.chain].thread);
  if (share != nullptr) what += ": " + shareText(context, *share, share->thread);
  const std::string length =
      share != nullptr ? pathTimeText(c.clock(), time, share->atMost, share->uncertain) : durationText(time, c.clock());
  std::vector<TipLine> lines{{what, c.fonts.strong, kWordSize, c.theme.text},
                             {length + ", " + percentText(time, whole), c.fonts.mono, kMonoSize, c.theme.dim}};
  if (chains.chains[box.chain].depth > 0)
    lines.push_back({"meanwhile, " + threadText(c.index(), chains.chains[chains.chains[box.chain].parent].thread) +
                         (chains.chains[box.chain].makes ? " had not been made yet: this thread made it"
                                                         : " waited until this thread woke it"),
                     c.fonts.words, kWordSize, c.theme.dim});
  lines.push_back({"A click leads to the longest part", c.fonts.words, kHintSize, c.theme.dim});
  drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight);
}

void WhyChains::draw(Context& c, const Rect& area) {
  const WhyAnswer& answer = whyAnswer(c);
  const float least = 1 / c.scale;
  const float width = area.w - 14;  // beside a scroll bar
  if (made_ != answer.made() || width_ != width || least_ != least) {
    made_ = answer.made();
    width_ = width;
    least_ = least;
    arrange(*answer.graph(c.session), answer.chains(), width, least);
  }
  ImGui::SetCursorScreenPos(area.min());
  if (ImGui::BeginChild("chains", {area.w, area.h}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNav)) {
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("boxes", {width, std::max(1.0f, static_cast<float>(rows_) * kRow)});
    const bool over = ImGui::IsItemHovered(), pressed = ImGui::IsItemClicked();
    const bool asked = ImGui::IsItemClicked(ImGuiMouseButton_Right);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    for (const Box& box : boxes_) {
      const float y = origin.y + static_cast<float>(box.row) * kRow;
      if (y + kRow < area.y || y > area.y + area.h) continue;
      const Rect place{origin.x + box.x, y, std::max(box.w - 1, least), kBox};
      drawBox(c, answer.chains(), box, place);
      if (!over || !place.contains(mouse)) continue;
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      c.draw->AddRect(place.min(), place.max(), c.theme.text);
      explain(c, answer.chains(), box);
      const PathShare* share = box.part != kOfThread ? &answer.chains().parts[box.part].share : nullptr;
      if (!pressed && !asked) continue;
      const std::optional<uint32_t> longest = longestOf(answer, box.chain, share);
      if (pressed && longest) goToPart(c, *longest);
      if (asked) askChainMenu(c, menuOf(c, box, longest));
    }
    c.draw = outer;
  }
  ImGui::EndChild();
  drawChainMenu(c);
}

ChainBox WhyChains::menuOf(Context& c, const Box& box, std::optional<uint32_t> longest) const {
  const WhyAnswer& answer = whyAnswer(c);
  const WakeChains& chains = answer.chains();
  const bool ofSleeper = box.frame != kNoName && box.part == kOfThread && !box.wakes;
  const uint32_t chain = ofSleeper ? chains.chains[box.chain].parent : box.chain;
  ChainBox asked{{}, {}, chains.chains[chain].thread, box.frame, longest};
  const std::string thread = threadText(c.index(), asked.thread);
  asked.name = box.frame != kNoName ? std::string(c.names.text(box.frame)) : thread;
  asked.more = " \u00b7 " + durationText(box.time, c.clock()) + ", " +
               percentText(box.time, chains.chains.front().time) + (box.frame != kNoName ? " \u00b7 " + thread : "");
  return asked;
}

PanelTable whyChainsTable(Context& c, Time whole) {
  const WakeChains& chains = whyAnswer(c).chains();
  PanelTable table{"Wakeup chains", {"Time", "Share", "Thread", "Held up"}, {}};
  for (const WakeChains::Chain& chain : chains.chains) {
    if (table.rows.size() >= kMaxPanelRows) break;
    const bool first = chain.depth == 0;
    table.rows.push_back({durationText(chain.time, c.clock()), percentText(chain.time, whole),
                          threadText(c.index(), chain.thread),
                          first ? std::string() : threadText(c.index(), chains.chains[chain.parent].thread)});
  }
  return table;
}

}  // namespace tp::ui
