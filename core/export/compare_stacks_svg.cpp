#include "core/export/compare_stacks_svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/export/compare_parts.h"
#include "core/text/characters.h"
#include "core/text/markup.h"
#include "core/text/visible_text.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

constexpr float kMargin = 12, kHead = 58, kLegend = 54, kRow = 18, kBox = 17, kFont = 11;
constexpr float kLetter = 6.1f;  // the mean width of a letter of that size
constexpr int kSteps = 8;        // shades of each colour

std::string number(double value) {
  char text[32];
  int size = std::snprintf(text, sizeof text, "%.2f", value);
  while (text[size - 1] == '0') --size;
  if (text[size - 1] == '.') --size;
  return std::string(text, static_cast<size_t>(size));
}
std::string number(float value) {
  return number(static_cast<double>(value));
}

// Where so many characters of the text end, in bytes.
size_t endOf(std::string_view text, size_t characters) {
  size_t at = 0;
  while (characters-- > 0 && at < text.size()) at = nextCharacter(text, at + 1);
  return at;
}

uint32_t mixed(uint32_t from, uint32_t to, double share) {
  uint32_t out = 0;
  for (const int shift : {16, 8, 0}) {
    const double a = from >> shift & 255, b = to >> shift & 255;
    out |= static_cast<uint32_t>(std::lround(a + (b - a) * share)) << shift;
  }
  return out;
}

// The rules for boxes: n is as much as before, p1 to p8 is more, m1 to m8 is less.
std::string shades(const ChangeColours& colours) {
  std::string out;
  auto rule = [&](const std::string& name, uint32_t colour) {
    char text[32];
    std::snprintf(text, sizeof text, "{fill:#%06x}", colour);
    out += "." + name + text;
  };
  rule("n", colours.none);
  for (int i = 1; i <= kSteps; ++i) {
    rule("p" + std::to_string(i), mixed(colours.none, colours.more, static_cast<double>(i) / kSteps));
    rule("m" + std::to_string(i), mixed(colours.none, colours.less, static_cast<double>(i) / kSteps));
  }
  return out;
}

std::string style() {
  return "<style>text{font:11px "
         "Inter,system-ui,sans-serif;white-space:pre}.h{font-weight:600;font-size:14px;fill:#1a2130}"
         ".g{fill:#fff}.d{fill:#566074}.t{fill:#141a24}.o{fill:none;stroke:#1a2130;stroke-opacity:.7}."
         "l{fill:#c4ccd8}" +
         shades(kChangesOnLight) +
         "@media(prefers-color-scheme:dark){.g{fill:#0f1116}.h{fill:#e7eaf1}.d{fill:#9aa4b6}.o{stroke:#11151c}"
         ".l{fill:#3a4252}" +
         shades(kChangesOnDark) + "}</style>\n";
}

// The class of a share from -1 to 1.
std::string shadeOf(double share) {
  const int step = static_cast<int>(std::lround(std::abs(share) * kSteps));
  return step == 0 ? "n" : (share > 0 ? "p" : "m") + std::to_string(step);
}

class Picture {
 public:
  Picture(const StackComparison& compared, const DifferencePicture& picture)
      : compared_(compared),
        picture_(picture),
        boxes_(compared, picture.widthOf),
        clock_(compared.sideB.clock),
        scale_(changeScale(compared, picture.colour.total)),
        top_((picture.headed ? kHead : 0) + kLegend) {}

  std::string draw() {
    const FlameBoxes laid = boxes_.lay(picture_.top, picture_.width - 2 * kMargin, 1);
    const float height = top_ + static_cast<float>(std::max<size_t>(1, laid.rows.size())) * kRow + kMargin;
    const std::string size = number(picture_.width) + "\" height=\"" + number(height);
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size + "\" viewBox=\"0 0 " + number(picture_.width) +
           " " + number(height) + "\" role=\"img\" aria-label=\"Differential flame graph\">\n" + style() +
           "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
           "<path d=\"M-1 1L1 -1M0 6L6 0M5 7L7 5\" stroke=\"#141a24\" stroke-opacity=\".45\"/></pattern></defs>\n"
           "<rect class=\"g\" width=\"" +
           size + "\"/>\n";
    if (picture_.headed) head();
    legend();
    for (size_t row = 0; row < laid.rows.size(); ++row)
      for (size_t i = laid.rows[row].first; i < laid.rows[row].second; ++i)
        box(laid.boxes[i], row < laid.callers ? 0 : laid.perUnit);
    if (laid.boxes.empty()) text(kMargin, top_ + 12, "d", "No calls here.");
    return out_ + "</svg>\n";
  }

 private:
  void text(float x, float y, const char* kind, const std::string& words) {
    out_ += "<text class=\"" + std::string(kind) + "\" x=\"" + number(x) + "\" y=\"" + number(y) + "\">" +
            markupText(words) + "</text>\n";
  }
  void rect(const std::string& kind, float x, float y, float w, float h) {
    out_ += "<rect class=\"" + kind + "\" x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(w) +
            "\" height=\"" + number(h) + "\"/>";
  }
  void hatch(float x, float y, float w) {
    out_ += "<rect fill=\"url(#hatch)\" x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(w) +
            "\" height=\"" + number(kBox) + "\"/>";
  }
  // Open at its right if it goes on beyond the box.
  void outline(float x, float y, float w, double length) {
    const bool open = length > static_cast<double>(w);
    const float right = open ? x + w : x + static_cast<float>(length);
    const std::string left = number(x + 0.5f), top = number(y + 0.5f), bottom = number(y + kBox - 0.5f);
    out_ += "<path class=\"o\" d=\"M" + number(right) + " " + top + "H" + left + "V" + bottom + "H" + number(right) +
            (open ? "\"/>" : "Z\"/>");
  }

