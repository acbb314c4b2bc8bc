// The index of what the window has open: begins with one that was kept, or keeps it when it is made.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "native/cache/session_index.h"

namespace tp::native {

class WindowIndex {
 public:
  // The session has just begun to open these files. Returns whether it has their index now, so that workers
  // openKept().
  bool begin(Session& session, const FileSet& files, const JoinOptions& options, bool wanted);
  // Keeps a part of the index if it is ready. Returns whether there is more to be kept at once.
  bool step(Session& session);

 private:
  std::optional<std::string> keepAs_;  // nullopt: it is not to be kept
  double begun_ = 0;                   // monotonicSeconds()
  std::unique_ptr<IndexWriting> writing_;
};

}  // namespace tp::native
