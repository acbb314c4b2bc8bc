#include "ui/base/svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "core/text/visible_text.h"

namespace tp::ui {
namespace {

// The height of a line in ems, of Inter and of JetBrains Mono.
constexpr float kWordLine = 1.21f;
constexpr float kMonoLine = 1.32f;

void appendNumber(std::string& out, float value) {
  char text[24];
  int size = std::snprintf(text, sizeof text, "%.2f", static_cast<double>(value));
  while (size > 0 && text[size - 1] == '0') --size;
  if (size > 0 && text[size - 1] == '.') --size;
  std::string_view number(text, static_cast<size_t>(size));
  out += number == "-0" ? "0" : number;
}

void appendColour(std::string& out, ImU32 colour) {
  char text[48];
  std::snprintf(text, sizeof text, "fill=\"#%02x%02x%02x\"", colour >> IM_COL32_R_SHIFT & 255,
                colour >> IM_COL32_G_SHIFT & 255, colour >> IM_COL32_B_SHIFT & 255);
  out += text;
  unsigned alpha = colour >> IM_COL32_A_SHIFT & 255;
  if (alpha == 255) return;
  std::snprintf(text, sizeof text, " fill-opacity=\"%.3g\"", alpha / 255.0);
  out += text;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : validUtf8(text)) {
    if (c == '&') out += "&amp;";
    if (c == '<') out += "&lt;";
    if (c == '>') out += "&gt;";
    if (c == '&' || c == '<' || c == '>') continue;
    // XML 1.0 can't express most control characters.
    out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  }
  return out;
}

class Writer {
 public:
  explicit Writer(const SvgPart& part) : part_(part) {}

  std::string write() {
    for (const DrawnShapes& drawn : part_.shapes)
      for (const ImDrawCmd& command : drawn.list->CmdBuffer) shapes(drawn, command);
    for (const DrawnText& text : *part_.texts) words(text);
    const ImVec4& area = part_.area;
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"";
    appendNumber(out, area.z - area.x);
    out += "\" height=\"";
    appendNumber(out, area.w - area.y);
    out += "\" viewBox=\"";
    for (float number : {area.x, area.y, area.z - area.x, area.w - area.y}) {
      if (out.back() != '"') out += ' ';
      appendNumber(out, number);
    }
    out += "\">\n<style>text{font-family:Inter,sans-serif;white-space:pre}.m{font-family:'JetBrains Mono',monospace}";
    out += ".s{font-weight:600}</style>\n<defs>" + clips_ + "</defs>\n<path d=\"";
    appendBox(out, area);
    out += "\" ";
    appendColour(out, part_.ground);
    return out + "/>\n" + body_ + "</svg>\n";
  }

 private:
  static void appendBox(std::string& out, const ImVec4& box) {
    out += 'M';
    appendNumber(out, box.x);
    out += ' ';
    appendNumber(out, box.y);
    out += 'H';
    appendNumber(out, box.z);
    out += 'V';
    appendNumber(out, box.w);
    out += 'H';
    appendNumber(out, box.x);
    out += 'Z';
  }

  // Returns the number of the clip path for a rectangle; equal rectangles share one.
  int clip(const ImVec4& box) {
    std::string path;
    appendBox(path, box);
    auto [at, fresh] = clipIds_.try_emplace(path, static_cast<int>(clipIds_.size()));
    if (fresh) clips_ += "<clipPath id=\"c" + std::to_string(at->second) + "\"><path d=\"" + path + "\"/></clipPath>";
    return at->second;
  }

  void flush() {
    if (path_.empty()) return;
    body_ += "<path d=\"" + path_ + "\" ";
    appendColour(body_, colour_);
    body_ += "/>\n";
    path_.clear();
  }

  static bool outside(const ImVec4& box, const ImVec4& clip) {
    return box.z <= clip.x || box.x >= clip.z || box.w <= clip.y || box.y >= clip.w;
  }

