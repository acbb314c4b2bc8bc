#include "native/cache/session_index.h"

#include "core/session/kept/trace_key.h"

namespace tp::native {

std::optional<std::string> indexKey(const FileSet& files, const JoinOptions& how, Keeping keeping) {
  if (keeping == Keeping::Off) return std::nullopt;
  const std::optional<std::string> program = programKey();
  return program ? traceKey(files, how, *program) : std::nullopt;
}

bool giveKept(Session& session, const std::string& key) {
  const bool whole = KeptIndexes().find(key, [&](Bytes block) { return session.takeKept(block); });
  if (whole && session.kept()) return true;
  session.dropKept();
  return false;
}

IndexWriting::IndexWriting(Session& session, const std::string& key)
    : writing_(kept_, key, session.name()), keeper_(session) {}

IndexWriting::Step IndexWriting::step() {
  switch (keeper_.next(block_)) {
    case IndexKeeper::State::Waiting:
      return Step::Waiting;
    case IndexKeeper::State::Block:
      return writing_.put(block_) ? Step::Written : Step::Ended;
    case IndexKeeper::State::Done:
      writing_.finish();
      return Step::Ended;
    case IndexKeeper::State::Failed:
      break;
  }
  return Step::Ended;
}

}  // namespace tp::native
