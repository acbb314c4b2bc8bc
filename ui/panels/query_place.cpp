#include "ui/panels/query_place.h"

#include <algorithm>

#include "ui/view/navigation.h"

namespace tp::ui {
namespace {

constexpr uint32_t kMaxFrames = 300;

std::optional<int64_t> numberIn(const SqlResult& result, size_t row, std::string_view name) {
  const std::optional<size_t> column = result.column(name);
  if (!column) return std::nullopt;
  const Cell cell = result.cell(row, *column);
  return cell.kind == Cell::Kind::Integer ? std::optional(cell.integer) : std::nullopt;
}

const TrackNumbers* numbersOf(const Session& session, QueryState& state) {
  if (session.phase() != Phase::Ready) return nullptr;
  if (!state.numbers || state.numbered != session.opening()) {
    state.pool = {};
    state.numbers.emplace(session.index(), state.pool);
    state.numbered = session.opening();
  }
  return &*state.numbers;
}

// The track with these properties; kNoTrack if there is none, or several.
template <class Matches>
TrackId onlyTrack(const TraceIndex& index, Matches&& matches) {
  TrackId found = kNoTrack;
  for (TrackId id = 0; id < index.tracks().size(); ++id) {
    if (!matches(index.tracks()[id].key)) continue;
    if (found != kNoTrack) return kNoTrack;
    found = id;
  }
  return found;
}

// The states of a thread, else its calls.
TrackId statesOf(const TraceIndex& index, TrackId thread) {
  const TrackKey key = index.tracks()[thread].key;
  const TrackId found = onlyTrack(index, [&](const TrackKey& one) {
    return one.kind == TrackKind::ThreadState && one.tid == key.tid && one.trace == key.trace &&
           (one.pid == key.pid || one.pid < 0 || key.pid < 0);
  });
  return found != kNoTrack ? found : thread;
}

TrackId trackOf(const Session& session, QueryState& state, const SqlResult& result, size_t row) {
  const TrackNumbers* numbers = numbersOf(session, state);
  const std::optional<int64_t> track = numberIn(result, row, "track_id"), thread = numberIn(result, row, "utid"),
                               tid = numberIn(result, row, "tid"), cpu = numberIn(result, row, "cpu");
  if (numbers != nullptr && track && *track >= 0 && static_cast<uint64_t>(*track) < numbers->tracks().size())
    return numbers->inIndex(static_cast<TrackId>(*track));
  const bool states = result.column("state") || result.column("end_state");
  TrackId found = kNoTrack;
  if (numbers != nullptr && thread && *thread > 0 && static_cast<uint64_t>(*thread) <= numbers->threads().size())
    found = numbers->inIndex(numbers->threads()[static_cast<size_t>(*thread - 1)]);
  if (found == kNoTrack && tid)
    found = onlyTrack(session.index(),
                      [&](const TrackKey& key) { return key.kind == TrackKind::Thread && key.tid == *tid; });
  if (found != kNoTrack) return states ? statesOf(session.index(), found) : found;
  if (!cpu) return kNoTrack;
  return onlyTrack(session.index(), [&](const TrackKey& key) { return key.kind == TrackKind::Cpu && key.cpu == *cpu; });
}

// Whether the mark is what the row is of.
bool isPlace(const QueryPlace& place, const Mark& mark) {
  if (mark.aggregate() || mark.begin != place.time) return false;
  return (!place.depth || mark.depth == *place.depth) && (!place.end || mark.end == *place.end);
}

}  // namespace

bool hasPlaces(const SqlResult& result) {
  return result.column("ts").has_value();
}

void seekRow(Context& c, QueryState& state, const SqlResult& result, size_t row) {
  state.place.reset();
  const std::optional<int64_t> time = numberIn(result, row, "ts");
  if (!hasPlaces(result)) return c.say("Rows with a column ts lead to their place.");
  if (!time) return c.say("This row has no time.");
  QueryPlace place;
  place.time = *time;
  place.track = trackOf(c.session, state, result, row);
  if (const auto dur = numberIn(result, row, "dur"); dur && *dur >= 0) place.end = *time + *dur;
  const std::optional<int64_t> depth = numberIn(result, row, "depth");
  if (depth && *depth >= 0 && *depth <= 0xffff) place.depth = static_cast<uint16_t>(*depth);
  state.place = place;
  c.moreToCome = true;
}

void followPlace(Context& c, QueryState& state) {
  if (!state.place) return;
  QueryPlace& place = *state.place;
  if (place.track == kNoTrack || place.track >= c.index().tracks().size()) {
    c.view.centre(place.time);
    if (place.end) markRange(c, {place.time, *place.end, {}});
    c.say(place.end ? "The row does not tell its track: its time is marked."
                    : "The row does not tell its track: its time is in the middle.");
    return state.place.reset();
  }
  std::vector<Mark> marks;
  c.session.query(place.track, place.time, place.time, 0, marks);
  const Mark* best = nullptr;
  for (const Mark& mark : marks)
    if (isPlace(place, mark) && (best == nullptr || mark.depth > best->depth)) best = &mark;
  if (best != nullptr) {
    c.choose = Selection{place.track, *best};
    return state.place.reset();
  }
  const bool coarse = std::any_of(marks.begin(), marks.end(), [](const Mark& mark) { return mark.aggregate(); });
  // What was asked for arrives between frames.
  if ((place.frames == 0 || coarse) && ++place.frames < kMaxFrames) {
    c.moreToCome = true;
    return;
  }
  c.goTo = Requests::Place{place.track, place.time, place.depth.value_or(0)};
  state.place.reset();
}

bool chooseRow(Context& c, QueryState& state, const SqlResult& result, size_t position) {
  if (position >= state.order.size()) return false;
  state.row = position;
  state.revealRow = c.moreToCome = true;
  if (hasPlaces(result)) seekRow(c, state, result, state.order[position]);
  return true;
}

}  // namespace tp::ui
