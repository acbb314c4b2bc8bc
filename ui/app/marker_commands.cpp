// Commands on markers.
#include <charconv>
#include <optional>

#include "core/link/link_text.h"
#include "ui/timeline/marker_view.h"

namespace tp::ui {
namespace {

std::optional<int64_t> number(const std::string& text) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool good = error == std::errc() && end == text.data() + text.size();
  return good ? std::optional(value) : std::nullopt;
}

// At the pointer, else at the selection, else in the middle of the visible span.
bool mark(Context& c) {
  Time middle = c.view.beginTime() + (c.view.endTime() - c.view.beginTime()) / 2;
  return c.markers.add(c.pointerTime ? *c.pointerTime : c.selection ? c.selection->mark.begin : middle) > 0;
}

bool keep(WindowState& c) {
  if (c.range) return c.markers.keep(c.range->first, c.range->second) > 0;
  return c.selection && c.markers.keep(c.selection->mark.begin, c.selection->mark.end) > 0;
}

// The number of what a note is for: the marked range, which is kept, else the selected marker, else a new one.
uint32_t noted(Context& c) {
  if (!c.range) {
    if (c.markers.selected() == nullptr) mark(c);
    return c.markers.selected()->number;
  }
  for (const KeptRange& kept : c.markers.ranges())
    if (kept.begin == c.range->first && kept.end == c.range->second) return kept.number;
  return c.markers.keep(c.range->first, c.range->second);
}

// Asks for the text.
bool note(Context& c) {
  c.askFor = {"note-text", std::string(c.markers.noteOf(noted(c)))};
  return c.moreToCome = true;
}

bool noteText(Context& c, std::span<const std::string> args) {
  if (args.empty() || args.size() > 2) return false;
  const std::optional<int64_t> given = args.size() == 2 ? number(args[1]) : std::optional<int64_t>(0);
  if (!given || !isText(args[0])) return false;
  return c.markers.annotate(*given != 0 ? static_cast<uint32_t>(*given) : noted(c), args[0]);
}

}  // namespace

bool markerCommand(Context& c, std::string_view id, std::span<const std::string> args) {
  if (id == "mark" && args.empty()) return mark(c);
  if (id == "keep-range" && args.empty()) return keep(c);
  if (id == "note" && args.empty()) return note(c);
  if (id == "note-text") return noteText(c, args);
  if (id == "clear-markers") return c.markers.clear(), true;
  if (id == "marker-remove" && args.empty()) {
    const Marker* selected = c.markers.selected();
    return selected != nullptr && c.markers.remove(selected->number);
  }
  std::optional<int64_t> a = args.empty() ? std::nullopt : number(args[0]);
  if (!a) return false;
  if (id == "marker" && args.size() == 1) return c.markers.add(clampTime(*a)) > 0;
  auto which = static_cast<uint32_t>(*a);
  if (id == "marker-select" && args.size() == 1) return c.markers.select(which);
  if (id == "marker-remove" && args.size() == 1) return c.markers.remove(which);
  std::optional<int64_t> to = args.size() == 2 ? number(args[1]) : std::nullopt;
  return id == "marker-move" && to && c.markers.move(which, clampTime(*to));
}

}  // namespace tp::ui
