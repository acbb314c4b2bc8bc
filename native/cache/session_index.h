// What a session and the user's kept indexes have to do with each other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/file_set.h"
#include "core/joint/join_options.h"
#include "core/session/kept/index_keeper.h"
#include "core/session/session.h"
#include "native/cache/kept_indexes.h"

namespace tp::native {

// Returns what the index of a trace is kept under, opened in this way; nullopt if it is not to be kept.
std::optional<std::string> indexKey(const FileSet& files, const JoinOptions& how, Keeping keeping);

// Gives a session that has just begun to open a trace the index that is kept of it. Returns false if there is none;
// then the session is as before.
bool giveKept(Session& session, const std::string& key);

// Keeps the index of an open trace, step by step, so that a front end can go on meanwhile.
class IndexWriting {
 public:
  // As IndexKeeper.
  IndexWriting(Session& session, const std::string& key);

  enum class Step : uint8_t { Waiting, Written, Ended };
  // Writes a block. Waiting: workers have not answered yet. Once it has ended, the index is kept if it could be.
  Step step();

 private:
  KeptIndexes kept_;
  KeptIndexes::Writing writing_;
  IndexKeeper keeper_;
  std::vector<std::byte> block_;
};

}  // namespace tp::native
