#include "native/window/window_index.h"

#include "native/pool/thread_pool.h"

namespace tp::native {

bool WindowIndex::begin(Session& session, const FileSet& files, const JoinOptions& options, bool wanted) {
  writing_.reset();
  keepAs_ = wanted ? indexKey(files, options, keepingOfUser()) : std::nullopt;
  begun_ = monotonicSeconds();
  if (!keepAs_ || !giveKept(session, *keepAs_)) return false;
  keepAs_.reset();
  return true;
}

bool WindowIndex::step(Session& session) {
  if (keepAs_ && session.phase() == Phase::Ready) {
    if (keepingOfUser() == Keeping::All || monotonicSeconds() - begun_ >= kLeastKeptSeconds)
      writing_ = std::make_unique<IndexWriting>(session, *keepAs_);
    keepAs_.reset();
  }
  if (!writing_) return false;
  const IndexWriting::Step step = writing_->step();
  if (step == IndexWriting::Step::Ended) writing_.reset();
  return step == IndexWriting::Step::Written;
}

}  // namespace tp::native
