#include "core/io/bus_guard.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <mutex>

namespace tp {

// The handler may be reading it at any time, so it is never freed but reused.
struct GuardedRange {
  std::atomic<uintptr_t> begin{0};  // 0: unused
  std::atomic<uintptr_t> end{0};
  std::atomic<uint64_t> intact{0};
  GuardedRange* next = nullptr;   // in the list of all ranges ever made
  GuardedRange* spare = nullptr;  // in the list of unused ones
};

namespace {

static_assert(std::atomic<uintptr_t>::is_always_lock_free && std::atomic<uint64_t>::is_always_lock_free);

// A signal handler reaches only what the process shares.
struct Guarded {
  std::atomic<GuardedRange*> all{nullptr};
  std::mutex mutex;  // guards the two below; the handler takes no lock
  GuardedRange* spare = nullptr;
  bool installed = false;
  uintptr_t page = 0;
  struct sigaction before {};
};
Guarded guarded;

void lower(std::atomic<uint64_t>& value, uint64_t to) {
  uint64_t now = value.load(std::memory_order_acquire);
  while (to < now && !value.compare_exchange_weak(now, to, std::memory_order_acq_rel)) {
  }
}

// Maps zeros from the page of `address` to the end of its range; false if it is in none.
bool replace(uintptr_t address) {
  for (GuardedRange* range = guarded.all.load(std::memory_order_acquire); range != nullptr; range = range->next) {
    uintptr_t begin = range->begin.load(std::memory_order_acquire);
    uintptr_t end = range->end.load(std::memory_order_acquire);
    // `begin` and `end` must be of one use of the range: the thread that reads at `address` keeps its own range alive,
    // not the others.
    if (begin == 0 || begin != range->begin.load(std::memory_order_acquire)) continue;
    if (address < begin || address >= end) continue;
    uintptr_t from = address & ~(guarded.page - 1);
    lower(range->intact, from - begin);
    return mmap(reinterpret_cast<void*>(from), end - from, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) !=
           MAP_FAILED;
  }
  return false;
}

// Restores the previous handler if the address is in none of our ranges: the instruction is executed again, and the
// signal goes there, or ends the process.
void onBusError(int, siginfo_t* info, void*) {
  if (!replace(reinterpret_cast<uintptr_t>(info->si_addr))) sigaction(SIGBUS, &guarded.before, nullptr);
}

void install() {
  guarded.page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  struct sigaction action {};
  action.sa_sigaction = onBusError;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &guarded.before);
}

}  // namespace

BusGuard::BusGuard(const std::byte* base, uint64_t size) {
  std::lock_guard<std::mutex> lock(guarded.mutex);
  if (!guarded.installed) install();
  guarded.installed = true;
  range_ = guarded.spare;
  bool made = range_ == nullptr;
  if (made) {
    range_ = new GuardedRange;
    range_->next = guarded.all.load(std::memory_order_relaxed);
  } else {
    guarded.spare = range_->spare;
  }
  auto begin = reinterpret_cast<uintptr_t>(base);
  range_->intact.store(size, std::memory_order_release);
  range_->end.store(begin + static_cast<uintptr_t>(size), std::memory_order_release);
  range_->begin.store(begin, std::memory_order_release);
  if (made) guarded.all.store(range_, std::memory_order_release);
}

BusGuard::~BusGuard() {
  std::lock_guard<std::mutex> lock(guarded.mutex);
  range_->begin.store(0, std::memory_order_release);
  range_->spare = guarded.spare;
  guarded.spare = range_;
}

uint64_t BusGuard::intact() const {
  return range_->intact.load(std::memory_order_acquire);
}

void BusGuard::cut(uint64_t intact) const {
  lower(range_->intact, intact);
}

}  // namespace tp
