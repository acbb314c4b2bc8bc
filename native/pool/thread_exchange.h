// ThreadExchange exchanges unpacked bytes between the threads of a pool.
#pragma once

#include <map>
#include <mutex>

#include "core/decode/unpack_exchange.h"

namespace tp::native {

class ThreadExchange final : public UnpackExchange {
 public:
  // The end may outlive the exchange.
  std::unique_ptr<UnpackEnd> end(uint32_t stream, Side side) override;
  bool ahead(uint32_t stream) override;

 private:
  class Channel;
  class End;

  std::shared_ptr<Channel> channel(uint32_t stream);

  std::mutex mutex_;
  std::map<uint32_t, std::shared_ptr<Channel>> channels_;
};

}  // namespace tp::native
