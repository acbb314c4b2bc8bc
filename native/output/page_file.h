// The page that is one file, into which a trace can be put (docs/one-file.md).
#pragma once

#include <string>
#include <string_view>

#include "core/io/status.h"

namespace tp::native {

class PageFile {
 public:
  // Returns an error if the file can't be read, or is no page of Tracepane without a trace.
  static Result<PageFile> read(const std::string& path);
  // The same of the text of a page. `path` is for errors.
  static Result<PageFile> of(std::string text, const std::string& path);

  // What comes before the place of the trace, and what comes behind it.
  std::string_view before() const { return std::string_view(text_).substr(0, at_); }
  std::string_view behind() const;

 private:
  PageFile(std::string text, size_t at) : text_(std::move(text)), at_(at) {}

  std::string text_;
  size_t at_ = 0;
};

// Returns where packages put the page, beside this program; empty if there is none.
std::string installedPage();

// Escapes a text that stands between double quotes as the value of an attribute.
std::string attributeText(std::string_view text);

}  // namespace tp::native
