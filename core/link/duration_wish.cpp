#include "core/link/duration_wish.h"

namespace tp {
namespace {

constexpr size_t kFields = 6, kMaxTracks = 64;

std::string tracksText(const std::vector<LinkTrack>& tracks) {
  std::string text;
  for (const LinkTrack& track : tracks) text += (text.empty() ? "" : ";") + trackText(track);
  return text;
}

bool readTracks(std::string_view text, std::vector<LinkTrack>& tracks) {
  if (text.empty()) return true;
  for (std::string_view part : linkParts(text, ';')) {
    const std::vector<std::string_view> fields = linkParts(part, ',');
    LinkTrack track;
    if (fields.size() != 5 || !readTrack(fields.data(), track) || tracks.size() == kMaxTracks) return false;
    tracks.push_back(track);
  }
  return true;
}

}  // namespace

bool DurationWish::keepable() const {
  const bool named = !name.empty() && name.size() <= kMaxName && isText(name);
  return named && filter.size() <= kMaxFilter && isText(filter) && on.size() <= kMaxTracks;
}

// Texts are escaped once more than the whole, since they may have commas.
std::string wishText(const DurationWish& wish) {
  const std::string flags = std::string(wish.laid ? "o" : "") + (wish.linear ? "l" : "");
  return std::string(sliceKindName(wish.kind)) + "," + flags + "," +
         escaped(wish.range ? spanText(*wish.range) : std::string()) + "," + escaped(tracksText(wish.on)) + "," +
         escaped(wish.name) + "," + escaped(wish.filter);
}

std::optional<DurationWish> readDurationWish(std::string_view text) {
  const std::vector<std::string_view> fields = linkParts(text, ',');
  if (fields.size() != kFields) return std::nullopt;
  DurationWish wish;
  const std::optional<SliceKind> kind = sliceKindNamed(fields[0]);
  if (!kind || !readTracks(unescaped(fields[3]), wish.on)) return std::nullopt;
  wish.kind = *kind;
  wish.laid = fields[1].find('o') != std::string_view::npos;
  wish.linear = fields[1].find('l') != std::string_view::npos;
  const std::string range = unescaped(fields[2]);
  if (!range.empty()) wish.range = readSpan(range);
  if (!range.empty() && !wish.range) return std::nullopt;
  wish.name = unescaped(fields[4]);
  wish.filter = unescaped(fields[5]);
  return wish.keepable() ? std::optional(std::move(wish)) : std::nullopt;
}

}  // namespace tp
