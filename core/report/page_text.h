// The page that is one file, into which a trace can be put: what comes before the trace, and what comes behind it
// (docs/one-file.md).
#pragma once

#include <string>
#include <string_view>

#include "core/io/status.h"

namespace tp {

class PageText {
 public:
  // Returns an error if the text is no page of Tracepane without a trace. `path` is for errors.
  static Result<PageText> of(std::string text, const std::string& path);

  // The page up to its trace, for a trace that is shown at a view: what a link has behind its #.
  std::string head(std::string_view view) const;
  // The page from the end of its trace on.
  std::string tail() const;

 private:
  PageText(std::string text, size_t at) : text_(std::move(text)), at_(at) {}

  std::string text_;
  size_t at_ = 0;  // of the place for the trace
};

// Escapes a text that stands between double quotes as the value of an attribute.
std::string attributeText(std::string_view text);

}  // namespace tp
