#include "core/session/rows/row_table.h"

#include <algorithm>

namespace tp {
namespace {

constexpr uint32_t kPage = 256;
constexpr uint64_t kAhead = 192;
constexpr size_t kMaxKept = 16 * 1024;
// How often shown rows follow the index while it grows.
constexpr double kRefreshSeconds = 0.5;

uint64_t packed(const RowKey& key) {
  return static_cast<uint64_t>(key.stream) << 32 | (key.position & 0xffffffff);
}

}  // namespace

void RowTable::forget() {
  rows_.clear();
  keys_.clear();
  keysOf_ = {};
  asked_.reset();
  locator_.reset();
  sought_.reset();
  foundAt_.reset();
  wanted_ = {};
  refreshing_ = false;
  stuckAt_ = missing_ = ~uint64_t{0};
  complete_ = {};
}

void RowTable::show(std::shared_ptr<const SearchQuestion> found) {
  if (found == found_) return;
  found_ = std::move(found);
  forget();
  takeRange();
}

void RowTable::limit(std::optional<std::pair<Time, Time>> range) {
  if (range == range_) return;
  range_ = range;
  wanted_ = {};
  stuckAt_ = ~uint64_t{0};
  keysOf_ = {};
  takeRange();
}

// Sets the range of rows as far as that is possible without asking.
void RowTable::takeRange() {
  rangeKnown_ = true;
  uint64_t all = found_ ? found_->hits().size() : session_.index().rows();
  if (!range_) {
    from_ = 0;
    to_ = all;
  } else if (found_) {
    const std::vector<RowKey> ends = rangeKeys();
    from_ = found_->hits().before(ends[0]);
    to_ = std::max(from_, found_->hits().before(ends[1]));
  } else {
    rangeKnown_ = false;
    to_ = std::min(to_, all);
    from_ = std::min(from_, to_);
  }
}

RowTable::Window RowTable::clipped(uint64_t first, uint64_t count) const {
  first = std::min(first, size());
  return {first, std::min(count, size() - first)};
}

const std::vector<RowKey>& RowTable::keys(const Window& window) {
  bool same =
      keysOf_.first == from_ + window.first && keysOf_.count == window.count && keysSize_ == found_->hits().size();
  if (same) return keys_;
  keysOf_ = {from_ + window.first, window.count};
  keysSize_ = found_->hits().size();
  return keys_ = found_->hits().slice(keysOf_.first, keysOf_.count);
}

uint64_t RowTable::idOf(uint64_t number) const {
  if (!found_) return from_ + number;
  uint64_t at = from_ + number - keysOf_.first;
  return from_ + number >= keysOf_.first && at < keys_.size() ? packed(keys_[static_cast<size_t>(at)]) : ~uint64_t{0};
}

bool RowTable::has(uint64_t number) const {
  return rows_.count(idOf(number)) > 0;
}

const TableRow* RowTable::row(uint64_t number) {
  if (number >= size()) return nullptr;
  if (found_ && idOf(number) == ~uint64_t{0}) keys({number, 1});
  auto at = rows_.find(idOf(number));
  return at == rows_.end() ? nullptr : &at->second;
}

bool RowTable::update(uint64_t first, uint64_t count, double seconds) {
  if (opening_ != session_.opening()) {
    opening_ = session_.opening();
    found_.reset();
    range_.reset();
    forget();
    records_ = 0;
  }
  if (!range_ || found_) takeRange();
  seconds_ = seconds;
  window_ = clipped(first, count);
  takeAnswer(seconds);
  if (!asked_) askNext(seconds);
  return std::exchange(came_, false);
}

bool RowTable::want(uint64_t first, uint64_t count) {
  if (!range_ || found_) takeRange();
  wanted_ = clipped(first, std::min(count, kMaxWanted));
  if (found_) keys(wanted_);
  for (uint64_t i = 0; i < wanted_.count; ++i)
    if (!has(wanted_.first + i)) {
      takeAnswer(seconds_);
      if (!asked_) askNext(seconds_);
      return false;
    }
  wanted_ = {};
  return true;
}

void RowTable::find(const RowKey& key, TrackId track, uint16_t depth) {
  sought_ = Sought{key, track, depth};
  foundAt_.reset();
}

std::optional<uint64_t> RowTable::takeFound() {
  return std::exchange(foundAt_, std::nullopt);
}

std::vector<RowKey> RowTable::rangeKeys() const {
  return {{range_->first, 0, 0}, {clampTime(range_->second) + 1, 0, 0}};
}

void RowTable::ask(RowsRequest request) {
  asked_ = std::make_shared<RowsQuestion>(std::move(request));
  session_.ask(asked_);
}

void RowTable::takeAnswer(double seconds) {
  if (!asked_ || !asked_->done()) return;
  std::shared_ptr<RowsQuestion> answer = std::move(asked_);
  came_ = true;
  const std::vector<uint64_t>& ranks = answer->ranks();
  if (askedFor_ == For::Range && ranks.size() == 2 && range_) {
    from_ = ranks[0];
    to_ = std::max(ranks[0], ranks[1]);
    rangeKnown_ = answer->request().keys == rangeKeys();
    return;
  }
  if (askedFor_ == For::Locator && locator_) return locator_->narrow(ranks);
  if (refreshing_) rows_.clear();
  refreshing_ = false;
  refreshed_ = seconds;
  bool these = answer->request().part == RowsRequest::Part::These;
  uint64_t number = answer->first();
  if (askedFor_ == For::Sought && sought_) {
    uint64_t best = number;
    for (size_t i = answer->rows().size(); i-- > 0 && sought_->track != kNoTrack;) {
      const TableRow& row = answer->rows()[i];
      bool there = row.track == sought_->track && row.depth == sought_->depth && row.kind != RecordKind::End;
      if (there && row.time == sought_->key.time) best = number + i;
    }
    if (best >= from_ && best < to_) foundAt_ = best - from_;
    sought_.reset();
  }
  for (TableRow& row : answer->takeRows()) {
    uint64_t id = these ? packed(row.key) : number++;
    if (these && found_) row.lasted = found_->hits().durationOf(row.key);
    rows_.insert_or_assign(id, std::move(row));
  }
  // A row that an answer did not bring is not asked for again.
  if (missing_ != ~uint64_t{0} && !locator_ && rows_.count(missing_) == 0) stuckAt_ = missing_;
  missing_ = ~uint64_t{0};
  keepFew();
}

// Drops rows that are far from the windows.
void RowTable::keepFew() {
  if (rows_.size() <= kMaxKept) return;
  if (found_) {
    rows_.clear();
    return;
  }
  auto near = [&](uint64_t number, const Window& window) {
    uint64_t first = from_ + window.first;
    return window.count > 0 && number + kMaxKept / 8 >= first && number <= first + window.count + kMaxKept / 8;
  };
  for (auto at = rows_.begin(); at != rows_.end();)
    at = near(at->first, window_) || near(at->first, wanted_) ? std::next(at) : rows_.erase(at);
}

void RowTable::askNext(double seconds) {
  uint64_t records = session_.index().rows();
  if (records == 0) return;
  bool stuck = stuckAt_ != ~uint64_t{0};
  if (!found_ && records != records_ && (!refreshing_ || stuck)) {
    // Rows move while streams come in. Those that are shown are asked for again, and stay until the answer comes.
    bool ready = session_.phase() == Phase::Ready;
    if (ready || refreshed_ < 0 || seconds - refreshed_ >= kRefreshSeconds || seconds < refreshed_) {
      records_ = records;
      refreshing_ = true;
      locator_.reset();
      stuckAt_ = ~uint64_t{0};
      if (range_) rangeKnown_ = false;
    }
  }
  if (!rangeKnown_) {
    RowsRequest request;
    request.part = RowsRequest::Part::Ranks;
    request.keys = rangeKeys();
    askedFor_ = For::Range;
    return ask(std::move(request));
  }
  if (sought_ && found_) {
    uint64_t at = found_->hits().before(sought_->key);
    if (at >= from_ && at < to_) foundAt_ = at - from_;
    sought_.reset();
  }
  if (sought_) {
    RowsRequest request;
    request.key = sought_->key;
    request.count = kPage;
    askedFor_ = For::Sought;
    return ask(std::move(request));
  }
  // With very many streams, it is costly to see that nothing is missing.
  std::array<uint64_t, 4> looked = {from_ + window_.first, window_.count, to_, rows_.size()};
  if (found_ && wanted_.count == 0 && looked == complete_) return;
  if (askFor(window_) || askFor(wanted_) || window_.count == 0) return;
  uint64_t before = std::min(window_.first, kAhead);
  if (askFor(clipped(window_.first + window_.count, kAhead))) return;
  if (!askFor({window_.first - before, before})) complete_ = looked;
}

bool RowTable::askFor(const Window& window) {
  if (window.count == 0) return false;
  return found_ ? askHits(window) : askAll(window);
}

bool RowTable::askHits(const Window& window) {
  RowsRequest request;
  request.part = RowsRequest::Part::These;
  for (const RowKey& key : found_->hits().slice(from_ + window.first, window.count))
    if (rows_.count(packed(key)) == 0) request.rows.push_back({key.stream, static_cast<uint32_t>(key.position)});
  if (request.rows.empty()) return false;
  uint64_t id = static_cast<uint64_t>(request.rows[0].stream) << 32 | request.rows[0].position;
  if (id == stuckAt_) return false;
  missing_ = id;
  askedFor_ = For::Rows;
  ask(std::move(request));
  return true;
}

// Asks for rows onwards or backwards from those that are there, or else finds the time from which to ask.
bool RowTable::askAll(const Window& window) {
  uint64_t first = from_ + window.first, end = first + window.count;
  uint64_t missing = first;
  if (!refreshing_)
    while (missing < end && rows_.count(missing) > 0) ++missing;
  if (missing == end || missing == stuckAt_) return false;
  RowsRequest request;
  request.count = kPage;
  askedFor_ = For::Rows;
  missing_ = missing;
  auto before = missing > 0 && !refreshing_ ? rows_.find(missing - 1) : rows_.end();
  uint64_t there = refreshing_ ? end : missing;
  while (there < end && rows_.count(there) == 0) ++there;
  if (before != rows_.end()) {
    request.key = before->second.key;
    ++request.key.position;
  } else if (there < end && there - missing <= kPage) {
    request.part = RowsRequest::Part::Before;
    request.key = rows_.find(there)->second.key;
  } else {
    if (!locator_ || locator_->number() != missing) {
      // If the index has fewer rows than the table shows, there is nothing to find.
      if (missing >= session_.index().rows()) return false;
      locator_.emplace(session_.index(), missing);
    }
    if (!locator_->done(kPage)) {
      askedFor_ = For::Locator;
      request.part = RowsRequest::Part::Ranks;
      request.keys = locator_->probes();
      ask(std::move(request));
      return true;
    }
    request.key = locator_->key();
    request.skip = locator_->skip();
    request.count = kPage + static_cast<uint32_t>(std::min<uint64_t>(window.count, kPage) + locator_->left());
    locator_.reset();
  }
  ask(std::move(request));
  return true;
}

}  // namespace tp
