// A session with its worker in the same thread, for tests that want the whole way without waiting.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/session/index_worker.h"
#include "core/session/kept/index_keeper.h"
#include "core/session/session.h"

namespace tp::test {

// A kept index, block by block.
using KeptBlocks = std::vector<std::vector<std::byte>>;

class LocalSession final : public WorkerPort {
 public:
  // With a `seed` other than 0, messages reach the session late and mixed with those of other workers; the same seed
  // gives the same order.
  explicit LocalSession(uint32_t workers = 1, uint32_t seed = 0)
      : workers_(workers), random_(seed), shuffled_(seed != 0), waiting_(workers), session(*this) {}

  // Opens and indexes everything, in pieces of `pieceBytes` bytes. `meanwhile` is called each time when every worker
  // has made a step.
  void open(const FileSet& files, uint64_t pieceBytes = uint64_t{4} << 20,
            const std::function<void()>& meanwhile = {}) {
    session.beginOpen(files.displayName(), 0);
    for (uint32_t i = 0; i < workers_.size(); ++i) workers_[i].open(files, i, workers(), options);
    deliver();
    for (bool busy = true; busy;) {
      busy = false;
      for (IndexWorker& worker : workers_) busy = worker.step(pieceBytes) || busy;
      deliver();
      if (meanwhile) meanwhile();
    }
    while (deliverOne()) {
    }
    // The whole suite can be run on indexes that were kept.
    if (std::getenv("TP_KEPT") != nullptr) reopen(files);
  }

  // Opens the trace again from its own index, by workers that have not seen it.
  void reopen(const FileSet& files) {
    const KeptBlocks blocks = kept();
    if (blocks.empty()) return;
    const auto before = static_cast<uint32_t>(workers_.size());
    workers_ = std::vector<IndexWorker>(before);
    openKept(files, blocks);
  }
  // Returns the index; no blocks if not all is indexed.
  KeptBlocks kept() {
    IndexKeeper keeper(session);
    KeptBlocks blocks;
    for (;;) {
      std::vector<std::byte> block;
      switch (keeper.next(block)) {
        case IndexKeeper::State::Waiting:
          finish();
          break;
        case IndexKeeper::State::Block:
          blocks.push_back(std::move(block));
          break;
        case IndexKeeper::State::Done:
          return blocks;
        case IndexKeeper::State::Failed:
          return {};
      }
    }
  }
  bool openKept(const FileSet& files, const KeptBlocks& blocks) {
    session.beginOpen(files.displayName(), 0);
    const auto take = [this](const std::vector<std::byte>& block) { return session.takeKept(block); };
    if (!std::all_of(blocks.begin(), blocks.end(), take) || !session.kept()) return false;
    for (uint32_t i = 0; i < workers_.size(); ++i) workers_[i].openKept(files, i, workers(), options);
    for (int i = 0; i < 10000 && session.phase() != Phase::Ready && session.phase() != Phase::Failed; ++i) deliver();
    return session.phase() == Phase::Ready;
  }

  // Adds files to the open trace. Returns false if they do not belong to it.
  bool add(const FileSet& files) {
    bool all = true;
    for (IndexWorker& worker : workers_) all = worker.add(files) && all;
    deliver();
    return all;
  }

  // Lets the workers work until every request is answered.
  void finish() {
    for (int i = 0; i < 10000 && session.waiting(); ++i) {
      for (IndexWorker& worker : workers_) worker.step();
      deliver();
    }
  }

  uint32_t workers() const override { return static_cast<uint32_t>(workers_.size()); }
  void post(uint32_t worker, std::vector<std::byte> message) override { workers_[worker].receive(message); }

 private:
  void deliver() {
    std::vector<std::byte> message;
    for (uint32_t i = 0; i < workers_.size(); ++i)
      while (workers_[i].take(message)) waiting_[i].push_back(std::move(message));
    while ((!shuffled_ || random_() % 4 != 0) && deliverOne()) {
    }
  }

  // Delivers one of the waiting messages; those of one worker keep their order. Returns false if there is none.
  bool deliverOne() {
    uint32_t from = shuffled_ ? static_cast<uint32_t>(random_() % workers_.size()) : 0;
    for (uint32_t i = 0; i < workers_.size(); ++i) {
      const uint32_t worker = (from + i) % workers();
      if (waiting_[worker].empty()) continue;
      std::vector<std::byte> message = std::move(waiting_[worker].front());
      waiting_[worker].pop_front();
      session.receive(worker, message, 1);
      return true;
    }
    return false;
  }

  std::vector<IndexWorker> workers_;
  std::minstd_rand random_;
  bool shuffled_;
  std::vector<std::deque<std::vector<std::byte>>> waiting_;  // by worker

 public:
  JoinOptions options;  // of the next open()
  Session session;
};

}  // namespace tp::test
