#include "core/export/compare_html.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/export/compare_parts.h"
#include "core/export/compare_text.h"
#include "core/text/markup.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

constexpr char kStyle[] =
    ":root{color-scheme:light dark;--ground:#fff;--raised:#f5f7fa;--line:#dde2ea;--text:#1a2130;--dim:#566074;"
    "--less:#2f7fc1;--more:#d9751a}\n"
    "@media(prefers-color-scheme:dark){:root{--ground:#0f1116;--raised:#151922;--line:#272d3a;--text:#e7eaf1;"
    "--dim:#9aa4b6;--less:#62b6f7;--more:#ffa94d}}\n"
    "body{margin:24px auto;max-width:1248px;padding:0 24px;background:var(--ground);color:var(--text);"
    "font:13px/1.5 Inter,system-ui,sans-serif}\n"
    "h1{font-size:20px;margin:0 0 4px}h2{font-size:15px;margin:28px 0 8px}p{margin:4px 0;color:var(--dim)}\n"
    ".scrolls{overflow-x:auto}table{border-collapse:collapse;width:100%}\n"
    "th{color:var(--dim);font-weight:500;text-align:right;padding:4px 10px;border-bottom:1px solid var(--line);"
    "white-space:nowrap}\n"
    "td{text-align:right;padding:3px 10px;border-bottom:1px solid var(--line);white-space:nowrap;"
    "font-variant-numeric:tabular-nums}\n"
    "th.w,td.w{text-align:left}td.w{white-space:normal;overflow-wrap:anywhere}\n"
    ".less{color:var(--less)}.more{color:var(--more)}.dim{color:var(--dim)}\n"
    ".bar{width:120px;padding:3px 0}.bar i{display:block;height:10px}\n"
    "i.less{background:var(--less);margin-right:50%;margin-left:auto}i.more{background:var(--more);margin-left:50%}\n"
    "svg{max-width:100%;height:auto}\n";

class Page {
 public:
  Page(const FunctionComparison& functions, const StackComparison& stacks)
      : functions_(functions), stacks_(stacks), clock_(functions.sideB.clock) {}

  std::string write(const DifferencePicture& picture) {
    out_ =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        "<title>" +
        markupText(functions_.sideA.name + " and " + functions_.sideB.name) + " compared</title>\n<style>\n" + kStyle +
        "</style>\n</head>\n<body>\n";
    head();
    out_ += "<h2>Where the time went: differential flame graph</h2>\n<div class=\"scrolls\">\n" +
            comparisonSvg(stacks_, picture) + "</div>\n";
    if (stacks_.least > 0)
      paragraph("Stacks of less than " + durationText(stacks_.least, clock_) +
                " on both sides are left to their callers.");
    table();
    return out_ + "</body>\n</html>\n";
  }

 private:
  void paragraph(const std::string& words) { out_ += "<p>" + markupText(words) + "</p>\n"; }
  // Each line of the text.
  void paragraphs(const std::string& lines) {
    for (size_t at = 0, end; (end = lines.find('\n', at)) != std::string::npos; at = end + 1)
      paragraph(lines.substr(at, end - at));
  }
  void cell(const std::string& words, const char* kind = "") {
    out_ += *kind != '\0' ? std::string("<td class=\"") + kind + "\">" : std::string("<td>");
    out_ += markupText(words) + "</td>";
  }
  void changeCell(int64_t time) { cell(shownChange(time, clock_), time > 0 ? "more" : time < 0 ? "less" : "dim"); }

  void side(const char* name, const ComparedSide& side, const FunctionTotals& totals) {
    std::string words = std::string(name) + ": " + side.name + (side.part.empty() ? "" : ", " + side.part) +
                        ", self time " + durationText(totals.self, side.clock) + " in " +
                        countText(static_cast<uint64_t>(totals.calls), "call") + " of " +
                        countText(totals.functions, "function");
    if (side.begin <= side.end) words += ", within " + durationText(minus(side.end, side.begin), side.clock);
    paragraph(words);
    paragraphs(doubtText(name, totals) + missingText(name, side));
  }

