#include "ui/view/query_tracks.h"

#include <utility>

#include "core/link/link_text.h"
#include "ui/view/context.h"

namespace tp::ui {
namespace {

constexpr SqlAsker::Who kWho = SqlAsker::Who::Track;

TimeBounds boundsOf(const TraceIndex& index) {
  return {index.begin(), index.end()};
}

}  // namespace

bool QueryTracks::add(QueryTrackWish wish) {
  if (full()) return false;
  QueryTrack& track = tracks_.emplace_back();
  static_cast<QueryTrackWish&>(track) = std::move(wish);
  track.number = ++last_;
  return true;
}

bool QueryTracks::add(QueryTrackWish wish, const SqlResult& answer, const TimeBounds& trace) {
  if (!add(std::move(wish))) return false;
  take(tracks_.back(), std::make_shared<const SqlResult>(answer), trace);
  return true;
}

bool QueryTracks::remove(Context& c, size_t position) {
  if (position >= tracks_.size()) return false;
  const SqlResult* asked = c.sql.result(kWho);
  if (asked != nullptr && asked->request().id == tracks_[position].asked) {
    c.sql.stop(c.host, kWho);
    c.sql.drop(kWho);
  }
  tracks_.erase(tracks_.begin() + static_cast<ptrdiff_t>(position));
  if (chosenTrack() == nullptr) chosen.reset();
  return true;
}

void QueryTracks::clear(Context& c) {
  while (!tracks_.empty()) remove(c, tracks_.size() - 1);
}

bool QueryTracks::rename(size_t position, std::string_view name) {
  if (position >= tracks_.size() || name.empty() || name.size() > QueryTrackWish::kMaxName || !isText(name))
    return false;
  tracks_[position].name = name;
  return true;
}

std::vector<QueryTrackWish> QueryTracks::wishes() const {
  return {tracks_.begin(), tracks_.end()};
}

void QueryTracks::take(QueryTrack& track, std::shared_ptr<const SqlResult> found, const TimeBounds& trace) const {
  uint64_t bytes = found->bytes();
  for (const QueryTrack& one : tracks_) bytes += one.result ? one.result->bytes() : 0;
  track.take(std::move(found), trace);
  if (bytes <= kMaxBytes || !track.result) return;
  track.result.reset();
  track.slices = {};
  track.samples = {};
  track.error = "there is no room for its rows beside those of the other tracks";
}

void QueryTracks::follow(Context& c) {
  if (c.selection) chosen.reset();
  if (c.session.phase() != Phase::Ready) return;
  if (const SqlResult* answer = c.sql.result(kWho); answer != nullptr) {
    if (!answer->over()) return;
    const auto found = std::make_shared<const SqlResult>(c.sql.take(kWho));
    for (QueryTrack& track : tracks_)
      if (track.asked == found->request().id) take(track, found, boundsOf(c.index()));
    c.moreToCome = true;
  }
  for (QueryTrack& track : tracks_) {
    if (!track.waiting()) continue;
    c.sql.ask(c.host, kWho, track.text, SqlAsker::kMaxRows);
    track.asked = c.sql.result(kWho)->request().id;
    c.moreToCome = true;
    return;
  }
}

const QueryTrack* QueryTracks::chosenTrack() const {
  for (const QueryTrack& track : tracks_)
    if (chosen && chosen->number == track.number && track.result && chosen->row < track.result->rows()) return &track;
  return nullptr;
}

}  // namespace tp::ui