  void shapes(const DrawnShapes& drawn, const ImDrawCmd& command) {
    const ImVec4& c = command.ClipRect;
    const ImVec4& area = part_.area;
    ImVec4 clipped{std::max(c.x, area.x), std::max(c.y, area.y), std::min(c.z, area.z), std::min(c.w, area.w)};
    unsigned begin = std::max(command.IdxOffset, drawn.first);
    unsigned end = std::min(command.IdxOffset + command.ElemCount, drawn.last);
    if (begin >= end || clipped.x >= clipped.z || clipped.y >= clipped.w) return;
    body_ += "<g clip-path=\"url(#c" + std::to_string(clip(clipped)) + ")\">\n";
    for (unsigned i = begin; i + 2 < end;) i += shape(*drawn.list, command, i, end, clipped);
    flush();
    body_ += "</g>\n";
  }

  // Appends a rectangle of two triangles, or a triangle; returns the number of indices that it took.
  unsigned shape(const ImDrawList& list, const ImDrawCmd& command, unsigned at, unsigned end, const ImVec4& clipped) {
    auto vertex = [&](unsigned i) -> const ImDrawVert& {
      return list.VtxBuffer[static_cast<int>(command.VtxOffset + list.IdxBuffer[static_cast<int>(i)])];
    };
    const ImDrawVert &a = vertex(at), &b = vertex(at + 1), &c = vertex(at + 2);
    ImVec4 box{std::min({a.pos.x, b.pos.x, c.pos.x}), std::min({a.pos.y, b.pos.y, c.pos.y}),
               std::max({a.pos.x, b.pos.x, c.pos.x}), std::max({a.pos.y, b.pos.y, c.pos.y})};
    bool quad = at + 5 < end && &vertex(at + 3) == &a && &vertex(at + 4) == &c && a.pos.y == b.pos.y &&
                b.pos.x == c.pos.x && vertex(at + 5).pos.x == a.pos.x && vertex(at + 5).pos.y == c.pos.y;
    unsigned took = quad ? 6 : 3;
    // Only glyphs use other pixels of the texture than the white one; they are written as texts.
    ImVec2 white = ImGui::GetFontTexUvWhitePixel();
    bool letter = a.uv.x != white.x || a.uv.y != white.y;
    if (letter || (a.col & IM_COL32_A_MASK) == 0 || outside(box, clipped)) return took;
    if (a.col != colour_) flush();
    colour_ = a.col;
    if (quad) return appendBox(path_, box), took;
    for (const ImDrawVert* corner : {&a, &b, &c}) {
      path_ += corner == &a ? 'M' : 'L';
      appendNumber(path_, corner->pos.x);
      path_ += ' ';
      appendNumber(path_, corner->pos.y);
    }
    path_ += 'Z';
    return took;
  }

  void words(const DrawnText& text) {
    ImVec4 box{text.at.x, text.at.y, text.at.x + 1, text.at.y + text.size};
    if (text.at.x >= part_.area.z || box.w <= part_.area.y || text.at.y >= part_.area.w) return;
    body_ += "<text x=\"";
    appendNumber(body_, text.at.x);
    body_ += "\" y=\"";
    appendNumber(body_, text.at.y + text.ascent);
    body_ += "\" font-size=\"";
    // ImGui's size is the height of the line, SVG's is the em.
    appendNumber(body_, text.size / (text.mono ? kMonoLine : kWordLine));
    body_ += "\" ";
    appendColour(body_, text.colour);
    if (text.mono || text.strong) body_ += text.mono ? " class=\"m\"" : " class=\"s\"";
    if (text.clipped) body_ += " clip-path=\"url(#c" + std::to_string(clip(text.clip)) + ")\"";
    body_ += ">" + escaped(text.text) + "</text>\n";
  }

  const SvgPart& part_;
  std::map<std::string, int> clipIds_;
  std::string clips_;
  std::string body_;
  std::string path_;
  ImU32 colour_ = 0;
};

}  // namespace

std::string writeSvg(const SvgPart& part) {
  return Writer(part).write();
}

}  // namespace tp::ui
