// Names of slices as the window shows them: their texts and colours, and whether they match the search.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/session/session.h"
#include "ui/base/theme.h"
#include "ui/view/window_state.h"

namespace tp::ui {

class ShownNames {
 public:
  // All three must outlive it. Of the window's state, it asks for the settings and the search.
  ShownNames(const Session& session, const Theme& theme, const WindowState& window)
      : session_(session), theme_(theme), window_(window) {}

  // The name to be shown, as NameTable::told() returns it for the chosen length of signatures.
  std::string_view text(NameId name) const {
    return table().told(name, window_.settings.signatures == Signatures::Full);
  }
  // The colour of a name's slices, faded if the name does not match the search. Cached by name id.
  ImU32 colour(NameId name);
  // The same, whatever is searched for.
  ImU32 fullColour(NameId name);
  ImU32 stateColour(NameId name) const { return theme_.stateColour(threadStateOf(table().view(name))); }
  // Whether the name matches the search; true without a search. Cached by name id.
  bool matches(NameId name);
  // Whether slices of this name stand for time off the CPU, or for time that was not recorded. Cached by name id.
  bool isOffCpu(NameId name) { return timeOf(name) == TimeOf::OffCpu || isNotRecorded(name); }
  // Whether they stand for time that was not recorded. Cached as well.
  bool isNotRecorded(NameId name) { return timeOf(name) == TimeOf::NotRecorded; }
  // Whether they stand for a CPU's idle state, in which no thread runs. Cached as well.
  bool isIdleState(NameId name) { return timeOf(name) == TimeOf::Idle; }
  // Empties these caches. Call it when another trace is open, or another theme is used.
  void forget();

 private:
  uint32_t hueNumber(NameId name);
  // What the time of a slice is, as its name says.
  enum class TimeOf : uint8_t { Unasked, Call, OffCpu, NotRecorded, Idle };
  TimeOf timeOf(NameId name);
  const NameTable& table() const { return session_.index().names(); }

  const Session& session_;
  const Theme& theme_;
  const WindowState& window_;
  std::vector<uint8_t> hues_;  // hue + 1; 0: not asked yet
  std::vector<TimeOf> times_;
  std::vector<uint8_t> matches_;  // 0: not asked yet, 1: no, 2: yes
  std::string matchedFor_;
};

}  // namespace tp::ui