  void head() {
    const StackFigures &a = compared_.root().a, &b = compared_.root().b;
    text(kMargin, 22, "h",
         "From A to B: " + shownChange(compared_.change(), clock_) + " (" + shownGrowth(a.total, b.total) + ")");
    text(kMargin, 40, "d", "A  " + compared_.sideA.name + ": " + durationText(a.total, clock_) + " in all calls");
    text(kMargin, 55, "d", "B  " + compared_.sideB.name + ": " + durationText(b.total, clock_) + " in all calls");
  }

  // On two lines, which a narrow page shows without scrolling.
  void legend() {
    constexpr float kShade = 12, kLine = 20;
    float top = top_ - kLegend + 8;
    float x = kMargin;
    auto words = [&](const std::string& what, const char* kind = "d") {
      text(x, top + 12, kind, what);
      x += kLetter * static_cast<float>(characterCount(what)) + 8;
    };
    const bool relative = picture_.colour.proportional;
    words(relative ? "\u2212100 %" : shownChange(-scale_, clock_));
    for (int i = -kSteps; i <= kSteps; ++i, x += kShade)
      rect(shadeOf(static_cast<double>(i) / kSteps), x, top, kShade, kBox);
    out_ += '\n';
    x += 8;
    words(relative ? "+100 % and more" : shownChange(scale_, clock_));
    words(std::string(relative ? "of A: " : "") + "change of the " +
          (picture_.colour.total ? "total time" : "self time"));
    const bool byA = picture_.widthOf == DifferenceWidth::A, byB = picture_.widthOf == DifferenceWidth::B;
    x = kMargin;
    top += kLine;
    rect("n", x, top, 24, kBox);
    outline(x, top, 24, 16);
    x += 30;
    words(std::string("width: ") + (byA   ? "A, outline: B"
                                    : byB ? "B, outline: A"
                                          : "the larger self times, added up, outline: A"));
    x += 8;
    rect("m8", x, top, 24, kBox);
    hatch(x, top, 24);
    x += 30;
    words(byA ? "not in A, at B's width" : "not in B, at A's width");
  }

  void box(const FlameBox& box, double perUnit) {
    const float x = kMargin + box.x, y = top_ + static_cast<float>(box.row) * kRow;
    const float w = box.w > 3 ? box.w - 1 : box.w;
    out_ += "<g><title>" + (box.node == 0 ? narrowTitle(box) : title(box.node)) + "</title>";
    if (box.node == 0) {
      rect("l", x, y, w, kBox);
    } else {
      rect(shadeOf(changeShare(compared_, box.node, picture_.colour, scale_)), x, y, w, kBox);
      if (boxes_.hatched(box.node)) hatch(x, y, w);
      const int64_t other = boxes_.outline(box.node);
      const double length = static_cast<double>(other) * perUnit;
      if (other >= 0 && perUnit > 0 && w > 10 && std::abs(length - static_cast<double>(box.w)) > 1.5)
        outline(x, y, w, length);
      label(box.node, x, y, w);
    }
    out_ += "</g>\n";
  }

  void label(uint32_t stack, float x, float y, float w) {
    const auto room = static_cast<size_t>(std::max(0.0f, (w - 8) / kLetter));
    if (room < 3) return;
    std::string words = visibleText(compared_.nameOf(stack).name);
    if (characterCount(words) > room) words = words.substr(0, endOf(words, room - 1)) + "\u2026";
    text(x + 4, y + 12.5f, "t", words);
  }

  std::string narrowTitle(const FlameBox& box) const {
    return markupText(durationText(box.narrow, clock_) + " in stacks that are too narrow to be drawn");
  }

  std::string title(uint32_t stack) const {
    const ComparedStack& one = compared_.stacks[stack];
    const ComparedName& name = compared_.nameOf(stack);
    std::string out = name.name;
    if (!name.before.empty()) out += (name.guessed() ? " (guessed to be A's " : " (A's ") + name.before + ")";
    if (!name.inlinedInto.empty()) out += " (guessed to be inlined into " + name.inlinedInto + ")";
    out = markupText(out);
    auto line = [&](const char* what, int64_t a, int64_t b) {
      auto side = [&](const StackFigures& figures, int64_t time) {
        if (figures.met) return durationText(time, clock_);
        return figures.atMost > 0 ? durationText(figures.atMost, clock_, Bound::AtMost) : std::string("\u2013");
      };
      out += "\n" + markupText(std::string(what) + " " + side(one.a, a) + " \u2192 " + side(one.b, b));
      if (one.known()) out += markupText(": " + shownChange(minus(b, a), clock_));
    };
    if (one.added()) out += "\nnew";
    if (one.vanished()) out += "\nvanished";
    line("self", one.a.self, one.b.self);
    line("total", one.a.total, one.b.total);
    out += "\ncalls " + countText(one.a.calls) + " \u2192 " + countText(one.b.calls);
    return out;
  }

  const StackComparison& compared_;
  const DifferencePicture& picture_;
  const DifferenceBoxes boxes_;
  const ClockInfo& clock_;
  const int64_t scale_;
  const float top_;  // of the boxes
  std::string out_;
};

}  // namespace

std::string comparisonSvg(const StackComparison& compared, const DifferencePicture& picture) {
  return Picture(compared, picture).draw();
}

}  // namespace tp
