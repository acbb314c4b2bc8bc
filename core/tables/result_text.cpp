#include "core/tables/result_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <utility>

#include "core/export/csv_text.h"
#include "core/text/characters.h"
#include "core/text/json_writer.h"
#include "core/text/number_text.h"
#include "core/text/visible_text.h"

namespace tp {

std::string realText(double value) {
  std::array<char, 40> text;
  for (int digits : {15, 17}) {
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    if (std::strtod(text.data(), nullptr) == value) break;
  }
  std::string out = text.data();
  if (std::isfinite(value) && out.find_first_of(".e") == std::string::npos) out += ".0";
  return out;
}

std::vector<std::string> distinctNames(std::vector<std::string> names) {
  std::set<std::string> taken;
  for (std::string& name : names) {
    const std::string first = name;
    for (int number = 2; !taken.insert(name).second; ++number) name = first + "_" + std::to_string(number);
  }
  return names;
}

std::string shownText(const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::Integer:
      return std::to_string(cell.integer);
    case Cell::Kind::Real:
      return realText(cell.real);
    case Cell::Kind::Text:
      return visibleText(cell.text);
    default:
      return "NULL";
  }
}

namespace {

void appendSeparated(std::string& out, const Cell& cell, bool tabs) {
  if (cell.kind == Cell::Kind::Integer) appendDecimal(out, cell.integer);
  if (cell.kind == Cell::Kind::Real) out += realText(cell.real);
  if (cell.kind == Cell::Kind::Text) (tabs ? appendTsvText : appendCsvText)(out, cell.text);
}

void writeJson(JsonWriter& json, const Cell& cell) {
  if (cell.kind == Cell::Kind::Integer) return json.value(cell.integer);
  if (cell.kind == Cell::Kind::Real) return json.value(cell.real);
  if (cell.kind == Cell::Kind::Text) return json.value(cell.text);
  json.value(nullptr);
}

void writeObject(std::string& out, const std::vector<std::string>& columns, std::span<const Cell> cells) {
  JsonWriter json(out);
  json.beginObject();
  for (size_t i = 0; i < cells.size(); ++i) {
    json.key(columns[i]);
    writeJson(json, cells[i]);
  }
  json.endObject();
}

}  // namespace

ResultText::ResultText(ResultFormat format, const std::vector<std::string>& columns)
    : format_(format), columns_(columns), numbers_(columns.size(), true) {
  for (const std::string& name : columns_) widths_.push_back(characterCount(visibleText(name)));
  if (format == ResultFormat::Json || format == ResultFormat::Jsonl) columns_ = distinctNames(std::move(columns_));
}

void ResultText::begin(std::string& out) {
  if (begun_) return;
  begun_ = true;
  if (format_ == ResultFormat::Json) out += '[';
  if (format_ != ResultFormat::Csv && format_ != ResultFormat::Tsv) return;
  std::vector<Cell> names;
  for (const std::string& name : columns_) names.push_back(Cell::of(std::string_view(name)));
  separated(names, out);
}

void ResultText::separated(std::span<const Cell> cells, std::string& out) const {
  const bool tabs = format_ == ResultFormat::Tsv;
  for (size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) out += tabs ? '\t' : ',';
    appendSeparated(out, cells[i], tabs);
  }
  out += '\n';
}

void ResultText::row(std::span<const Cell> cells, std::string& out) {
  const bool first = !begun_;
  begin(out);
  switch (format_) {
    case ResultFormat::Table:
      return tableRow(cells, out);
    case ResultFormat::Csv:
    case ResultFormat::Tsv:
      return separated(cells, out);
    case ResultFormat::Json:
      out += first ? "\n " : ",\n ";
      return writeObject(out, columns_, cells);
    case ResultFormat::Jsonl:
      writeObject(out, columns_, cells);
      out += '\n';
  }
}

void ResultText::tableRow(std::span<const Cell> cells, std::string& out) {
  std::vector<std::string> texts;
  for (const Cell& cell : cells) texts.push_back(shownText(cell));
  if (flushed_) return line(texts, out);
  for (size_t i = 0; i < cells.size(); ++i) {
    widths_[i] = std::max(widths_[i], characterCount(texts[i]));
    if (cells[i].kind == Cell::Kind::Text) numbers_[i] = false;
  }
  held_.push_back(std::move(texts));
  if (held_.size() >= kMeasured) flushTable(out);
}

void ResultText::flushTable(std::string& out) {
  flushed_ = true;
  std::vector<std::string> names, rules;
  for (size_t i = 0; i < columns_.size(); ++i) {
    names.push_back(visibleText(columns_[i]));
    rules.emplace_back(widths_[i], '-');
  }
  line(names, out);
  line(rules, out);
  for (const std::vector<std::string>& texts : held_) line(texts, out);
  held_.clear();
}

void ResultText::line(std::span<const std::string> texts, std::string& out) const {
  for (size_t i = 0; i < texts.size(); ++i) {
    const size_t width = characterCount(texts[i]);
    const std::string space(widths_[i] > width ? widths_[i] - width : 0, ' ');
    if (i > 0) out += "  ";
    if (numbers_[i]) out += space;
    out += texts[i];
    // No blanks at the end of a line.
    if (!numbers_[i] && i + 1 < texts.size()) out += space;
  }
  out += '\n';
}

void ResultText::end(std::string& out) {
  begin(out);
  if (format_ == ResultFormat::Table && !flushed_) flushTable(out);
  if (format_ == ResultFormat::Json) out += "\n]\n";
}

}  // namespace tp
