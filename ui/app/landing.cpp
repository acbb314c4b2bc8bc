#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/visible_text.h"
#include "ui/app/sample_cards.h"
#include "ui/app/states.h"

namespace tp::ui {
namespace {

void centred(Canvas& c, ImFont* font, float size, float middle, float y, ImU32 colour, std::string_view text) {
  drawText(c, font, size, {std::floor(middle - textWidth(font, size, text) / 2), y}, colour, text);
}

void dashedBox(Canvas& c, const Rect& box) {
  constexpr float kDash = 7, kGap = 5;  // gaps are as much wider or narrower as it takes to end in a dash
  auto line = [&](ImVec2 from, ImVec2 to) {
    float length = std::max(to.x - from.x, to.y - from.y);
    ImVec2 step{(to.x - from.x) / length, (to.y - from.y) / length};
    const int dashes = std::max(2, static_cast<int>(std::round((length + kGap) / (kDash + kGap))));
    const float apart = (length - kDash) / static_cast<float>(dashes - 1);
    for (int i = 0; i < dashes; ++i) {
      const float at = static_cast<float>(i) * apart, end = at + kDash;
      c.draw->AddLine({from.x + step.x * at, from.y + step.y * at}, {from.x + step.x * end, from.y + step.y * end},
                      c.theme.faint, 1.5f);
    }
  };
  line({box.x, box.y}, {box.x + box.w, box.y});
  line({box.x, box.y + box.h}, {box.x + box.w, box.y + box.h});
  line({box.x, box.y}, {box.x, box.y + box.h});
  line({box.x + box.w, box.y}, {box.x + box.w, box.y + box.h});
}

// Draws buttons to open files and a directory; returns the y below them.
float drawChoices(Canvas& c, const Host& host, float middle, float y) {
  constexpr float kWidth = 150, kHeight = 34, kGap = 12;
  float x = middle - (host.openDirectory ? kWidth + kGap / 2 : kWidth / 2);
  if (host.openFiles && button(c, "Open files\u2026", {x, y}, {kWidth, kHeight}, true)) host.openFiles();
  if (host.openDirectory && button(c, "Open a directory\u2026", {x + kWidth + kGap, y}, {kWidth, kHeight}))
    host.openDirectory();
  return y + kHeight;
}

// In windows lower than this, the landing page says only what has to be known. In pixels.
constexpr float kLow = 430;
// Of what leads on without a trace of one's own: the line above the samples, and the button below them with its edge.
constexpr float kAbove = 22, kBelow = 48, kManual = 150;

// The line of what was opened before, above the button.
float recentHeight(const Host& host) {
  constexpr float kLine = 32;
  return host.recent.empty() ? 0 : kLine;
}

void drawRecent(Context& c, const Rect& area) {
  constexpr std::string_view kBefore = "Opened before:";
  constexpr const char* kClear = "Forget these";
  constexpr float kGap = 6, kAround = 22, kEdge = 24, kLongest = 180;
  const auto wide = [&c](std::string_view text) { return textWidth(c.fonts.words, kHintSize, text) + kAround; };
  const float before = textWidth(c.fonts.words, kHintSize, kBefore) + kGap;
  // As many as there is room for.
  std::vector<std::string> names;
  float whole = before + wide(kClear);
  for (const std::string& name : c.host.recent) {
    names.push_back(fitText(c.fonts.words, kHintSize, name, kLongest));
    whole += wide(names.back());
    if (whole <= area.w - 2 * kEdge || names.size() == 1) continue;
    whole -= wide(names.back());
    names.pop_back();
    break;
  }
  ImVec2 at{std::floor(area.x + std::max(kGap, (area.w - whole) / 2)), area.y};
  drawText(c, c.fonts.words, kHintSize, {at.x, at.y + 3}, c.theme.dim, kBefore);
  at.x += before;
  for (size_t i = 0; i < names.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (chip(c, names[i].c_str(), at, false)) c.runAction = {"open-recent", std::to_string(i + 1)};
    ImGui::PopID();
  }
  if (chip(c, kClear, at, false)) c.runAction = {"clear-recent", std::string()};
}

float heightOfOffers(const Canvas& c, const Host& host, float width, float room) {
  const float others = kAbove + kBelow + recentHeight(host);
  return others + (host.samples.empty() ? 0 : sampleCardsHeight(c, host, width, room - others));
}

void drawOffers(Context& c, const Rect& area) {
  float middle = std::floor(area.x + area.w / 2), y = area.y;
  if (!c.host.samples.empty()) {
    centred(c, c.fonts.words, kHintSize, middle, y, c.theme.dim, "or look at a sample");
    y = drawSampleCards(c, c.host, {area.x, y + kAbove, area.w, area.h - kAbove - kBelow - recentHeight(c.host)}) + 16;
  }
  if (!c.host.recent.empty()) drawRecent(c, {area.x, y, area.w, recentHeight(c.host)});
  y += recentHeight(c.host);
  if (c.host.openManual && button(c, "Open the manual", {std::floor(middle - kManual / 2), y}, {kManual, 28}))
    c.runAction = {"manual", std::string()};
}

}  // namespace

void drawLanding(Context& c, const Rect& area, bool linked) {
  float middle = std::floor(area.x + area.w / 2);
  const bool low = area.h < kLow;
  const float heading = low ? 42.0f : 72.0f, inset = low ? 16.0f : 30.0f;
  float width = std::min(660.0f, area.w - 60), height = heading + (low ? 92.0f : 158.0f);
  constexpr float kLeast = 12, kBetween = 20;
  float room = area.h - kLeast - height - kBetween;
  float below = kBetween + heightOfOffers(c, c.host, area.w, room);
  float top = std::floor(area.y + std::max(kLeast, (area.h - height - below) / 2));
  centred(c, c.fonts.strong, 26, middle, top, c.theme.text,
          linked ? "Drop the trace of this link here" : "Drop a trace here");
  if (!low)
    centred(c, c.fonts.words, kWordSize, middle, top + 38, c.theme.dim,
            "It is read where it lies, piece by piece. Nothing leaves this machine.");
  Rect box{std::floor(middle - width / 2), top + heading, width, height - heading};
  c.draw->AddRectFilled(box.min(), box.max(), c.theme.panel, 8);
  dashedBox(c, box);
  float y = c.host.openFiles ? drawChoices(c, c.host, middle, box.y + inset) + (low ? 14.0f : 24.0f) : box.y + 54;
  const std::string programs = "uftrace data directories \u00b7 trace.dat of trace-cmd";
  const std::string others = "LTTng and CTF folders \u00b7 XRay logs \u00b7 perf.data \u00b7 text of ftrace";
  if (std::string all = programs + " \u00b7 " + others; textWidth(c.fonts.words, kWordSize, all) < width - 20) {
    centred(c, c.fonts.words, kWordSize, middle, y, c.theme.dim, all);
  } else {
    centred(c, c.fonts.words, kWordSize, middle, y, c.theme.dim, programs);
    centred(c, c.fonts.words, kWordSize, middle, y += 20, c.theme.dim, others);
  }
  if (!low)
    centred(c, c.fonts.words, kHintSize, middle, y + 22, c.theme.faint, "a directory, a file, or several of them");
  drawOffers(c, {area.x, box.y + box.h + kBetween, area.w, room});
}

void drawFailed(Context& c, const Rect& area) {
  float middle = std::floor(area.x + area.w / 2);
  float width = std::min(700.0f, area.w - 80);
  float top = std::floor(area.y + std::max(24.0f, area.h / 2 - 130));
  centred(c, c.fonts.strong, 20, middle, top, c.theme.error, "This can\u2019t be opened");
  const std::string text = visibleLines(c.session.error(), Backslash::Kept);
  ImVec2 size = c.fonts.words->CalcTextSizeA(kWordSize, 1e9f, width - 40, text.data(), text.data() + text.size());
  Rect box{middle - width / 2, top + 40, width, size.y + 36};
  c.draw->AddRectFilled(box.min(), box.max(), c.theme.panel, 8);
  c.draw->AddRectFilled(box.min(), {box.x + 3, box.y + box.h}, c.theme.error);
  c.draw->AddText(c.fonts.words, kWordSize, {box.x + 20, box.y + 18}, c.theme.text, text.data(),
                  text.data() + text.size(), width - 40);
  float y = box.y + box.h + 24;
  centred(c, c.fonts.words, kWordSize, middle, y, c.theme.dim,
          c.host.openFiles ? "Drop something else, or choose it:" : "Open something else.");
  y = drawChoices(c, c.host, middle, y + 26) + 26;
  // A file that was still being written may be whole by now.
  constexpr float kAgain = 150, kHeight = 28;
  if (c.host.openAgain && !c.session.name().empty()) {
    if (button(c, "Open it once more", {std::floor(middle - kAgain / 2), y - 12}, {kAgain, kHeight}))
      c.openAgainWanted = true;
    y += kHeight;
  }
  drawOffers(c, {area.x, y, area.w, area.y + area.h - y});
}

void drawNoRecords(Canvas& c, const Session& session, const Rect& tracks) {
  float middle = std::floor(tracks.x + tracks.w / 2), y = std::floor(tracks.y + tracks.h / 4);
  centred(c, c.fonts.words, kTitleSize, middle, y, c.theme.text, "There are no records in " + session.name());
  bool damaged = session.index().warningCount() > 0;
  centred(c, c.fonts.words, kWordSize, middle, y + 26, c.theme.dim,
          damaged ? "What is wrong with it stands in Info, below." : "It is whole, but nothing was recorded.");
}

void drawOpening(Canvas& c, const Session& session, const Rect& area) {
  float middle = std::floor(area.x + area.w / 2), y = std::floor(area.y + area.h / 2);
  centred(c, c.fonts.words, kTitleSize, middle, y - 20, c.theme.text, "Opening " + session.name() + " \u2026");
  centred(c, c.fonts.words, kHintSize, middle, y + 6, c.theme.dim,
          session.takesKept() ? "reading its index, which was kept" : "reading what the trace says of itself");
}

}  // namespace tp::ui