  void head() {
    out_ += "<h1>From A to B: self time " + markupText(shownChange(functions_.change(), clock_)) + " (" +
            markupText(shownGrowth(functions_.a.self, functions_.b.self)) + ")</h1>\n";
    side("A", functions_.sideA, functions_.a);
    side("B", functions_.sideB, functions_.b);
  }

  static std::string selfOf(const FunctionFigures& figures, const ClockInfo& clock) {
    if (figures.none()) return "\u2013";
    if (figures.calls == 0) return "?";
    if (figures.selfDoubt > 0) return "~" + durationText(figures.self, clock);
    return durationText(figures.self, clock, atMostIf(figures.atMost > 0));
  }

  static std::string callsOf(const FunctionFigures& figures) {
    const uint64_t unknown = figures.open + figures.unbegun;
    return countText(figures.calls) + (unknown > 0 ? "+" + countText(unknown) : "");
  }

  void bar(int64_t time, int64_t most) {
    out_ += "<td class=\"bar\">";
    if (time != 0) {
      char width[24];
      std::snprintf(width, sizeof width, "%.2f", 50 * std::abs(static_cast<double>(time) / static_cast<double>(most)));
      out_ += std::string("<i class=\"") + (time > 0 ? "more" : "less") + "\" style=\"width:" + width + "%\"></i>";
    }
    out_ += "</td>";
  }

  void row(const FunctionChange& one, int64_t most) {
    out_ += "<tr>";
    changeCell(one.change);
    bar(one.change, most);
    for (const int64_t part : {one.byCalls, one.byEach}) cell(shownChange(part, clock_), part == 0 ? "dim" : "");
    for (const FunctionFigures* side : {&one.a, &one.b}) cell(selfOf(*side, clock_));
    for (const FunctionFigures* side : {&one.a, &one.b}) cell(callsOf(*side));
    const std::optional<int64_t> total = one.totalChange();
    cell(total ? shownChange(*total, clock_) : "?");
    std::string words = one.name;
    if (!one.before.empty()) words += " (in A: " + one.before + (one.guessed() ? ", which is a guess)" : ")");
    for (const InlinedPart& part : one.inlinedInto) words += " (inlined into " + part.name + ", which is a guess)";
    for (const InlinedPart& part : one.inlined)
      words += " (" + shownChange(part.change, clock_) + " of it: " + part.name + ", inlined, which is a guess)";
    if (one.offCpu) words += " (in no sum)";
    const char* kind = one.added() ? "new: " : one.vanished() ? "vanished: " : one.noise() ? "noise: " : "";
    cell(kind + words, "w");
    out_ += "</tr>\n";
  }

  void table() {
    out_ += "<h2>Functions</h2>\n";
    if (functions_.changes.empty()) return paragraph("Nothing differs.");
    out_ += "<div class=\"scrolls\"><table>\n<thead><tr>";
    for (const char* title : {"change", "", "by calls", "by each", "self A", "self B", "calls A", "calls B", "total"})
      out_ += std::string("<th>") + title + "</th>";
    out_ += "<th class=\"w\">function</th></tr></thead>\n<tbody>\n";
    int64_t most = 1;
    for (const FunctionChange& one : functions_.changes)
      most = std::max(most, one.change < 0 ? minus(0, one.change) : one.change);
    for (const FunctionChange& one : functions_.changes) row(one, most);
    out_ += "</tbody></table></div>\n";
    paragraph(
        "Changes are of self time. By calls: calls more or fewer, each at A's mean self time. By each: the rest, as "
        "calls took longer or shorter. ~: may be off, as callees have no known end. \u2264: an upper bound. +: so many "
        "calls more are of unknown duration. Noise: less than five times what the halves of A, or of B, differ by.");
    paragraph(countText(functions_.same, "function") + (functions_.same == 1 ? " is" : " are") +
              " the same on both sides.");
  }

  const FunctionComparison& functions_;
  const StackComparison& stacks_;
  const ClockInfo& clock_;
  std::string out_;
};

}  // namespace

std::string comparisonHtml(const FunctionComparison& functions, const StackComparison& stacks,
                           const DifferencePicture& picture) {
  return Page(functions, stacks).write(picture);
}

}  // namespace tp
