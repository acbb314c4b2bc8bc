#include "native/window/window_queries.h"

#include <algorithm>

#include "native/pool/thread_pool.h"

namespace tp::native {
namespace {

// In seconds; a frame takes longer.
constexpr double kStep = 0.008;

}  // namespace

void WindowQueries::open(const FileSet& files, const JoinOptions& options) {
  thread_.open(files, options);
  waiting_.clear();
  keeper_.reset();
  handed_ = false;
}

void WindowQueries::stop(uint32_t id) {
  const auto asked = std::find_if(waiting_.begin(), waiting_.end(), [id](const auto& one) { return one.id == id; });
  if (asked != waiting_.end()) {
    waiting_.erase(asked);
  } else if (thread_.stop(id)) {
    // What answers the next question has opened the trace anew.
    handed_ = false;
  }
}

// Returns whether there is more to hand over at once.
bool WindowQueries::handOver() {
  if (!keeper_ && (session_.phase() != Phase::Ready || session_.cancelled())) return handed_ = true;
  if (!keeper_) keeper_ = std::make_unique<IndexKeeper>(session_);
  const double end = monotonicSeconds() + kStep;
  std::vector<std::byte> block;
  do {
    const IndexKeeper::State state = keeper_->next(block);
    if (state == IndexKeeper::State::Waiting) return false;
    if (state != IndexKeeper::State::Block) {
      keeper_.reset();
      return handed_ = true;
    }
    thread_.takeIndex(std::move(block));
  } while (monotonicSeconds() < end);
  return true;
}

bool WindowQueries::step() {
  if (waiting_.empty()) return false;
  if (!handed_) return handOver();
  for (const SqlRequest& request : waiting_) thread_.ask(request);
  waiting_.clear();
  return false;
}

}  // namespace tp::native
