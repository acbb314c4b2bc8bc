#include "core/export/compare_html_page.h"

#include <algorithm>
#include <cstdio>

#include "core/analysis/compare/change_parts.h"
#include "core/export/compare_parts.h"
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
    "h1{font-size:20px;margin:0 0 4px}h2{font-size:15px;margin:28px 0 8px}h3{font-size:13px;margin:16px 0 4px}"
    "p{margin:4px 0;color:var(--dim)}\n"
    ".scrolls{overflow-x:auto}table{border-collapse:collapse;width:100%}\n"
    "th{color:var(--dim);font-weight:500;text-align:right;padding:4px 10px;border-bottom:1px solid var(--line);"
    "white-space:nowrap}\n"
    "td{text-align:right;padding:3px 10px;border-bottom:1px solid var(--line);white-space:nowrap;"
    "font-variant-numeric:tabular-nums}\n"
    // The names stay in sight while figures are scrolled; not in a narrow page, where they would cover the last of
    // these.
    "th.w,td.w{text-align:left;position:sticky;right:0;background:var(--ground)}"
    "td.w{white-space:normal;overflow-wrap:anywhere;min-width:160px}\n"
    ".less{color:var(--less)}.more{color:var(--more)}.dim{color:var(--dim)}\n"
    ".bar{min-width:100px;width:120px;padding:3px 0}.bar i{display:block;height:10px}"
    ".bar i:not(:only-child){height:5px}\n"
    "i.less{background:var(--less);margin-right:50%;margin-left:auto}i.more{background:var(--more);margin-left:50%}\n"
    "i.less.noise{background:repeating-linear-gradient(135deg,var(--less) 0 2px,transparent 2px 4px)}\n"
    "i.more.noise{background:repeating-linear-gradient(135deg,var(--more) 0 2px,transparent 2px 4px)}\n"
    // A narrow page scrolls the graph: letters would be too small to be read.
    "svg{display:block;width:100%;min-width:1090px;max-width:1200px;height:auto}\n"
    "@media(max-width:900px){body{padding:0 12px}th,td{padding:3px 6px}th.w,td.w{position:static}"
    "td.w{min-width:24vw;max-width:36vw}.bar{min-width:60px;width:60px}}\n";

}  // namespace

void ComparePage::heading(std::string_view words) {
  out_ += "<h2>" + markupText(words) + "</h2>\n";
}

void ComparePage::subheading(std::string_view words) {
  out_ += "<h3>" + markupText(words) + "</h3>\n";
}

void ComparePage::paragraph(std::string_view words) {
  out_ += "<p>" + markupText(words) + "</p>\n";
}

void ComparePage::paragraphs(std::string_view lines) {
  for (size_t at = 0, end; (end = lines.find('\n', at)) != std::string_view::npos; at = end + 1)
    paragraph(lines.substr(at, end - at));
}

void ComparePage::beginTable(std::span<const std::string> titles) {
  out_ += "<div class=\"scrolls\"><table>\n<thead><tr>";
  for (const std::string& title : titles) {
    out_ += &title == &titles.back() ? "<th class=\"w\">" : "<th>";
    out_ += markupText(title) + "</th>";
  }
  out_ += "</tr></thead>\n<tbody>\n";
}

void ComparePage::cell(std::string_view words, const char* kind) {
  out_ += *kind != '\0' ? std::string("<td class=\"") + kind + "\">" : std::string("<td>");
  out_ += markupText(words) + "</td>";
}

void ComparePage::changeCell(int64_t time, bool noise) {
  cell((noise ? "\u2248" : "") + shownChange(time, clock_), time > 0 ? "more" : time < 0 ? "less" : "dim");
}

void ComparePage::partCell(int64_t time) {
  cell(shownChange(time, clock_), time == 0 ? "dim" : "");
}

void ComparePage::bars(std::initializer_list<int64_t> changes, uint64_t most, bool noise) {
  out_ += "<td class=\"bar\">";
  const bool any = std::any_of(changes.begin(), changes.end(), [](int64_t change) { return change != 0; });
  for (const int64_t change : changes) {
    if (!any) break;
    char width[24];
    std::snprintf(width, sizeof width, "%.2f",
                  50 * static_cast<double>(sizeOf(change)) / static_cast<double>(std::max<uint64_t>(1, most)));
    out_ += std::string("<i class=\"") + (change < 0 ? "less" : "more") + (noise ? " noise" : "") +
            "\" style=\"width:" + width + "%\"></i>";
  }
  out_ += "</td>";
}

void ComparePage::emptyCells(size_t count) {
  for (size_t i = 0; i < count; ++i) out_ += "<td></td>";
}

std::string ComparePage::file(std::string_view title) const {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
         "<title>" +
         markupText(title) + "</title>\n<style>\n" + kStyle + "</style>\n</head>\n<body>\n" + out_ +
         "</body>\n</html>\n";
}

uint64_t mostOf(uint64_t most, std::initializer_list<int64_t> changes) {
  for (const int64_t change : changes) most = std::max(most, sizeOf(change));
  return most;
}

std::string othersText(size_t count) {
  return countText(count, "other") + ", each less: see csv or json";
}

}  // namespace tp
