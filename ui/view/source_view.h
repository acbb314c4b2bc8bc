// Which source the panel "Source" shows, and what is known of it so far.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/session/sources/sources_question.h"
#include "ui/view/context.h"
#include "ui/view/source_text.h"

namespace tp::ui {

class SourceView {
 public:
  // Shows where a function was written. `place`: as far as it is known already; `trace`: TrackKey::trace, 0: any.
  void show(NameId function, std::optional<SourcePlace> place, uint32_t trace);
  // Call in each frame in which the panel is drawn: asks for what is missing.
  void follow(Context& c);
  // Takes what Host::findSource() has found.
  void receive(SourceFound found);
  // Another trace is open.
  void forget();
  // Looks for the file once more: the user has chosen another folder.
  void lookAgain();

  bool asked() const { return function_ != kNoName; }
  NameId function() const { return function_; }
  const std::optional<SourcePlace>& place() const { return place_; }
  // Why nothing is shown, or what is awaited; empty if the text is there.
  const std::string& missing() const { return missing_; }
  // The path of the file that was found; empty: none.
  const std::string& found() const { return found_; }
  const SourceText& text() const { return text_; }
  SourceText& text() { return text_; }
  // Null until it is known where the functions were written.
  const SourcesQuestion* sources() const { return sources_ && sources_->done() ? sources_.get() : nullptr; }
  // The file's position in SourcesQuestion::files(); nullopt: it is not among them.
  std::optional<uint32_t> file() const { return file_; }
  // Grows with each place that is to be shown and each text that has arrived.
  uint32_t version() const { return version_; }
  size_t cursor = 0;  // the chosen line, from 0 on

 private:
  bool ask(Context& c);
  bool resolve(ShownNames& names);
  void say(std::string why) { missing_ = std::move(why); }

  NameId function_ = kNoName;
  uint32_t trace_ = 0;
  std::optional<SourcePlace> place_;
  std::optional<uint32_t> file_;
  bool resolved_ = false;
  bool wanted_ = false;  // the file has been asked for
  bool named_ = false;   // TraceInfo::hasSources when sources_ was asked
  std::shared_ptr<SourcesQuestion> sources_;
  std::string missing_, found_;
  SourceText text_;
  uint32_t version_ = 0;
};

// Shows where the selected call's function was written. Returns false, having said why, if that is not known.
bool showSelectedSource(Context& c);
// Shows where a function was written, in the panel.
void showSourceOf(Context& c, NameId function);
// Where the selected call's function was written, as its details say; nullopt: they do not.
std::optional<SourcePlace> selectedSource(const WindowState& c, const Session& session);

}  // namespace tp::ui
