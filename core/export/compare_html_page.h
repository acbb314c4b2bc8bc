// What the sections of a report of a comparison are written with: paragraphs, and tables whose rows have bars.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "core/analysis/compare/compared_side.h"

namespace tp {

class ComparePage {
 public:
  // A table has no more rows than that; a section says how many it leaves out.
  static constexpr size_t kMostRows = 500;

  // Times are shown in units of this clock, which must outlive this.
  explicit ComparePage(const ClockInfo& clock) : clock_(clock) {}

  // Text, but for markup(), is escaped.
  void markup(std::string_view text) { out_ += text; }
  void heading(std::string_view words);
  // The heading of a table within a section.
  void subheading(std::string_view words);
  void paragraph(std::string_view words);
  // Each line of the text.
  void paragraphs(std::string_view lines);

  // The last column is of words. "" is the title of the bars.
  void beginTable(std::span<const std::string> titles);
  void beginRow() { out_ += "<tr>"; }
  // `kind`: "more", "less" or "dim", its colour; "w": words.
  void cell(std::string_view words, const char* kind = "");
  // A change, marked if it is noise.
  void changeCell(int64_t time, bool noise = false);
  // A change that is a part of another.
  void partCell(int64_t time);
  // A bar for each change, below each other, of which one of `most` has the full width. Those of noise are hatched.
  void bars(std::initializer_list<int64_t> changes, uint64_t most, bool noise);
  // Cells without anything.
  void emptyCells(size_t count);
  void endRow() { out_ += "</tr>\n"; }
  void endTable() { out_ += "</tbody></table></div>\n"; }

  const ClockInfo& clock() const { return clock_; }
  // Returns the whole file.
  std::string file(std::string_view title) const;

 private:
  const ClockInfo& clock_;
  std::string out_;
};

// Returns how large the larger of `most` and the changes is, of either sign.
uint64_t mostOf(uint64_t most, std::initializer_list<int64_t> changes);

// Says that a table has so many rows more, whose changes are smaller.
std::string othersText(size_t count);

}  // namespace tp
