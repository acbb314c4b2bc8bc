// Figures of the index that are computed again only when the session has changed.
#pragma once

#include <cstdint>
#include <vector>

#include "core/session/session.h"

namespace tp::ui {

class IndexFigures {
 public:
  // `session` must outlive it.
  explicit IndexFigures(const Session& session) : session_(session) {}

  const std::vector<TrackLosses>& losses() { return compute(), losses_; }
  // How much memory the index takes.
  uint64_t bytes() { return compute(), bytes_; }

 private:
  void compute() {
    if (computedFor_ == session_.version()) return;
    computedFor_ = session_.version();
    losses_ = session_.index().losses();
    bytes_ = session_.index().memoryBytes();
  }

  const Session& session_;
  std::vector<TrackLosses> losses_;
  uint64_t bytes_ = 0;
  uint64_t computedFor_ = ~uint64_t{0};  // Session::version() of the figures
};

}  // namespace tp::ui
