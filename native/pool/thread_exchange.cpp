#include "native/pool/thread_exchange.h"

#include <thread>
#include <vector>

namespace tp::native {
namespace {

// Bytes of one stream that wait for the other end. kEnough is enough for the other end to go on with while this one
// works on something else; beyond kMax, nothing is kept.
constexpr size_t kEnough = size_t{2} << 20;
constexpr size_t kMax = size_t{16} << 20;

}  // namespace

// The two ends of one stream. What an end unpacks is kept for the other one if that has not come to it yet.
class ThreadExchange::Channel {
 public:
  void leave(Side side) {
    std::lock_guard<std::mutex> lock(mutex_);
    at(side).gone = true;
    drop(other(side), ~uint64_t{0});
  }
  bool ahead(Side side) {
    std::lock_guard<std::mutex> lock(mutex_);
    return at(side).bytes >= kEnough;
  }

  const Unpacked& get(Side side, uint64_t offset, const UnpackEnd::Unpack& unpack) {
    std::unique_lock<std::mutex> lock(mutex_);
    Place& mine = at(side);
    Place& theirs = other(side);
    mine.next = offset + 1;
    release(mine.current);
    drop(theirs, offset);
    auto found = theirs.kept.find(offset);
    if (found != theirs.kept.end()) {
      // This takes a few microseconds, less than going to sleep and being woken.
      while (!found->second.ready) {
        lock.unlock();
        std::this_thread::yield();
        lock.lock();
      }
      mine.current = found->second.unpacked;
      drop(theirs, offset + 1);
      return *mine.current;
    }
    mine.current = spare();
    if (!theirs.gone && offset >= theirs.next && mine.bytes < kMax) mine.kept[offset] = {mine.current};
    lock.unlock();
    unpack(*mine.current);
    lock.lock();
    // The other end may have passed it meanwhile.
    if (auto kept = mine.kept.find(offset); kept != mine.kept.end()) {
      kept->second.ready = true;
      mine.bytes += mine.current->bytes().size();
    }
    return *mine.current;
  }

 private:
  struct Kept {
    std::shared_ptr<Unpacked> unpacked;
    bool ready = false;
  };
  struct Place {
    bool gone = false;
    uint64_t next = 0;                  // it will ask for this offset or a later one
    std::shared_ptr<Unpacked> current;  // what it asked for last
    std::map<uint64_t, Kept> kept;      // what it unpacked for the other end, by offset
    size_t bytes = 0;                   // of what is kept and ready
  };

  Place& at(Side side) { return places_[static_cast<size_t>(side)]; }
  Place& other(Side side) { return places_[1 - static_cast<size_t>(side)]; }

  // Drops what was kept before `offset`.
  void drop(Place& place, uint64_t offset) {
    while (!place.kept.empty() && place.kept.begin()->first < offset) {
      Kept& first = place.kept.begin()->second;
      if (first.ready) place.bytes -= first.unpacked->bytes().size();
      release(first.unpacked);
      place.kept.erase(place.kept.begin());
    }
  }

  // Memory is used again once neither end refers to it.
  void release(std::shared_ptr<Unpacked>& unpacked) {
    if (unpacked.use_count() == 1) spare_.push_back(std::move(unpacked));
    unpacked.reset();
  }
  std::shared_ptr<Unpacked> spare() {
    if (spare_.empty()) return std::make_shared<Unpacked>();
    std::shared_ptr<Unpacked> out = std::move(spare_.back());
    spare_.pop_back();
    return out;
  }

  std::mutex mutex_;
  Place places_[2];
  std::vector<std::shared_ptr<Unpacked>> spare_;
};

class ThreadExchange::End final : public UnpackEnd {
 public:
  End(std::shared_ptr<Channel> channel, Side side) : channel_(std::move(channel)), side_(side) {}
  ~End() override { channel_->leave(side_); }

  const Unpacked& get(uint64_t offset, const Unpack& unpack) override { return channel_->get(side_, offset, unpack); }

 private:
  std::shared_ptr<Channel> channel_;
  Side side_;
};

std::shared_ptr<ThreadExchange::Channel> ThreadExchange::channel(uint32_t stream) {
  std::lock_guard<std::mutex> lock(mutex_);
  std::shared_ptr<Channel>& found = channels_[stream];
  if (!found) found = std::make_shared<Channel>();
  return found;
}

std::unique_ptr<UnpackEnd> ThreadExchange::end(uint32_t stream, Side side) {
  return std::make_unique<End>(channel(stream), side);
}

bool ThreadExchange::ahead(uint32_t stream) {
  return channel(stream)->ahead(Side::Stream);
}

}  // namespace tp::native
