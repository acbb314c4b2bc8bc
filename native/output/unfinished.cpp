#include "native/output/unfinished.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#ifndef _WIN32
#include <csignal>
#endif

namespace tp::native {
namespace {

// A signal is sent to the process, so what it has to remove is known to the process as a whole. It outlives main(),
// because the thread that waits for signals does.
struct Marked {
  std::recursive_mutex mutex;
  std::vector<std::string> paths;
};

Marked& marked() {
  static Marked& all = *new Marked;
  return all;
}

#ifndef _WIN32
[[noreturn]] void endBy(int signal) {
  marked().mutex.lock();  // for ever: nothing is begun or finished any more
  for (const std::string& path : marked().paths) {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::signal(signal, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
  std::raise(signal);
  std::_Exit(128 + signal);
}
#endif

}  // namespace

Unfinished::Unfinished(std::string path) : path_(std::move(path)) {
  const std::lock_guard<std::recursive_mutex> lock(marked().mutex);
  marked().paths.push_back(path_);
}

Unfinished& Unfinished::operator=(Unfinished&& other) noexcept {
  finish();
  path_.swap(other.path_);
  return *this;
}

void Unfinished::finish() {
  if (path_.empty()) return;
  const std::lock_guard<std::recursive_mutex> lock(marked().mutex);
  std::vector<std::string>& paths = marked().paths;
  if (auto it = std::find(paths.begin(), paths.end(), path_); it != paths.end()) paths.erase(it);
  path_.clear();
}

std::unique_lock<std::recursive_mutex> holdUnfinished() {
  return std::unique_lock<std::recursive_mutex>(marked().mutex);
}

void removeUnfinishedOnSignals() {
#ifndef _WIN32
  sigset_t signals;
  sigemptyset(&signals);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) sigaddset(&signals, signal);
  }
  // Threads that begin later block them as well, so that the one that waits for them gets them.
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([signals] {
    int signal = 0;
    if (sigwait(&signals, &signal) == 0) endBy(signal);
  }).detach();
#endif
}

}  // namespace tp::native
